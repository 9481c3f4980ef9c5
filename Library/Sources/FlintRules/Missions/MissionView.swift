public import FlintCalendar

/// The state of a mission in one window.
///
/// The window of a mission with a season is limited to the season; the window of a lifetime mission
/// is the season. For days outside the season the nearest window is shown: before the season its
/// first one (available, without progress), after the season its last one.
public struct MissionView: Sendable {
  /// The state of a mission in a window.
  public enum Status: String, Sendable, CaseIterable {
    /// The window is open, without progress.
    case available
    /// The window is open, with some progress.
    case inProgress = "in_progress"
    /// The target was reached in the window.
    case completed
    /// The window closed without completion.
    case expired
  }

  package var position: Int
  package var definition: MissionDefinition
  /// The id in the rulebook.
  public var id: String { definition.id }
  /// The title.
  public var title: String { definition.title }
  /// The value of the metric that completes it.
  public var target: Int64 { definition.target }
  /// The points that it pays.
  public var reward: Int64 { definition.reward }
  /// The window in which it counts.
  public var window: MissionView.Filter.Window { definition.period.kind }
  /// The first day of the window; `nil` for a lifetime without a start of season.
  public var windowStart: CivilDay?
  /// The first day after the window; `nil` for a lifetime without an end of season.
  public var windowEnd: CivilDay?
  /// The value of the metric in the window in millionths, limited to the target.
  package var amount: Int64
  /// The state of the mission.
  public var status: Status
  /// The instant of completion in this window.
  public var completedAt: Instant?
  /// The number of completions over all windows.
  public var completions: Int
  /// Whether a mission that it requires has not been completed yet.
  public var isLocked: Bool
  /// Whether the requested day (today for a lifetime mission) is within the season, and of a set of cards that
  /// the mission counts enough are owned or can be drawn on it.
  package var isInSeason: Bool

  /// The value of the metric in the window, limited to the target, without decimals.
  public var progress: Int64 { amount / 1_000_000 }
}

extension MissionView {
  /// The conditions and the order by which missions are selected.
  public struct Filter: Sendable {
    /// An order of missions.
    public enum Order: String, Sendable, CaseIterable {
      /// In rulebook order.
      case rulebook
      /// Nearest to completion first.
      case progress
      /// Highest reward first.
      case points
      /// Earliest end of window first; windows without an end last.
      case deadline
    }

    /// A window, without the length of a rolling one.
    public enum Window: String, Sendable, CaseIterable {
      /// One civil day.
      case day
      /// One week, from Monday on.
      case week
      /// One calendar month.
      case month
      /// The lifetime.
      case life
      /// The latest days, so many.
      case rolling
    }

    /// The only window to select; `nil` for every window.
    public var window: Window?
    /// The only difficulty to select; `nil` for every difficulty.
    package var difficulty: Difficulty?
    /// The only state to select; `nil` for every state.
    public var status: MissionView.Status?
    /// The order of the missions.
    public var order: Order

    /// Creates a filter; a condition that is `nil` selects every mission.
    public init(
      window: Window? = nil, status: MissionView.Status? = nil, order: Order = .rulebook
    ) {
      self.window = window
      self.status = status
      self.order = order
    }

    package init(
      window: Window? = nil, difficulty: Difficulty?, status: MissionView.Status? = nil,
      order: Order = .rulebook
    ) {
      self.init(window: window, status: status, order: order)
      self.difficulty = difficulty
    }
  }
}

extension Rulebook {
  /// Returns the missions and their state in the windows that contain a day.
  ///
  /// - Parameters:
  ///   - state: the profile.
  ///   - filter: what selects and sorts them; all, in the order of the rulebook, by default.
  ///   - day: the day whose windows are returned; today by default.
  ///   - today: the current day.
  public func missions(
    in state: ProfileState, filter: MissionView.Filter = MissionView.Filter(), day: CivilDay? = nil,
    today: CivilDay
  ) -> [MissionView] {
    let completions = CompletionIndex(state, day: day ?? today, rulebook: self)
    let views = definition.missions.indices.lazy
      .map { mission(at: $0, in: state, completions, day: day ?? today, today: today) }
      .filter { view in
        (filter.window == nil || view.definition.period.kind == filter.window)
          && (filter.difficulty == nil || view.definition.difficulty == filter.difficulty)
          && (filter.status == nil || view.status == filter.status)
      }
    switch filter.order {
    case .rulebook: return Array(views)
    case .progress:
      return views.sorted { left, right in
        let (a, b) = (left.isFinished, right.isFinished)
        if a != b { return b }
        // Compared as fractions without rounding.
        let (l, r) = (
          Int128(left.amount) * Int128(right.definition.target),
          Int128(right.amount) * Int128(left.definition.target)
        )
        return l == r ? left.position < right.position : l > r
      }
    case .points:
      return views.sorted {
        ($1.definition.reward, $0.position) < ($0.definition.reward, $1.position)
      }
    case .deadline:
      return views.sorted {
        ($0.windowEnd?.number ?? .max, $0.position) < ($1.windowEnd?.number ?? .max, $1.position)
      }
    }
  }

  /// The completions by mission, collected in one pass over the history.
  private struct CompletionIndex {
    var counts: [Int]
    var currentWindow: [Instant?]

    init(_ state: ProfileState, day: CivilDay, rulebook: Rulebook) {
      let missions = rulebook.definition.missions
      counts = [Int](repeating: 0, count: missions.count)
      currentWindow = [Instant?](repeating: nil, count: missions.count)
      let starts = missions.map { mission in
        let season = mission.season.occurrence(near: day)
        return mission.windowStart(containing: season.nearest(to: day))
      }
      for completion in state.missions.completions {
        let mission = Int(completion.mission)
        counts[mission] += 1
        if completion.windowStart == starts[mission] { currentWindow[mission] = completion.at }
      }
    }
  }

  private func mission(
    at position: Int, in state: ProfileState, _ completions: CompletionIndex, day: CivilDay,
    today: CivilDay
  ) -> MissionView {
    let mission = definition.missions[position]
    let window = mission.period
    // The requested day is irrelevant for a lifetime.
    let asked = window == .window(.life) ? today : day
    let season = mission.season.occurrence(near: asked)
    let shown = season.nearest(to: asked)
    let start = [window.start(containing: shown), season.from].compactMap(\.self).max()
    let end = [window.end(containing: shown), season.before].compactMap(\.self).min()
    let completedAt = completions.currentWindow[position]
    let target = mission.target * 1_000_000
    let amount =
      if completedAt != nil {
        target
      } else if plan.missions[position].index == nil, let from = season.from, today < from {
        // A streak or level reached before counts from the season's first day on.
        0 as Int64
      } else {
        min(amount(of: position, in: state, day: shown), target)
      }
    let status: MissionView.Status =
      if completedAt != nil {
        .completed
      } else if let end, end <= today {
        .expired
      } else {
        amount > 0 ? .inProgress : .available
      }
    return MissionView(
      position: position, definition: mission, windowStart: start, windowEnd: end,
      amount: amount, status: status, completedAt: completedAt,
      completions: completions.counts[position], isLocked: eventPlan.isLocked(position, state),
      isInSeason: season.contains(asked) && hasCards(for: mission, in: state, on: asked))
  }

  /// Returns whether enough cards of the set that a mission counts, if it counts one, are owned or can be drawn on
  /// a day.
  private func hasCards(
    for mission: MissionDefinition, in state: ProfileState, on day: CivilDay
  ) -> Bool {
    guard case .cards(_, _, let id?) = mission.metric,
      let set = definition.sets.firstIndex(where: { $0.id == id })
    else { return true }
    let found = cards.sets[set].count {
      state.holding(of: $0).copies > 0 || definition.cards[$0].season.contains(day)
    }
    return Int64(found) >= mission.target
  }

  /// Returns the value of a mission's metric in the window that contains a day, in millionths.
  private func amount(of position: Int, in state: ProfileState, day: CivilDay) -> Int64 {
    eventPlan.position(of: position).map { amount(ofEvents: $0, in: state, day: day) }
      ?? progress(of: position, in: state, day: day).saturatingMillionths
  }

  /// Returns the value of a mission's short metric in the window that contains a day.
  func progress(of position: Int, in state: ProfileState, day: CivilDay) -> Int64 {
    let mission = definition.missions[position]
    switch mission.metric.gauge {
    case .streak: return Int64(state.currentStreak(today: day))
    case .level: return Int64(state.level)
    case nil: break
    }
    guard let index = plan.missions[position].index else { return 0 }
    switch mission.window {
    case .life: return state.count(at: index)
    case .day:
      if let slot = state.windows.openSlot(of: day) {
        return state.count(at: plan.dayBase(slot: slot) + index)
      }
    case .week:
      if let slot = state.windows.openSlot(of: day.week) {
        return state.count(at: plan.weekBase(slot: slot) + index)
      }
    }
    let start = mission.window.start(containing: day)
    let expiry = state.missions.expiries.last {
      Int($0.mission) == position && $0.windowStart == start
    }
    return (expiry?.amount ?? 0) / 1_000_000
  }
}

extension MissionView {
  fileprivate var isFinished: Bool { status == .completed || status == .expired }
}

/// How a mission stands in one window.
///
/// The window of a mission with a season is cut where the season begins and ends; that of a lifetime
/// mission is the season. On days outside the season the window nearest to them is shown: the first
/// of the season before it begins (available, nothing has counted), the last after it ended.
public struct MissionView: Sendable {
  /// How a mission stands in a window.
  public enum Status: String, Sendable, CaseIterable {
    /// The window is open and nothing has counted yet.
    case available
    /// The window is open and something has counted.
    case inProgress = "in_progress"
    /// It reached its target in the window.
    case completed
    /// The window closed without its being completed.
    case expired
  }

  /// The mission's position in the rulebook.
  public var position: Int
  /// The mission.
  public var definition: MissionDefinition
  /// The first day of the window; `nil` for a lifetime that begins with no season.
  public var windowStart: CivilDay?
  /// The first day after the window; `nil` for a lifetime that ends with no season.
  public var windowEnd: CivilDay?
  /// What has counted in the window, never more than the target.
  public var progress: Int64
  /// How it stands.
  public var status: Status
  /// When it was completed in this window.
  public var completedAt: Instant?
  /// How often it was completed over all windows.
  public var completions: Int
  /// Whether the day that was asked for, of a lifetime mission today, lies in its season: outside
  /// of it nothing counts.
  public var isInSeason: Bool
}

/// Which missions are wanted, and in what order.
public struct MissionFilter: Sendable {
  /// An order of missions.
  public enum Order: String, Sendable, CaseIterable {
    /// As in the rulebook.
    case rulebook
    /// Nearest to completion first.
    case progress
    /// Highest reward first.
    case points
    /// Soonest end of window first; what never ends last.
    case deadline
  }

  /// Only missions of this window.
  public var window: Window?
  /// Only missions of this difficulty.
  public var difficulty: Difficulty?
  /// Only missions that stand so.
  public var status: MissionView.Status?
  /// The order.
  public var order: Order

  /// Makes a filter; what is not given filters nothing.
  public init(
    window: Window? = nil, difficulty: Difficulty? = nil, status: MissionView.Status? = nil,
    order: Order = .rulebook
  ) {
    self.window = window
    self.difficulty = difficulty
    self.status = status
    self.order = order
  }
}

extension Rulebook {
  /// How missions stand in the windows that contain a day.
  ///
  /// - Parameters:
  ///   - state: the profile.
  ///   - filter: which missions, in what order.
  ///   - day: the day whose windows are asked for; today unless another is given.
  ///   - today: the civil day of now.
  public func missions(
    in state: ProfileState, filter: MissionFilter = MissionFilter(), day: CivilDay? = nil,
    today: CivilDay
  ) -> [MissionView] {
    let completions = CompletionIndex(state, day: day ?? today, rulebook: self)
    let views = definition.missions.indices.lazy
      .map { mission(at: $0, in: state, completions, day: day ?? today, today: today) }
      .filter { view in
        (filter.window == nil || view.definition.window == filter.window)
          && (filter.difficulty == nil || view.definition.difficulty == filter.difficulty)
          && (filter.status == nil || view.status == filter.status)
      }
    switch filter.order {
    case .rulebook: return Array(views)
    case .progress:
      return views.sorted { left, right in
        let (a, b) = (left.isFinished, right.isFinished)
        if a != b { return b }
        // Compared as fractions without rounding; both products stay below 2⁶³.
        let (l, r) = (
          left.progress * right.definition.target, right.progress * left.definition.target
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

  /// Completions by mission, gathered in one pass over the history.
  private struct CompletionIndex {
    var counts: [Int]
    var inWindow: [Instant?]

    init(_ state: ProfileState, day: CivilDay, rulebook: Rulebook) {
      let missions = rulebook.definition.missions
      counts = [Int](repeating: 0, count: missions.count)
      inWindow = [Instant?](repeating: nil, count: missions.count)
      let starts = missions.map { $0.window.start(containing: $0.season.nearest(to: day)) }
      for completion in state.completions {
        let mission = Int(completion.mission)
        counts[mission] += 1
        if completion.windowStart == starts[mission] { inWindow[mission] = completion.at }
      }
    }
  }

  private func mission(
    at position: Int, in state: ProfileState, _ completions: CompletionIndex, day: CivilDay,
    today: CivilDay
  ) -> MissionView {
    let mission = definition.missions[position]
    let (season, window) = (mission.season, mission.window)
    // The day asked for makes no difference to a lifetime.
    let asked = window == .life ? today : day
    let shown = season.nearest(to: asked)
    let start = [window.start(containing: shown), season.from].compactMap(\.self).max()
    let end = [window.end(containing: shown), season.until].compactMap(\.self).min()
    let completedAt = completions.inWindow[position]
    let progress =
      if completedAt != nil {
        mission.target
      } else if plan.missions[position].index == nil, let from = season.from, today < from {
        // A streak or a level that stands already counts from the season's first day on.
        0 as Int64
      } else {
        min(progress(of: position, in: state, day: shown), mission.target)
      }
    let status: MissionView.Status =
      if completedAt != nil {
        .completed
      } else if let end, end <= today {
        .expired
      } else {
        progress > 0 ? .inProgress : .available
      }
    return MissionView(
      position: position, definition: mission, windowStart: start, windowEnd: end,
      progress: progress, status: status, completedAt: completedAt,
      completions: completions.counts[position], isInSeason: season.contains(asked))
  }

  /// What a mission's metric has come to in the window that contains a day.
  func progress(of position: Int, in state: ProfileState, day: CivilDay) -> Int64 {
    let mission = definition.missions[position]
    switch (mission.metric, mission.window) {
    case (.streak, _): return Int64(state.currentStreak(today: day))
    case (.level, _): return Int64(state.level)
    default: break
    }
    guard let index = plan.missions[position].index else { return 0 }
    switch mission.window {
    case .life: return state.count(at: index)
    case .day:
      let slot = MissionPlan.slot(of: day)
      if state.dayTags[slot] == day.number {
        return state.count(at: plan.dayBase(slot: slot) + index)
      }
    case .week:
      let slot = MissionPlan.slot(of: day.week)
      if state.weekTags[slot] == day.week.number {
        return state.count(at: plan.weekBase(slot: slot) + index)
      }
    }
    let start = mission.window.start(containing: day)
    return state.expiries.last {
      Int($0.mission) == position && $0.windowStart == start
    }?.progress ?? 0
  }
}

extension MissionView {
  fileprivate var isFinished: Bool { status == .completed || status == .expired }
}

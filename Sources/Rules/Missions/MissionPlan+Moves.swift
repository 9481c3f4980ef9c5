extension MissionPlan {
  /// A counter that an event changes.
  struct Move: BitwiseCopyable, Sendable {
    /// The position among all counters.
    var counter: Int32
    var index: Int32
    /// The time limit in milliseconds since 00:00 (exclusive); `Int32.max` without one.
    var before = Int32.max
    var window: Window
    /// The amount that a spark adds: 1, or 0 for a move that only pads a list.
    var step: UInt8 = 1

    init(counter: Int, index: Int, window: Window) {
      self.counter = Int32(counter)
      self.index = Int32(index)
      self.window = window
    }
  }

  /// A mission whose target refers to the current streak or level.
  struct GaugeMission: BitwiseCopyable, Sendable {
    var mission: Int
    var gauge: Gauge
  }

  /// The counters that the events of an era change: those of missions whose season includes it.
  ///
  /// The structure is small, since every event loads that of its era; the lists are stored side by
  /// side elsewhere.
  struct Moves: BitwiseCopyable, Sendable {
    private let lists: FixedTable<FixedTable<Move>>
    /// The missions whose targets refer to the current streak or level, examined on every event.
    let gaugeMissions: FixedTable<GaugeMission>

    /// The positions of the lists.
    private enum List {
      /// By category × intensity.
      static let sparks = 0
      /// By category × intensity, for sparks with a time limit.
      static let timed = 20
      /// By category × rarity.
      static let cards = 40
      /// By window, then for missions of other periods.
      static let completions = 60
      static let points = 64
      /// By kind of metric.
      static let metrics = 65
    }

    /// Returns the moves of a metric that takes no filters; the others have lists of their own. Those
    /// of distinct categories are pairs of a counter and one that contains the set of those seen.
    @inline(__always)
    subscript(kind: Metric.Kind) -> FixedTable<Move> {
      lists[List.metrics &+ Int(kind.rawValue)]
    }

    /// Returns the moves of a spark by category × intensity, each by its `step`. All lists have the
    /// length of the longest, so that iterating them always takes the same number of steps.
    @inline(__always)
    func sparkMoves(_ cell: Int) -> FixedTable<Move> { lists[List.sparks &+ cell] }

    /// Returns the moves of a spark by category × intensity that have a time limit.
    @inline(__always)
    func timedMoves(_ cell: Int) -> FixedTable<Move> { lists[List.timed &+ cell] }

    /// The moves of a spark by the points it earned.
    @inline(__always)
    var pointsMoves: FixedTable<Move> { lists[List.points] }

    /// Returns the moves, by one, for a first copy, by category × rarity.
    @inline(__always)
    func cardMoves(_ cell: Int) -> FixedTable<Move> { lists[List.cards &+ cell] }

    /// Returns the moves, by one, for a completion, by the window of the completed mission; `nil` for a
    /// mission of another period.
    @inline(__always)
    func completionMoves(_ window: Window?) -> FixedTable<Move> {
      lists[List.completions &+ (window.map { Int($0.rawValue) } ?? Window.allCases.count)]
    }

    /// Collects the moves of the events of some days, all of which belong to the same seasons.
    init(
      _ missions: [MissionDefinition], _ counters: [MissionPlan.Counter], in days: Season,
      _ storage: TableStorage
    ) {
      let counting = counters.enumerated().filter { $1.season.encloses(days) }.map {
        number, counter in
        (counter, Move(counter: number, index: counter.index, window: counter.window))
      }
      func moves(_ matches: (Metric) -> Bool) -> [Move] {
        counting.filter { matches($0.0.metric) }.flatMap { counter, move in
          let seen = counter.seen.map { Move(counter: -1, index: $0, window: move.window) }
          return [move, seen].compactMap(\.self)
        }
      }
      var lists = Moves.sparkMoves(counting, areTimed: false)
      lists += Moves.sparkMoves(counting, areTimed: true)
      lists += Category.allCases.flatMap { category in
        Rarity.allCases.map { rarity in
          moves {
            guard case .cards(let onlyCategory, let onlyRarity) = $0 else { return false }
            return (onlyCategory == nil || onlyCategory == category)
              && (onlyRarity == nil || onlyRarity == rarity)
          }
        }
      }
      lists += Window.allCases.map { window in
        moves {
          $0 == .missionsCompleted(window: nil) || $0 == .missionsCompleted(window: window)
        }
      }
      lists.append(moves { $0 == .missionsCompleted(window: nil) })
      lists.append(moves { $0 == .earnedPoints || $0 == .totalPoints })
      assert(lists.count == List.metrics)
      lists += Metric.Kind.allCases.map { kind in
        Metric(kind).takenFilters.isEmpty ? moves { $0 == Metric(kind) } : []
      }
      self.lists = storage.table(lists.map { storage.table($0) })
      gaugeMissions = storage.table(
        missions.enumerated().compactMap { index, mission in
          guard mission.season.encloses(days) else { return nil }
          return MissionPlan.Gauge(of: mission).map { GaugeMission(mission: index, gauge: $0) }
        })
    }

    /// Returns the moves of a spark by category × intensity, with or without a time limit.
    private static func sparkMoves(
      _ counting: [(MissionPlan.Counter, Move)], areTimed: Bool
    ) -> [[Move]] {
      let sparks = Category.allCases.flatMap { category in
        Intensity.allCases.map { intensity in
          counting.compactMap { (counter, move) -> Move? in
            guard case .sparks(let only, let least, let hour) = counter.metric,
              only == nil || only == category, least.map({ $0 <= intensity }) ?? true,
              (hour != nil) == areTimed
            else { return nil }
            var move = move
            if let hour { move.before = Int32(hour) * 3_600_000 }
            return move
          }
        }
      }
      let width = sparks.map(\.count).max() ?? 0
      // Any counter of sparks is suitable as padding: only sparks change it.
      guard !areTimed, var filling = sparks.lazy.flatMap(\.self).first else { return sparks }
      filling.step = 0
      return sparks.map { $0 + Array(repeating: filling, count: width - $0.count) }
    }
  }
}

extension MissionPlan {
  /// A counter that an event changes.
  struct Move: BitwiseCopyable, Sendable {
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

    private enum List {
      /// Here begin a list for each window, and one for missions of other periods.
      static let completions = 0
      static let points = 4
      /// Here begins a list for each kind of metric.
      static let metrics = 5
      /// Here begins a list for each `SparkCell`: of moves without a time limit, and from `timed` on of those with one.
      static let sparks = metrics + Metric.Kind.allCases.count
      static let timed = sparks + SparkCell.count
      /// Here begins a list for each set, or none, category and rarity.
      static let cards = timed + SparkCell.count
    }

    /// Returns the position of the moves of a first copy.
    ///
    /// - Parameters:
    ///   - category: the position of the category.
    ///   - rarity: the position of the rarity.
    ///   - set: the position of the set, if the card is in one.
    static func position(
      ofCard category: Int, _ rarity: Int, set: Int?, in definition: RulebookDefinition
    ) -> Int {
      let block = (set.map { $0 + 1 } ?? 0) * definition.categories.count + category
      return List.cards + block * definition.rarities.count + rarity
    }

    /// Returns the moves of a metric that takes no filters; the others have lists of their own. Those
    /// of distinct categories are pairs of a counter and one that contains the set of those seen.
    @inline(__always)
    subscript(kind: Metric.Kind) -> FixedTable<Move> {
      lists[List.metrics &+ Int(kind.rawValue)]
    }

    /// Returns the moves of a spark by its `SparkCell`, each by its `step`. All lists have the
    /// length of the longest, so that iterating them always takes the same number of steps.
    @inline(__always)
    func sparkMoves(_ cell: Int) -> FixedTable<Move> { lists[List.sparks &+ cell] }

    /// Returns the moves of a spark by its `SparkCell` that have a time limit.
    @inline(__always)
    func timedMoves(_ cell: Int) -> FixedTable<Move> { lists[List.timed &+ cell] }

    /// The moves of a spark by the points it earned.
    @inline(__always)
    var pointsMoves: FixedTable<Move> { lists[List.points] }

    /// Returns the moves, by one, for a first copy, by `position(ofCard:_:set:in:)`.
    @inline(__always)
    func cardMoves(_ position: Int) -> FixedTable<Move> { lists[position] }

    /// Returns the moves, by one, for a completion, by the window of the completed mission; `nil` for a
    /// mission of another period.
    @inline(__always)
    func completionMoves(_ window: Window?) -> FixedTable<Move> {
      lists[List.completions &+ (window.map { Int($0.rawValue) } ?? Window.allCases.count)]
    }

    /// Collects the moves of the events of some days.
    ///
    /// - Parameter isOpen: returns whether a season includes the days.
    init(
      _ definition: RulebookDefinition, _ counters: [MissionPlan.Counter],
      _ storage: TableStorage, in isOpen: (Season) -> Bool
    ) {
      let missions = definition.missions
      let counting = counters.enumerated().filter { isOpen($1.season) }.map {
        number, counter in
        (counter, Move(counter: number, index: counter.index, window: counter.window))
      }
      func moves(_ matches: (Metric) -> Bool) -> [Move] {
        counting.filter { matches($0.0.metric) }.flatMap { counter, move in
          let seen = counter.seen.map { Move(counter: -1, index: $0, window: move.window) }
          return [move, seen].compactMap(\.self)
        }
      }
      var lists = Window.allCases.map { window in
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
      lists += Moves.sparkMoves(definition, counting, areTimed: false)
      lists += Moves.sparkMoves(definition, counting, areTimed: true)
      assert(lists.count == List.cards)
      // There are many kinds of cards and few metrics of cards.
      var ofCards: [(category: SparkCategory?, rarity: CardRarity?, set: String?, move: Move)] = []
      for (counter, move) in counting {
        guard case .cards(let category, let rarity, let set) = counter.metric else { continue }
        ofCards.append((category, rarity, set, move))
      }
      for set in [nil] + definition.sets.map({ Optional($0.id) }) {
        let ofSet = ofCards.filter { $0.set == nil || $0.set == set }
        lists += definition.categories.flatMap { category in
          let ofCategory = ofSet.filter { $0.category == nil || $0.category == category }
          return definition.rarities.map { rarity in
            ofCategory.filter { $0.rarity == nil || $0.rarity == rarity }.map(\.move)
          }
        }
      }
      self.lists = storage.table(lists.map { storage.table($0) })
      gaugeMissions = storage.table(
        missions.enumerated().compactMap { index, mission in
          guard isOpen(mission.season) else { return nil }
          return MissionPlan.Gauge(of: mission).map { GaugeMission(mission: index, gauge: $0) }
        })
    }

    /// Returns the moves of a spark by its `SparkCell`, with or without a time limit.
    private static func sparkMoves(
      _ definition: RulebookDefinition, _ counting: [(MissionPlan.Counter, Move)], areTimed: Bool
    ) -> [[Move]] {
      var sparks = [[Move]](repeating: [], count: SparkCell.count)
      for (position, category) in definition.categories.enumerated() {
        for intensity in definition.intensities.indices {
          sparks[SparkCell.index(position, intensity)] =
            counting.compactMap { (counter, move) -> Move? in
              guard case .sparks(let only, let least, let hour) = counter.metric,
                only == nil || only == category,
                least.map({ definition.position(of: $0) <= intensity }) ?? true,
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

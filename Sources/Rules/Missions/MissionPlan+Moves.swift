extension MissionPlan {
  /// A counter that an event moves.
  struct Move: BitwiseCopyable, Sendable {
    /// Position among all counters.
    var counter: Int32
    var index: Int32
    /// The milliseconds since 00:00 before which the event must be; a whole day when any will do.
    var before: Int32
    var window: Window
    /// By how much a spark moves it: 1, and 0 for what only fills a list up.
    var step: UInt8 = 1

    init(counter: Int, index: Int, window: Window, before: Int32 = .max) {
      self.counter = Int32(counter)
      self.index = Int32(index)
      self.window = window
      self.before = before
    }
  }

  /// A mission that asks how high the streak or the level stands.
  struct Standing: BitwiseCopyable, Sendable {
    var mission: Int
    var gauge: Gauge
  }

  /// What the events of an era move: the counters of missions whose season it lies in.
  ///
  /// Small, since every event takes hold of its era's: the lists lie side by side elsewhere.
  struct Moves: BitwiseCopyable, Sendable {
    private let lists: FixedTable<FixedTable<Move>>
    /// Missions that ask how high the streak or the level stands, looked at on every event.
    let standing: FixedTable<Standing>

    /// Where the lists are.
    private enum List {
      /// Per category × intensity.
      static let sparks = 0
      /// The same of those that have to come before some hour.
      static let timed = 20
      /// Per category × rarity.
      static let cards = 40
      /// Per window.
      static let completions = 60
      static let sparkDays = 63
      static let categories = 64
      static let points = 65
      static let earned = 66
      static let total = 67
      static let overloads = 68
      static let tasks = 69
      static let taskScore = 70
      static let moods = 71
      static let activities = 72
      static let steps = 73
      static let entries = 74
      static let streak = 75
      static let level = 76
    }

    /// What a spark moves by category × intensity, each by its `step`. As many for each as for the one
    /// that has the most, so that going through them always takes the same steps.
    @inline(__always)
    func sparkMoves(_ cell: Int) -> FixedTable<Move> { lists[List.sparks &+ cell] }

    /// What a spark moves by category × intensity where it is before the time of the move.
    @inline(__always)
    func timedMoves(_ cell: Int) -> FixedTable<Move> { lists[List.timed &+ cell] }

    /// What a spark moves by the points it earned.
    @inline(__always)
    var pointsMoves: FixedTable<Move> { lists[List.points] }

    /// Moves by one for a first copy, by category × rarity.
    @inline(__always)
    func cardMoves(_ cell: Int) -> FixedTable<Move> { lists[List.cards &+ cell] }

    /// Moves by one for a completion, by window of the mission completed.
    @inline(__always)
    func completionMoves(_ window: Window) -> FixedTable<Move> {
      lists[List.completions &+ Int(window.rawValue)]
    }

    @inline(__always) var sparkDayMoves: FixedTable<Move> { lists[List.sparkDays] }
    /// Pairs: a counter of distinct categories, and the one that holds the set seen.
    @inline(__always) var categoryMoves: FixedTable<Move> { lists[List.categories] }
    @inline(__always) var earnedMoves: FixedTable<Move> { lists[List.earned] }
    @inline(__always) var totalMoves: FixedTable<Move> { lists[List.total] }
    var overloadMoves: FixedTable<Move> { lists[List.overloads] }
    var taskMoves: FixedTable<Move> { lists[List.tasks] }
    var taskScoreMoves: FixedTable<Move> { lists[List.taskScore] }
    var moodMoves: FixedTable<Move> { lists[List.moods] }
    var activityMoves: FixedTable<Move> { lists[List.activities] }
    var stepMoves: FixedTable<Move> { lists[List.steps] }
    var entryMoves: FixedTable<Move> { lists[List.entries] }
    var streakGauges: FixedTable<Move> { lists[List.streak] }
    var levelGauges: FixedTable<Move> { lists[List.level] }

    /// Gathers what the events of some days move, all of which lie in the same seasons.
    init(
      _ missions: [MissionDefinition], _ counters: [MissionPlan.Counter], in days: Season,
      _ storage: TableStorage
    ) {
      let counting = counters.enumerated().filter { $1.season.encloses(days) }.map {
        number, counter in
        (counter, Move(counter: number, index: counter.index, window: counter.window))
      }
      func moves(_ matches: (Metric) -> Bool) -> [Move] {
        counting.filter { matches($0.0.metric) }.map(\.1)
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
      lists.append(moves { $0 == .sparkDays })
      lists.append(
        counting.flatMap { (counter, move) -> [Move] in
          let seen = counter.seen.map { Move(counter: -1, index: $0, window: move.window) }
          return seen.map { [move, $0] } ?? []
        })
      lists.append(moves { $0 == .earnedPoints || $0 == .totalPoints })
      let metrics: [Metric] = [
        .earnedPoints, .totalPoints, .overloads, .tasks, .taskScore, .moods, .activities,
        .questSteps, .entries, .streak, .level,
      ]
      for metric in metrics { lists.append(moves { $0 == metric }) }
      self.lists = storage.table(lists.map { storage.table($0) })
      standing = storage.table(
        missions.enumerated().compactMap { index, mission in
          guard mission.season.encloses(days) else { return nil }
          return MissionPlan.Gauge(standing: mission).map { Standing(mission: index, gauge: $0) }
        })
    }

    /// What a spark moves, by category × intensity: of the missions that it has to come before some
    /// hour for, or of the others.
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
      // Any counter of sparks will do to fill up with: nothing but sparks changes it.
      guard !areTimed, var filling = sparks.lazy.flatMap(\.self).first else { return sparks }
      filling.step = 0
      return sparks.map { $0 + Array(repeating: filling, count: width - $0.count) }
    }
  }
}

extension MissionPlan {
  /// A counter that an event moves.
  struct Move: Sendable {
    /// Position among all counters.
    var counter: Int
    var window: Window
    var index: Int
    /// The local hour before which the event must be; 24 when any will do.
    var beforeHour: Int32 = 24
  }

  /// What the events of an era move: the counters of missions whose season it lies in.
  ///
  /// A class, since every event takes hold of its era's: one reference instead of all the lists.
  final class Moves: Sendable {
    /// Moves by one for a spark, per category × intensity.
    let sparkMoves: [[Move]]
    let sparkDayMoves: [Move]
    /// Per counter of distinct categories: the counter, and the one that holds the set seen.
    let categoryMoves: [(count: Move, seen: Move)]
    let earnedMoves: [Move]
    let totalMoves: [Move]
    /// Moves by one for a completion, per window of the mission completed.
    let completionMoves: [[Move]]
    /// Moves by one for a first copy, per category × rarity.
    let cardMoves: [[Move]]
    let overloadMoves: [Move]
    let taskMoves: [Move]
    let taskScoreMoves: [Move]
    let moodMoves: [Move]
    let activityMoves: [Move]
    let stepMoves: [Move]
    let entryMoves: [Move]
    let streakGauges: [Move]
    let levelGauges: [Move]
    /// Missions that ask how high the streak or the level stands, looked at on every event.
    let standing: [(mission: Int, gauge: Gauge)]

    /// Gathers what the events of some days move, all of which lie in the same seasons.
    init(
      _ missions: [MissionDefinition], _ counters: [MissionPlan.Counter], in days: Season
    ) {
      typealias Move = MissionPlan.Move
      let counting = counters.enumerated().filter { $1.season.encloses(days) }.map {
        number, counter in
        (counter, Move(counter: number, window: counter.window, index: counter.index))
      }
      func moves(_ matches: (Metric) -> Bool) -> [Move] {
        counting.filter { matches($0.0.metric) }.map(\.1)
      }
      sparkMoves = Category.allCases.flatMap { category in
        Intensity.allCases.map { intensity in
          counting.compactMap { counter, move in
            guard case .sparks(let only, let least, let hour) = counter.metric,
              only == nil || only == category, least.map({ $0 <= intensity }) ?? true
            else { return nil }
            var move = move
            move.beforeHour = Int32(hour ?? 24)
            return move
          }
        }
      }
      categoryMoves = counting.compactMap { counter, move in
        counter.seen.map { (count: move, seen: Move(counter: -1, window: move.window, index: $0)) }
      }
      completionMoves = Window.allCases.map { window in
        moves {
          $0 == .missionsCompleted(window: nil) || $0 == .missionsCompleted(window: window)
        }
      }
      cardMoves = Category.allCases.flatMap { category in
        Rarity.allCases.map { rarity in
          moves {
            guard case .cards(let onlyCategory, let onlyRarity) = $0 else { return false }
            return (onlyCategory == nil || onlyCategory == category)
              && (onlyRarity == nil || onlyRarity == rarity)
          }
        }
      }
      sparkDayMoves = moves { $0 == .sparkDays }
      earnedMoves = moves { $0 == .earnedPoints }
      totalMoves = moves { $0 == .totalPoints }
      overloadMoves = moves { $0 == .overloads }
      taskMoves = moves { $0 == .tasks }
      taskScoreMoves = moves { $0 == .taskScore }
      moodMoves = moves { $0 == .moods }
      activityMoves = moves { $0 == .activities }
      stepMoves = moves { $0 == .questSteps }
      entryMoves = moves { $0 == .entries }
      streakGauges = moves { $0 == .streak }
      levelGauges = moves { $0 == .level }
      standing = missions.enumerated().compactMap { index, mission in
        guard mission.season.encloses(days) else { return nil }
        return MissionPlan.Gauge(standing: mission).map { (mission: index, gauge: $0) }
      }
    }
  }
}

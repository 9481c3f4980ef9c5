import FlintCalendar

extension JourneyState {
  func encode(to writer: inout StateWriter) {
    writer.write(opened)
    writer.write(isDirty)
    log.encode(to: &writer)
    writer.write(list: journeys) { writer, journey in
      writer.write(journey.start)
      writer.write(journey.id)
      writer.write(journey.at)
      writer.write(journey.recordedOn)
    }
    writer.write(list: unlocks) { writer, unlock in
      writer.write(unlock.ladder)
      writer.write(unlock.rung)
      writer.write(unlock.day)
      writer.write(unlock.at) { $0.write($1) }
    }
    writer.write(list: ladderProgress) { $0.write($1.next) }
  }

  init(from reader: inout StateReader) {
    opened = reader.integer()
    isDirty = reader.flag()
    log = ActivityLog(from: &reader)
    journeys = reader.list { reader in
      Journey(
        start: reader.day(), id: reader.id(), at: reader.instant(), recordedOn: reader.day())
    }
    unlocks = reader.list { reader in
      Unlock(
        ladder: reader.integer(), rung: reader.integer(), day: reader.day(),
        at: reader.optional { $0.instant() })
    }
    let next = reader.list { $0.integer(Int32.self) }
    ladderProgress = Array(repeating: LadderProgress(), count: next.count)
    if !climbAgain() || ladderProgress.map(\.next) != next || log.latest > opened
      || !journeys.allSatisfy({ $0.start <= $0.recordedOn && $0.recordedOn.number <= opened })
    {
      reader.fail()
      return
    }
    if let journey { activeBeforeStart = log.count(before: journey.start) }
    earlierUnlocks = unlocks.firstPosition(from: CivilDay(number: opened))
  }

  /// Derives the progress on each ladder from the achievements.
  ///
  /// - Returns: whether their order is valid.
  private mutating func climbAgain() -> Bool {
    var latest = Int32.min
    for unlock in unlocks {
      let (ladder, day) = (Int(unlock.ladder), unlock.day.number)
      guard ladderProgress.indices.contains(ladder), ladderProgress[ladder].next == unlock.rung,
        ladderProgress[ladder].lastDay < day, latest <= day, day <= opened
      else { return false }
      ladderProgress[ladder] = LadderProgress(next: unlock.rung + 1, lastDay: day)
      latest = day
    }
    return true
  }

  /// Returns whether the plan has all ladders and rungs of the state.
  func fits(_ plan: LadderPlan) -> Bool {
    (ladderProgress.isEmpty || ladderProgress.count == plan.ladders.count)
      && zip(ladderProgress, plan.ladders).allSatisfy { $0.next <= $1.rungCount }
  }
}

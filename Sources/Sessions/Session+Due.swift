import Calendar
public import Rules

extension Session {
  /// Returns what is due, the most urgent deadline first.
  ///
  /// - Parameters:
  ///   - span: the time to look ahead.
  ///   - kinds: the kinds to return; all if empty.
  public func dues(
    within span: DueSpan = .usual, kinds: Set<DueKind> = []
  ) throws(SessionError) -> [Due] {
    rulebook.dues(
      of: try state(), clock(within: span),
      kinds: kinds.isEmpty ? Set(DueKind.allCases) : kinds)
  }

  private func clock(within span: DueSpan) -> DueClock {
    let zone = zone
    let end = { (day: CivilDay) in zone.resolve(CivilTime(day: day + 1)).instant }
    let until: Instant
    let lastDay: CivilDay
    switch span {
    case .days(let days):
      lastDay = today + days
      until = Instant(milliseconds: end(lastDay).milliseconds - 1)
    case .minutes(let minutes):
      until = Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000)
      lastDay = zone.day(of: until)
    }
    return DueClock(
      now: now, time: CivilTime(now, offset: zone.offset(at: now)), until: until,
      lastDay: lastDay, end: end)
  }
}

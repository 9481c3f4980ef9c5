public import Rules

extension Session {
  /// What wants attention now, the most pressing deadline first.
  ///
  /// - Parameters:
  ///   - span: how far to look ahead.
  ///   - kinds: only these kinds; all when empty.
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

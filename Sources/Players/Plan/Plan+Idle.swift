import FlintCalendar
import FlintRules

extension Plan {
  /// Returns why nobody plays for what a column measures, if nobody does: for rolls in a pool, and goals of rolls or
  /// cards; `nil` for other measures.
  func idleReason(of column: Column) -> String? {
    switch measures[column.measure].kind {
    case .until(_, .pool(let pool, _)), .total(.rolls(let pool?)):
      let policies =
        column.segment.map { segment in [segments[segment].policy] }
        ?? playedPolicies.map(\.policy)
      return "nobody rolled in pool \(pool): \(idleReason(ofPool: pool, policies))"
    case .until(_, .cards):
      // A function may give cards in other ways.
      if case .scripted = behaviour { return nil }
      return "nobody had a spark or a roll, which could give a card: give the policy sparks"
    default: return nil
    }
  }

  private func idleReason(ofPool id: String, _ policies: [Policy]) -> String {
    if let reason = closedReason(ofPool: id) { return reason }
    if case .scripted = behaviour { return "the function day of the plan does not roll it" }
    let entries = policies.flatMap(\.pools).filter { $0.pool == id }
    if entries.isEmpty { return "the policy does not name it in pools" }
    let seasons = seasons(ofPool: id)
    let isInTime = entries.contains { entry in
      let days = entry.fromDay...max(entry.fromDay, min(entry.untilDay ?? mostDays, mostDays))
      return entry.fromDay <= mostDays && seasons.contains { $0.hasDay(of: days, from: start) }
    }
    return isInTime
      ? "no player had what its price, save_until and keep ask for; give more income, or save less"
      : "it is not open on the days from from_day to until_day of its entry in pools"
  }

  /// The pools of the policies that are never open in the days of the plan, with the reason.
  var closedPools: [String] {
    var remarks: [String] = []
    for entry in playedPolicies.flatMap(\.policy.pools) {
      guard let reason = closedReason(ofPool: entry.pool) else { continue }
      let remark = "nobody rolled in pool \(entry.pool): \(reason)"
      if !remarks.contains(remark) { remarks.append(remark) }
    }
    return remarks
  }

  /// Returns the days on which a pool is open, where none of them is a day of the plan under any rulebook.
  private func closedReason(ofPool id: String) -> String? {
    let seasons = seasons(ofPool: id)
    guard let season = seasons.first,
      !seasons.contains(where: { $0.hasDay(of: 1...mostDays, from: start) })
    else { return nil }
    let days = [season.firstText.map { "from \($0)" }, season.lastText.map { "to \($0)" }]
    let last = mostDays == Horizon.mostDays ? nil : start + Int(clamping: mostDays - 1)
    return
      "it is open \(days.compactMap(\.self).joined(separator: " ")), and the days of the plan are those from "
      + "\(start) \(last.map { "to \($0)" } ?? "on"); give another start"
  }

  private func seasons(ofPool id: String) -> [Season] {
    variants.compactMap { variant in
      variant.rulebook.poolPosition(id: id).map { variant.rulebook.definition.pools[$0].season }
    }
  }
}

extension Season {
  /// Returns whether a day of a plan is in the season.
  ///
  /// - Parameters:
  ///   - days: the days, counted from 1.
  ///   - start: the day with the number 1.
  fileprivate func hasDay(of days: ClosedRange<Int64>, from start: CivilDay) -> Bool {
    let first = start + Int(clamping: days.lowerBound - 1)
    let last = start + Int(clamping: days.upperBound - 1)
    guard isYearly else {
      return (from.map { $0 <= last } ?? true) && (before.map { first < $0 } ?? true)
    }
    return (0...min(last.number - first.number, 366)).contains { contains(first + Int($0)) }
  }
}

package import FlintCalendar
package import FlintRules

extension Profile {
  /// Returns a new profile, folded with a rulebook.
  ///
  /// - Parameters:
  ///   - seed: the key of its ids and draws; by default from the system's random generator.
  ///   - zone: the IANA name of its time zone; by default that of the system.
  ///   - dayStart: the local time at which its civil days start.
  ///   - now: the instant of its creation.
  /// - Throws: `SessionError` when the zone is unknown or the rulebook is invalid.
  package static func new(
    seed: UInt64? = nil, zone: String? = nil, dayStart: DayStart = .midnight,
    rulebook: RulebookDefinition = .newProfileDefault, now: Instant = .present()
  ) throws(SessionError) -> Profile {
    let zone = try CivilZone.named(zone ?? CivilZone.systemName)
    guard let compiled = try? Rulebook(rulebook) else { throw .unknownRulebook(rulebook.id) }
    let seed = seed ?? UInt64.random(in: .min ... .max)
    var random = SystemRandomNumberGenerator()
    return Profile(
      id: EventID(high: random.next(), low: random.next()), seed: seed, zone: zone.name,
      dayStart: dayStart, rulebook: rulebook.id, rulebookHash: compiled.hash, createdAt: now)
  }
}

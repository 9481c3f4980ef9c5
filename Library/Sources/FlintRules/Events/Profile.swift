package import FlintCalendar

/// The attributes of a profile that do not depend on its events.
package struct Profile: Equatable, Sendable {
  /// The id that this profile and its copies share, and no other profile has.
  package var id: EventID
  /// The key of every id and every draw; it never changes.
  package var seed: UInt64
  /// The IANA name of the time zone that determines the current civil day.
  package var zone: String
  /// The local time at which civil days start.
  package var dayStart: DayStart
  package var display: DisplaySettings
  package var rulebook: String
  package var rulebookHash: String
  package var createdAt: Instant

  package init(
    id: EventID, seed: UInt64, zone: String, dayStart: DayStart = .midnight,
    display: DisplaySettings = DisplaySettings(), rulebook: String, rulebookHash: String,
    createdAt: Instant
  ) {
    self.id = id
    self.seed = seed
    self.zone = zone
    self.dayStart = dayStart
    self.display = display
    self.rulebook = rulebook
    self.rulebookHash = rulebookHash
    self.createdAt = createdAt
  }
}

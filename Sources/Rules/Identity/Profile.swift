/// What a profile is, apart from its events.
public struct Profile: Equatable, Sendable {
  /// What tells this profile, and copies of it, from every other.
  public var id: EventID
  /// The key of every id and every draw; it never changes.
  public var seed: UInt64
  /// The IANA name of the zone that decides what today is.
  public var zone: String
  /// The id of the rulebook it is folded with.
  public var rulebook: String
  /// That rulebook's hash.
  public var rulebookHash: String
  /// When the profile was made.
  public var createdAt: Instant

  /// Makes a profile.
  public init(
    id: EventID, seed: UInt64, zone: String, rulebook: String, rulebookHash: String,
    createdAt: Instant
  ) {
    self.id = id
    self.seed = seed
    self.zone = zone
    self.rulebook = rulebook
    self.rulebookHash = rulebookHash
    self.createdAt = createdAt
  }
}

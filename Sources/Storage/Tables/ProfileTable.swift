import Calendar
import GRDB
public import Rules

/// The table `profile`, which has one row.
public struct ProfileTable: TableAccess {
  let access: StoreAccess

  /// Returns the properties of the profile.
  public func read() throws -> Profile {
    guard let row = try Row.fetchOne(database, sql: "SELECT * FROM profile") else {
      throw Damage("the profile's own row is missing")
    }
    return Profile(
      id: try row.id("id"), seed: UInt64(bitPattern: try row.read("seed")),
      zone: try row.read("zone"), rulebook: try row.read("rulebook"),
      rulebookHash: try row.read("rulebook_hash"), createdAt: try row.instant("created_at"))
  }

  /// Stores a new profile.
  static func insert(_ profile: Profile, into database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO profile (only, id, seed, zone, rulebook, rulebook_hash, created_at,
          record_count, record_high, record_low)
        VALUES (1, ?, ?, ?, ?, ?, ?, 0, 0, 0)
        """,
      arguments: [
        profile.id.data, Int64(bitPattern: profile.seed), profile.zone, profile.rulebook,
        profile.rulebookHash, profile.createdAt.milliseconds,
      ])
    try RowSum.renew("profile", in: database)
  }

  /// Returns the stored sum of the profile's records.
  public func recordSum() throws -> RecordSum {
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT record_count, record_high, record_low FROM profile")
    else { return RecordSum() }
    return RecordSum(
      count: try row.read("record_count"), high: UInt64(bitPattern: try row.read("record_high")),
      low: UInt64(bitPattern: try row.read("record_low")))
  }

  /// Stores the sum of the profile's records.
  public func setRecordSum(_ sum: RecordSum) throws {
    try database.execute(
      sql: "UPDATE profile SET record_count = ?, record_high = ?, record_low = ?",
      arguments: sum.columns)
  }

  /// Makes a rulebook the one with which the profile is folded, and stores its definition.
  public func setRulebook(id: String, hash: String, definition: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO rulebook (hash, definition) VALUES (?, ?)",
      arguments: [hash, definition])
    try database.execute(
      sql: "UPDATE profile SET rulebook = ?, rulebook_hash = ?", arguments: [id, hash])
    try RowSum.renew("profile", in: database)
    try access.stateCache.clear()
  }
}

extension RecordSum {
  /// The values of the columns `record_count`, `record_high` and `record_low`.
  var columns: StatementArguments {
    [count, Int64(bitPattern: high), Int64(bitPattern: low)]
  }
}

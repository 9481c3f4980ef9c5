import FlintCalendar
import GRDB
import FlintJSON
package import FlintRules
import FlintSchema

/// The table `profile`, which has one row.
package struct ProfileTable: TableAccess {
  let access: StoreAccess

  package func read() throws -> Profile {
    guard let row = try Row.fetchOne(database, sql: "SELECT * FROM profile") else {
      throw Damage("the profile's own row is missing")
    }
    return try Self.profile(row)
  }

  static func profile(_ row: Row) throws -> Profile {
    guard let dayStart = DayStart(minutes: try row.read("day_start")) else {
      throw Damage(column: "day_start")
    }
    var profile = Profile(
      id: try row.id("id"), seed: UInt64(bitPattern: try row.read("seed")),
      zone: try row.read("zone"), dayStart: dayStart, rulebook: try row.read("rulebook"),
      rulebookHash: try row.read("rulebook_hash"), createdAt: try row.instant("created_at"))
    for setting in ProfileSetting.displayed {
      do {
        try profile.set(setting, to: try row.read(setting.column))
      } catch is FieldError {
        throw Damage(column: setting.column)
      }
    }
    try profile.readOptions(try row.read(Profile.optionsColumn))
    return profile
  }

  static func insert(_ profile: Profile, into database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO profile (only, id, seed, zone, rulebook, rulebook_hash, created_at,
          record_count, record_high, record_low, day_start, week_start, language, color, options)
        VALUES (1, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?)
        """,
      arguments: [
        profile.id.data, Int64(bitPattern: profile.seed), profile.zone, profile.rulebook,
        profile.rulebookHash, profile.createdAt.milliseconds,
      ] + profile.settingColumns)
    try RowSum.renew("profile", in: database)
  }

  package func recordSum() throws -> RecordSum {
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT record_count, record_high, record_low FROM profile")
    else { return RecordSum() }
    return RecordSum(
      count: try row.read("record_count"), high: UInt64(bitPattern: try row.read("record_high")),
      low: UInt64(bitPattern: try row.read("record_low")))
  }

  package func setRecordSum(_ sum: RecordSum) throws {
    try database.execute(
      sql: "UPDATE profile SET record_count = ?, record_high = ?, record_low = ?",
      arguments: sum.columns)
  }

  package func setSettings(of profile: Profile) throws {
    try database.execute(
      sql: """
        UPDATE profile
        SET zone = ?, day_start = ?, week_start = ?, language = ?, color = ?, options = ?
        """, arguments: [profile.zone] + profile.settingColumns)
    try RowSum.renew("profile", in: database)
  }

  /// Makes a rulebook the one with which the profile is folded, and stores its definition.
  package func setRulebook(id: String, hash: String, definition: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO rulebook (hash, definition) VALUES (?, ?)",
      arguments: [hash, definition])
    try database.execute(
      sql: "UPDATE profile SET rulebook = ?, rulebook_hash = ?", arguments: [id, hash])
    try RowSum.renew("profile", in: database)
    try access.stateCache.clear()
  }
}

extension ProfileSetting {
  /// The settings that only determine how a profile is shown and have columns of their own, in their order.
  fileprivate static let displayed: [ProfileSetting] = [.weekStart, .language, .color]

  fileprivate var column: String {
    switch self {
    case .zone: "zone"
    case .dayStart: "day_start"
    case .weekStart: "week_start"
    case .language: "language"
    case .color: "color"
    case .pager, .limit, .saved: Profile.optionsColumn
    }
  }
}

extension Profile {
  /// The column of the settings that have none of their own: a JSON object with those that differ from their
  /// defaults, in the order of `settings`.
  fileprivate static let optionsColumn = "options"

  fileprivate var options: String {
    let given = settings.filter {
      $0.column == Self.optionsColumn && value(of: $0) != $0.defaultValue
    }
    return JSONValue.object(given.map { ($0.name, .string(value(of: $0))) }).text()
  }

  fileprivate mutating func readOptions(_ text: String) throws(Damage) {
    let damage = Damage(column: Self.optionsColumn)
    guard case .object(let members)? = try? JSONValue(parsing: text) else { throw damage }
    for (name, value) in members {
      guard let setting = ProfileSetting(name: name), setting.column == Self.optionsColumn,
        case .string(let value) = value
      else { throw damage }
      do throws(FieldError) { try set(setting, to: value) } catch { throw damage }
    }
    // Two texts for the same settings would be two versions of one row.
    guard text == options else { throw damage }
  }

  /// The values of the columns `day_start`, `week_start`, `language`, `color` and `options`.
  fileprivate var settingColumns: StatementArguments {
    [Int64(dayStart.minutes)] + StatementArguments(ProfileSetting.displayed.map { value(of: $0) })
      + [options]
  }
}

extension RecordSum {
  /// The values of the columns `record_count`, `record_high` and `record_low`.
  var columns: StatementArguments {
    [count, Int64(bitPattern: high), Int64(bitPattern: low)]
  }
}

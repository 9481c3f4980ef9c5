import GRDB
import FlintRules

/// The names of categories and intensities that the rulebooks of a profile list, without which the numbers
/// in its rows mean nothing.
enum StoredNames {
  /// Makes the names known to this process.
  ///
  /// - Parameter schema: the name of the database: `main`, or an attached one.
  static func declare(_ database: Database, schema: String = "main") throws {
    // Older files have no rulebooks.
    guard try database.tableExists("rulebook", in: schema) else { return }
    for name in try names("categories", database, schema) { _ = SparkCategory(declaring: name) }
    for name in try names("intensities", database, schema) { _ = SparkIntensity(declaring: name) }
  }

  private static func names(
    _ list: String, _ database: Database, _ schema: String
  ) throws -> [String] {
    // Most rulebooks have no such list: only the definitions of the others are parsed.
    try String.fetchAll(
      database,
      sql: """
        SELECT value ->> '$.id' FROM \(schema).rulebook AS r, json_each(r.definition, '$.\(list)')
        WHERE instr(r.definition, '"\(list)"') > 0 AND json_valid(r.definition)
          AND value ->> '$.id' IS NOT NULL
        """)
  }
}

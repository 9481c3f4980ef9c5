import CSystem
import GRDB
import GRDBSQLite

/// The tables and indexes that a profile's file may have. A trigger or view in a file from
/// elsewhere is SQL that runs when the profile is used, and so is an expression in a table's
/// definition.
extension Schema {
  private struct Object: Equatable {
    var type: String
    var definition: String
  }

  /// An object in a file that no version of Flint creates.
  struct ForeignObject: Error {
    var name: String
  }

  /// Prevents a connection from running SQL that is defined in the file, and refuses a file that
  /// contains any, before anything else in the file is queried or changed.
  ///
  /// - Throws: `ForeignObject`.
  static func distrust(_ database: Database) throws {
    guard cs_distrust_schema(database.sqliteConnection) == SQLITE_OK else {
      throw DatabaseError(message: "this SQLite cannot be kept from running a file's own SQL")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if let name = try foreignObject(in: database, version: version) {
      throw ForeignObject(name: name)
    }
  }

  /// Returns the first object in a file that no version of Flint creates; `nil` if there is none.
  /// `StoreAccess.schemaProblems` finds missing objects.
  static func foreignObject(in database: Database, version: Int) throws -> String? {
    let known = objects(ofVersion: version)
    // Only columns of SQLite's own table are queried, so that a view cannot answer instead.
    let rows = try Row.fetchAll(
      database, sql: "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY rowid")
    for row in rows {
      let (type, name): (String, String) = (try row.read("type"), try row.read("name"))
      guard let sql: String = try row.read("sql") else {
        // An index that SQLite creates for a key of a table has no definition.
        if type == "index", known[try row.read("tbl_name")]?.type == "table" { continue }
        return "\(type) \(name)"
      }
      guard known[name] == Object(type: type, definition: normalized(sql.utf8)) else {
        return "\(type) \(name)\(known[name] == nil ? "" : " of another form")"
      }
    }
    return nil
  }

  /// Returns the objects of a version by name, derived from its migrations.
  private static func objects(ofVersion version: Int) -> [String: Object] {
    var objects = foundations
    for migration in migrations.prefix(max(0, version)) {
      for statement in migration.sql.utf8.split(separator: UInt8(ascii: ";")) {
        add(normalized(statement), to: &objects)
      }
    }
    return objects
  }

  /// The tables in which GRDB stores its migrations, and SQLite its statistics (`ANALYZE`).
  private static let foundations = [
    "grdb_migrations": "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
    "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ].mapValues { Object(type: "table", definition: normalized($0.utf8)) }

  /// Adds the object that a statement creates, as SQLite stores it ("The Schema Table").
  private static func add(_ statement: String, to objects: inout [String: Object]) {
    // As bytes: this runs whenever a profile is opened, and characters take far longer.
    let words = statement.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
    guard words.count > 3 else { return }
    switch (words[0], words[1]) {
    case ("CREATE", "TABLE"):
      let name = words[2].utf8.prefix { $0 != UInt8(ascii: "(") }
      objects[String(Substring(name))] = Object(type: "table", definition: statement)
    case ("CREATE", "INDEX"), ("CREATE", "UNIQUE"):
      guard var index = words.firstIndex(of: "INDEX") else { return }
      index += 1
      let isConditional = words[index...].starts(with: ["IF", "NOT", "EXISTS"])
      let rest = words[(isConditional ? index + 3 : index)...]
      if let name = rest.first {
        objects[String(name)] = Object(
          type: "index", definition: (words[..<index] + rest).joined(separator: " "))
      }
    case ("ALTER", "TABLE"):
      // SQLite adds the column of ADD COLUMN after the last one.
      guard let table = objects[String(words[2])],
        let end = table.definition.utf8.lastIndex(of: UInt8(ascii: ")")),
        words[3...].starts(with: ["ADD", "COLUMN"])
      else { return }
      let column = words[5...].joined(separator: " ")
      objects[String(words[2])]?.definition = normalized(
        (table.definition[..<end] + ", " + column + table.definition[end...]).utf8)
    default: break
    }
  }

  /// Returns a definition with each run of white space replaced by one space, and without spaces
  /// beside brackets and commas.
  private static func normalized(_ sql: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var isSpacing = false
    for byte in sql {
      if byte == 32 || (9...13).contains(byte) {
        isSpacing = true
        continue
      }
      if isSpacing, let last = text.last, !isTight(last), !isTight(byte) { text.append(32) }
      isSpacing = false
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isTight(_ byte: UInt8) -> Bool { byte == 40 || byte == 41 || byte == 44 }
}

import GRDB
import FlintJSON
package import FlintRules

/// The table `rulebook`: the definitions of rulebooks, as JSON, by their hashes.
package struct RulebookTable: TableAccess {
  let access: StoreAccess

  /// Returns a stored rulebook; `nil` if it is not stored.
  ///
  /// - Throws: `Damage` unless the definition has the hash under which it is stored: it may come from
  ///   elsewhere, and another number in it would change every result of the profile.
  package func rulebook(hash: String) throws -> Rulebook? {
    let row = try Row.fetchOne(
      database, sql: "SELECT * FROM rulebook WHERE hash = ?", arguments: [hash])
    return try row.map { try Self.checked($0) }
  }

  /// Returns every stored rulebook that this version can read, ordered by hash.
  ///
  /// - Throws: `Damage` if one does not have its hash.
  package func all() throws -> [Rulebook] {
    try rows().compactMap { row in
      do {
        return try Self.checked(row)
      } catch let damage as Damage where damage.isUnreadable {
        return nil
      }
    }
  }

  /// Returns descriptions of the stored rulebooks that cannot be read or do not have the hash under which
  /// they are stored, and whether the one of the profile is missing.
  func problems() throws -> [String] {
    let profile = try access.profile.read()
    var problems: [String] = []
    let rows = try rows()
    for row in rows {
      do {
        _ = try Self.checked(row)
      } catch let damage as Damage {
        problems.append(damage.detail)
      }
    }
    // A bundled rulebook need not be stored.
    if try !rows.contains(where: { try $0.read("hash") == profile.rulebookHash }),
      !RulebookDefinition.bundled.contains(where: { $0.id == profile.rulebook })
    {
      problems.append("the rulebook \(profile.rulebook), which the profile needs, is missing")
    }
    return problems
  }

  /// Removes the stored rulebooks that cannot be read or do not have their hash.
  ///
  /// - Returns: their descriptions.
  func removeDamaged() throws -> [String] {
    try rows().compactMap { row in
      do {
        _ = try Self.checked(row)
        return nil
      } catch let damage as Damage {
        let hash: DatabaseValue = row["hash"]
        try database.execute(sql: "DELETE FROM rulebook WHERE hash = ?", arguments: [hash])
        return damage.detail
      }
    }
  }

  private func rows() throws -> [Row] {
    try Row.fetchAll(database, sql: "SELECT * FROM rulebook ORDER BY hash")
  }

  private static func checked(_ row: Row) throws -> Rulebook {
    let hash: String = try row.read("hash")
    guard let definition: String = try? row.read("definition"),
      let rulebook = Rulebook(stored: definition)
    else {
      var damage = Damage("the rulebook \(hash) in the profile is damaged: it cannot be read")
      damage.isUnreadable = true
      throw damage
    }
    guard rulebook.hash == hash else {
      throw Damage("the rulebook \(hash) in the profile is damaged: it does not have that hash")
    }
    return rulebook
  }

  /// Stores the definition of a rulebook, if it is not stored yet.
  package func keep(hash: String, definition: String) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO rulebook (hash, definition) VALUES (?, ?)",
      arguments: [hash, definition])
  }
}

extension Rulebook {
  /// Reads a stored definition; `nil` if this version does not support it.
  fileprivate init?(stored definition: String) {
    guard let tree = try? JSONValue(parsing: definition),
      let definition = try? RulebookDefinition(reading: tree, bundled: []),
      let rulebook = try? Rulebook(definition)
    else { return nil }
    self = rulebook
  }
}

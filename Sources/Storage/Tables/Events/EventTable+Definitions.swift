import GRDB
package import FlintRules

extension EventTable {
  /// Returns the tasks, trackers and quest sets that a batch added and that are not removed, each
  /// with the other batches whose events about it are not removed: without the definition those
  /// events would have no effect.
  package func definitions(
    ofBatch batch: Int64
  ) throws -> [EventID: Set<Int64>] {
    var found: [EventID: Set<Int64>] = [:]
    for (definition, name) in [
      (EventKind.taskAdd, "task"), (.trackerCreate, "tracker"), (.questLoad, "set"),
    ] {
      let added = try Row.fetchAll(
        database,
        sql: """
          SELECT id, content ->> 'id' AS name FROM event
          WHERE batch = ? AND kind = ? AND removed = 0
          """, arguments: [batch, Int64(definition.rawValue)])
      if added.isEmpty { continue }
      var batches: [String: Set<Int64>] = [:]
      let uses = try Row.fetchCursor(
        database,
        sql: """
          SELECT DISTINCT content ->> ?1 AS name, batch FROM event
          WHERE batch <> ?2 AND removed = 0 AND name IS NOT NULL
            AND kind IN (\(EventKind.referring(by: name).sqlList))
          """, arguments: [name, batch])
      while let use = try uses.next() {
        let name: String = try use.read("name")
        batches[name.lowercased(), default: []].insert(try use.read("batch"))
      }
      for row in added {
        let id = try row.id("id")
        // A quest set is identified by its own name, ignoring case.
        let name: String? = definition == .questLoad ? try row.read("name") : id.description
        found[id] = name.flatMap { batches[$0.lowercased()] } ?? []
      }
    }
    return found
  }
}

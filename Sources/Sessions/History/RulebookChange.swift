import FlintJSON
package import FlintRules

/// A change of the rulebook with which a profile is folded. It is not an event, so its batch stores
/// it in its detail, with which it can be undone, redone and listed in the log.
package struct RulebookChange: Equatable, Sendable {
  /// A rulebook, identified by its id and the hash of its definition.
  package struct Version: Equatable, Sendable {
    package var id: String
    package var hash: String
  }

  package var old: Version
  package var new: Version

  package var reversed: RulebookChange { RulebookChange(old: new, new: old) }

  /// A text such as `rulebook ignition → own`; versions with the same id are distinguished by the
  /// beginnings of their hashes.
  package var text: String {
    func name(_ version: Version) -> String {
      old.id == new.id ? "\(version.id) \(version.hash.prefix(8))" : version.id
    }
    return "rulebook \(name(old)) → \(name(new))"
  }

  /// The detail of the batch, as a JSON object.
  var detail: String {
    func value(_ version: Version) -> JSONValue {
      .object([("id", .string(version.id)), ("hash", .string(version.hash))])
    }
    return JSONValue.object([
      ("rulebook", .object([("old", value(old)), ("new", value(new))]))
    ]).text()
  }
}

extension RulebookChange {
  /// Reads the detail of a batch; `nil` if it does not describe a change of the rulebook.
  init?(detail: String) {
    func version(_ value: JSONValue?) -> Version? {
      guard case .string(let id)? = value?["id"], case .string(let hash)? = value?["hash"] else {
        return nil
      }
      return Version(id: id, hash: hash)
    }
    let change = (try? JSONValue(parsing: detail))?["rulebook"]
    guard let old = version(change?["old"]), let new = version(change?["new"]) else { return nil }
    self.init(old: old, new: new)
  }
}

extension StoredBatch {
  /// The change of the rulebook that the batch made; `nil` if it made none.
  package var rulebookChange: RulebookChange? { detail.flatMap { RulebookChange(detail: $0) } }
}

public import Rules

/// That a profile is folded with another rulebook than before. It is no event, so the batch that made
/// it keeps it in its detail: with that it can be undone and redone, and the log can list it.
public struct RulebookChange: Equatable, Sendable {
  /// A rulebook by its id and the hash of its definition.
  public struct Version: Equatable, Sendable {
    /// The rulebook's id.
    public var id: String
    /// The hash of its definition.
    public var hash: String
  }

  /// The rulebook before.
  public var old: Version
  /// The rulebook afterwards.
  public var new: Version

  /// The change that takes this one back.
  public var reversed: RulebookChange { RulebookChange(old: new, new: old) }

  /// `rulebook ignition → own`; versions of one id are told apart by the beginnings of their hashes.
  public var text: String {
    func name(_ version: Version) -> String {
      old.id == new.id ? "\(version.id) \(version.hash.prefix(8))" : version.id
    }
    return "rulebook \(name(old)) → \(name(new))"
  }

  /// What the batch keeps, as a JSON object.
  var detail: String {
    func value(_ version: Version) -> JSONValue {
      .object([("id", .string(version.id)), ("hash", .string(version.hash))])
    }
    return JSONValue.object([
      ("rulebook", .object([("old", value(old)), ("new", value(new))]))
    ]).text()
  }

  init(old: Version, new: Version) {
    self.old = old
    self.new = new
  }

  /// Reads what a batch keeps; `nil` when that is no change of the rulebook.
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
  /// The change of the rulebook that the batch made, if it made one.
  public var rulebookChange: RulebookChange? { detail.flatMap { RulebookChange(detail: $0) } }
}

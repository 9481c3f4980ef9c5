import FlintJSON
import FlintRules

/// A value of a shard's JSON.
protocol ShardValue {
  var shardJSON: JSONValue { get }
  /// Parses a value; `nil` when the JSON is of another kind.
  init?(shardJSON: JSONValue)
}

/// A record of a shard's JSON, an object whose members are declared once, for writing and reading.
protocol ShardRecord: ShardValue {
  /// The members, in the order of the object.
  static var members: [ShardMember<Self>] { get }
  /// Whether the members that were read are consistent.
  var isConsistent: Bool { get }
  /// Creates a record to read members into.
  init()
}

extension ShardRecord {
  var isConsistent: Bool { true }

  var shardJSON: JSONValue {
    .object(
      Self.members.compactMap { member in
        let value = member.value(self)
        return member.isOmittedIfNull && value == .null ? nil : (member.name, value)
      })
  }

  init?(shardJSON json: JSONValue) {
    guard case .object(let found) = json else { return nil }
    self.init()
    for member in Self.members {
      let given = found.first { $0.name == member.name }?.value
      guard let value = given ?? (member.isOmittedIfNull ? .null : nil), member.read(value, &self)
      else { return nil }
    }
    if !isConsistent { return nil }
  }
}

struct ShardMember<Record> {
  let name: String
  package let value: (Record) -> JSONValue
  /// Reads a value into a record; returns whether it is valid.
  let read: (JSONValue, inout Record) -> Bool
  /// Whether `null` is not written, so that records without it are those of earlier versions.
  private(set) var isOmittedIfNull = false

  /// Declares a member by its property, which is not written where it is `nil`.
  init<Value: ShardValue>(omitting name: String, _ path: WritableKeyPath<Record, Value?>) {
    self.init(name, path)
    isOmittedIfNull = true
  }

  init<Value: ShardValue>(_ name: String, _ path: WritableKeyPath<Record, Value>) {
    self.name = name
    value = { $0[keyPath: path].shardJSON }
    read = { json, record in
      guard let value = Value(shardJSON: json) else { return false }
      record[keyPath: path] = value
      return true
    }
  }

  /// Declares a member that is the same in every record.
  init(_ name: String, constant: JSONValue) {
    self.name = name
    value = { _ in constant }
    read = { json, _ in json == constant }
  }
}

extension Int64: ShardValue {
  var shardJSON: JSONValue { .integer(self) }

  init?(shardJSON json: JSONValue) {
    guard case .integer(let number) = json else { return nil }
    self = number
  }
}

extension Int: ShardValue {
  var shardJSON: JSONValue { .integer(Int64(self)) }

  init?(shardJSON json: JSONValue) {
    guard case .integer(let number) = json else { return nil }
    self.init(exactly: number)
  }
}

/// A decimal string, since JSON's integers have 64 bits.
extension Int128: ShardValue {
  var shardJSON: JSONValue { .string("\(self)") }

  init?(shardJSON json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self.init(text)
  }
}

extension Double: ShardValue {
  var shardJSON: JSONValue { .number(self) }

  init?(shardJSON json: JSONValue) {
    switch json {
    case .number(let number) where number.isFinite: self = number
    case .integer(let number): self.init(number)
    default: return nil
    }
  }
}

extension String: ShardValue {
  var shardJSON: JSONValue { .string(self) }

  init?(shardJSON json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self = text
  }
}

extension Optional: ShardValue where Wrapped: ShardValue {
  var shardJSON: JSONValue { map(\.shardJSON) ?? .null }

  init?(shardJSON json: JSONValue) {
    if json == .null {
      self = .none
    } else if let value = Wrapped(shardJSON: json) {
      self = .some(value)
    } else {
      return nil
    }
  }
}

extension Array: ShardValue where Element: ShardValue {
  var shardJSON: JSONValue { .array(map(\.shardJSON)) }

  init?(shardJSON json: JSONValue) {
    guard case .array(let list) = json else { return nil }
    self = []
    for value in list {
      guard let element = Element(shardJSON: value) else { return nil }
      append(element)
    }
  }
}

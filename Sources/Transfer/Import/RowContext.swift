import JSON
import Rules

/// The part of a row's meaning that other rows or files determine. A rejects file stores it with a
/// rejected row, so that the row keeps its meaning when it is imported alone. A JSON object, whose
/// members each format chooses.
struct RowContext: Sendable {
  private var members: [(name: String, value: JSONValue)] = []

  /// Creates an empty context.
  init() {}

  /// Reads the text stored in a rejects file; `nil` when Flint did not write it.
  init?(_ text: String) {
    guard let value = try? JSONValue(parsing: text), case .object(let members) = value else {
      return nil
    }
    self.members = members
  }

  init?(_ value: JSONValue?) {
    guard case .object(let members)? = value else { return nil }
    self.members = members
  }

  /// The context in the form that a rejects file stores; `nil` when it is empty.
  var text: String? { members.isEmpty ? nil : JSONValue.object(members).text() }

  /// The context as a value for nesting in another one.
  var value: JSONValue { .object(members) }

  /// The names of its members, in order.
  var names: [String] { members.map(\.name) }

  subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// The value of a text member; empty if absent.
  subscript(text name: String) -> String {
    get { if case .string(let text)? = self[name] { text } else { "" } }
    set { self[name] = newValue.isEmpty ? nil : .string(newValue) }
  }

  /// The value of a whole-number member.
  subscript(number name: String) -> Int? {
    get { if case .integer(let number)? = self[name] { Int(number) } else { nil } }
    set { self[name] = newValue.map { .integer(Int64($0)) } }
  }

  /// The value of a member that is a list of whole numbers; empty if absent.
  subscript(numbers name: String) -> [Int] {
    get {
      guard case .array(let list)? = self[name] else { return [] }
      return list.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
    }
    set { self[name] = newValue.isEmpty ? nil : .array(newValue.map { .integer(Int64($0)) }) }
  }

  /// The value of a member that is a list of texts; empty if absent.
  subscript(texts name: String) -> [String] {
    get {
      guard case .array(let list)? = self[name] else { return [] }
      return list.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    set { self[name] = newValue.isEmpty ? nil : .array(newValue.map { .string($0) }) }
  }

  /// The value of a member that is itself a context; an empty context if absent.
  subscript(context name: String) -> RowContext {
    get { RowContext(self[name]) ?? RowContext() }
    set { self[name] = newValue.members.isEmpty ? nil : newValue.value }
  }
}

extension RowContext {
  /// The order in which dates are read, where the file needed one: a single row may not determine
  /// it.
  var dateOrder: DateOrder? {
    get { DateOrder(rawValue: self[text: "dates"]) }
    set { self[text: "dates"] = newValue?.rawValue ?? "" }
  }
}

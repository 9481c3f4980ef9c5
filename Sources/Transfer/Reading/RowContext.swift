import Rules

/// What a row means by the rows around it, or by other files: what a rejects file has to keep of a
/// row so that it still means that when it comes back alone. A JSON object, whose members each format
/// chooses.
struct RowContext: Sendable {
  private var members: [(name: String, value: JSONValue)] = []

  /// Makes a context that says nothing.
  init() {}

  /// Reads what a rejects file has; `nil` when it is nothing of Flint's.
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

  /// The context as a rejects file has it; `nil` when there is nothing to be kept.
  var text: String? { members.isEmpty ? nil : JSONValue.object(members).text() }

  /// It as a part of another one.
  var value: JSONValue { .object(members) }

  /// The names of its members, in their order.
  var names: [String] { members.map(\.name) }

  subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// A member that is a text, empty where there is none.
  subscript(text name: String) -> String {
    get { if case .string(let text)? = self[name] { text } else { "" } }
    set { self[name] = newValue.isEmpty ? nil : .string(newValue) }
  }

  /// A member that is a whole number.
  subscript(number name: String) -> Int? {
    get { if case .integer(let number)? = self[name] { Int(number) } else { nil } }
    set { self[name] = newValue.map { .integer(Int64($0)) } }
  }

  /// A member that is a list of whole numbers, empty where there is none.
  subscript(numbers name: String) -> [Int] {
    get {
      guard case .array(let list)? = self[name] else { return [] }
      return list.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
    }
    set { self[name] = newValue.isEmpty ? nil : .array(newValue.map { .integer(Int64($0)) }) }
  }

  /// A member that is a list of texts, empty where there is none.
  subscript(texts name: String) -> [String] {
    get {
      guard case .array(let list)? = self[name] else { return [] }
      return list.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    set { self[name] = newValue.isEmpty ? nil : .array(newValue.map { .string($0) }) }
  }

  /// A member that is itself a context; one that says nothing where there is none.
  subscript(context name: String) -> RowContext {
    get { RowContext(self[name]) ?? RowContext() }
    set { self[name] = newValue.members.isEmpty ? nil : newValue.value }
  }
}

extension RowContext {
  /// The order in which dates are read, where the file needed one: alone a row may not tell it.
  var dateOrder: DateOrder? {
    get { DateOrder(rawValue: self[text: "dates"]) }
    set { self[text: "dates"] = newValue?.rawValue ?? "" }
  }
}

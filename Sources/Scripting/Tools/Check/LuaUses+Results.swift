import Lua

/// The locals of a script, and what is known of the values in them.
extension LuaUses {
  /// A local variable, a parameter, or a variable of a loop.
  struct Local {
    var name: String
    /// Where the names of its `local` statement begin; `nil` for parameters and variables of loops.
    var statement: Position?
    /// The number of functions around it.
    var depth: Int
    var known: KnownResult?
    var isRead = false
    var isReassigned = false

    mutating func reassign() { (known, isReassigned) = (nil, true) }
  }

  /// A result of a function of Flint, a field of it, or an item of a list or loop of them.
  struct KnownResult {
    /// The function, and the fields by which the value is reached, such as `profile.streaks`.
    var source: String
    /// The type, without whether it may be nil.
    var type: Substring
    var fields: [HostResult]

    init(_ result: HostResult, of source: String) {
      self.source = source
      type = result.type.hasSuffix("?") ? result.type.dropLast() : result.type[...]
      fields = result.fields
    }

    /// Whether it is a table with no other fields than the declared ones. Fields that share a description are
    /// the usual names of a rulebook, such as its categories, to which another may add.
    var isRecord: Bool {
      !fields.isEmpty && !type.hasSuffix("[]") && !type.hasPrefix("fun") && !type.contains("<")
        && (fields.count == 1 || Set(fields.map(\.summary)).count > 1)
    }

    /// An item of the list, or what a loop over the iterator yields.
    var item: KnownResult? {
      let item =
        type.hasSuffix("[]")
        ? type.dropLast(2) : type.hasPrefix("fun(): ") ? type.dropFirst("fun(): ".count) : nil
      return item.map { KnownResult(HostResult("", String($0), fields: fields), of: source) }
    }
  }

  /// A field that is read of a result without such a field.
  struct AbsentField {
    var name: Name
    var known: KnownResult
    /// The local in a surrounding function that holds the result: another assignment may come first.
    var captured: Int?
  }

  /// Returns what is known of the first value of an expression.
  func known(_ value: Value) -> KnownResult? {
    switch value {
    case .local(let local): locals[local].known
    case .field(let known): known
    case .several(let results): results.first
    case .global, .literal, .other: nil
    }
  }

  /// Returns a field of a value, and notes if there is none.
  mutating func member(_ field: Name, of value: Value, isAssigned: Bool) -> Value {
    if isAssigned { assignedFields.insert(field.text) }
    guard !isAssigned, let known = known(value), known.isRecord else { return .other }
    if let result = known.fields.first(where: { $0.name == field.text }) {
      return .field(KnownResult(result, of: "\(known.source).\(field.text)"))
    }
    var captured: Int?
    if case .local(let local) = value, locals[local].depth < functionDepth { captured = local }
    absentFields.append(AbsentField(name: field, known: known, captured: captured))
    return .other
  }
}

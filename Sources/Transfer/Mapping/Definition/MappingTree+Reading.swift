import FlintSchema

extension MappingTree {
  /// The members of a table, in their order.
  typealias Members = [(name: String, value: MappingTree)]
}

extension TableReader {
  mutating func table(_ tree: MappingTree, _ expected: String) -> MappingTree.Members? {
    switch tree {
    case .table(let members): return members
    case .list(let items) where items.isEmpty: return []
    default:
      fault("expected \(expected), got \(tree.shown)")
      return nil
    }
  }

  /// Returns the elements of a list, and the named members beside them; `nil` for what is neither a
  /// list nor a table.
  func parts(_ tree: MappingTree) -> (items: [MappingTree], named: MappingTree.Members)? {
    switch tree {
    case .list(let items): (items, [])
    case .mixed(let items, let members): (items, members)
    case .table(let members): ([], members)
    default: nil
    }
  }

  /// Reads a member of a table, if the table has it; a required one is read as nothing otherwise.
  @discardableResult
  mutating func member<Value>(
    _ name: String, of members: MappingTree.Members, isRequired: Bool = false,
    _ read: (inout TableReader, MappingTree) -> Value?
  ) -> Value? {
    let found = members.first { $0.name == name }?.value
    guard let tree = found ?? (isRequired ? .nothing : nil) else { return nil }
    return within(.name(name)) { read(&$0, tree) }
  }

  /// Reads the members of a table that are named like fields, in the order of the fields.
  ///
  /// - Returns: The names of all members; `nil` after recording that the value is no table.
  @discardableResult
  mutating func eachField(
    _ fields: [FieldDeclaration], of tree: MappingTree, _ expected: String,
    _ read: (inout TableReader, FieldDeclaration, MappingTree) -> Void
  ) -> [String]? {
    guard let members = table(tree, expected) else { return nil }
    check(members, among: fields.map(\.name))
    for field in fields { member(field.name, of: members) { read(&$0, field, $1) } }
    return members.map(\.name)
  }

  mutating func check(_ members: MappingTree.Members, among names: [String]) {
    for (name, _) in members where !names.contains(name) {
      let hint = NearestName.hint(for: name, among: names)
      fault(
        "unknown name" + (hint.isEmpty ? "; expected \(names.alternatives)" : hint),
        at: .name(name))
    }
  }

  mutating func texts(_ items: [MappingTree]) -> [String] {
    items.enumerated().compactMap { index, item in
      within(.position(index + 1)) { $0.text(item) }
    }
  }

  /// Reads a text, and reports an empty one if there is a message for it.
  mutating func text(_ tree: MappingTree, ifEmpty problem: String? = nil) -> String? {
    guard case .text(let text) = tree else {
      fault("expected a text, got \(tree.shown)")
      return nil
    }
    if let problem, text.isEmpty { fault(problem) }
    return text
  }

  /// - Parameter other: what else is accepted, for the message.
  mutating func word(
    _ tree: MappingTree, of names: [String], or other: String? = nil
  ) -> String? {
    if case .text(let text) = tree, names.contains(text) { return text }
    let expected =
      (names.map { $0.count == 1 ? "\"\($0)\"" : $0 } + [other].compactMap(\.self)).alternatives
    var hint = ""
    if case .text(let text) = tree { hint = NearestName.hint(for: text, among: names) }
    fault("expected \(expected), got \(tree.shown)\(hint)")
    return nil
  }
}

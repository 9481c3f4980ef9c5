import FlintRules
import FlintSchema

extension TableReader {
  /// Reads what texts of the file mean, by field.
  mutating func values(
    _ tree: MappingTree, _ fields: [FieldDeclaration]
  ) -> [String: EventMapping.Meanings] {
    let fields = fields.filter { !$0.isOwnValues && $0.type != .list }
    var values: [String: EventMapping.Meanings] = [:]
    eachField(fields, of: tree, "a table by field") { reader, field, tree in
      values[field.name] = reader.meanings(tree, field)
    }
    return values
  }

  private mutating func meanings(_ tree: MappingTree, _ field: FieldDeclaration)
    -> EventMapping.Meanings
  {
    switch tree {
    case .table(let entries):
      var known: [String: MappedValue] = [:]
      return entries.compactMap { text, tree in
        within(.name(text)) { reader in
          guard let value = reader.value(tree, of: field) else { return nil }
          if let problem = known.define(text, as: value, { "\"\($0.text ?? "")\"" }) {
            reader.fault(problem + "; case is ignored")
          }
          return (text, value)
        }
      }
    case .list(let items):
      // The values that 1, 2, and so on mean.
      return items.enumerated().compactMap { index, tree in
        within(.position(index + 1)) { $0.value(tree, of: field) }.map { (String(index + 1), $0) }
      }
    default:
      fault("expected a table of the meanings of the file's texts, got \(tree.shown)")
      return []
    }
  }

  /// Reads the numbers of the worst and the best mood.
  mutating func scale(_ tree: MappingTree, _ kinds: [MappingKind]) -> MoodScale? {
    guard kinds.contains(.mood) else {
      fault("only moods have a scale, and this is a mapping of \(kinds.plurals)")
      return nil
    }
    if case .list(let items) = tree, items.count == 2, case .integer(let worst) = items[0],
      case .integer(let best) = items[1], let scale = MoodScale(worst: worst, best: best)
    {
      return scale
    }
    fault(
      "expected two different whole numbers, those of the worst and the best mood, such as {1, 5}, got "
        + tree.shown)
    return nil
  }

  mutating func defaults(
    _ tree: MappingTree, _ fields: [FieldDeclaration]
  ) -> [String: MappedValue] {
    var defaults: [String: MappedValue] = [:]
    eachField(fields.filter { !$0.isOwnValues }, of: tree, "a table by field") {
      reader, field, tree in
      defaults[field.name] = reader.value(tree, of: field)
    }
    return defaults
  }

  mutating func value(_ tree: MappingTree, of field: FieldDeclaration) -> MappedValue? {
    let value = value(tree)
    if let value { check(value, field) }
    return value
  }

  mutating func value(_ tree: MappingTree) -> MappedValue? {
    switch tree {
    case .text(let text): return .text(text)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .list(let items): return .list(texts(items))
    case .nothing, .function, .table, .mixed:
      fault("expected a text, a number, true or false, got \(tree.shown)")
      return nil
    }
  }

  /// Whether a rulebook in use lists a category or an intensity of a name.
  private static func isListed(_ name: String) -> Bool {
    SparkCategory(name: name) != nil || SparkIntensity(name: name) != nil
  }

  /// Reports a value that would be refused in every row as an error of the mapping.
  mutating func check(_ value: MappedValue, _ field: FieldDeclaration) {
    guard case .choice(let choice) = field.type, let text = value.text else { return }
    let choices =
      field.name == "mood" ? ChoiceReader(moods: nil, NumberReader()) : ChoiceReader(choice)
    guard choices.index(of: value, text) == nil, !(choice.isOpen && Self.isListed(text))
    else { return }
    let names = choice.names
    fault(
      "expected \(names.alternatives), got \"\(text)\"" + NearestName.hint(for: text, among: names))
  }
}

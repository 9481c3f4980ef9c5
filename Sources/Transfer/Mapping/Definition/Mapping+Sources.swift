import Rules
import Schema
import Sessions

extension TableReader {
  mutating func columns(
    _ tree: MappingTree, _ own: [TrackerField], _ mapping: inout Mapping
  ) {
    let fields = mapping.kind.fields
    let given = eachField(fields, of: tree, "a table of columns by field") { reader, field, tree in
      if field.isOwnValues {
        mapping.ownFields = reader.ownFields(tree, own)
      } else if let source = reader.source(tree) {
        if case .constant(let value) = source { reader.check(value, field) }
        mapping.sources[field.name] = source
      }
    }
    guard let given else { return }
    func has(_ name: String) -> Bool { mapping.defaults[name] != nil || given.contains(name) }
    for field in fields where field.isRequired && !has(field.name) {
      fault("expected a column, a function or {value = …}, got nothing", at: .name(field.name))
    }
    switch mapping.kind {
    case .mood where !has("day") && !has("at"):
      fault("expected day or at: the time of the mood")
    case .entry where !has("kind"):
      if EntryMapper.contents.count(where: has) != 1 {
        fault(
          "expected one of \(EntryMapper.contents.alternatives); with several, kind "
            + "has to name the one that a row has")
      }
    default: break
    }
  }

  mutating func source(_ tree: MappingTree) -> Mapping.Source? {
    switch tree {
    case .text(let name): return .columns([name])
    case .function(let function): return .function(function)
    case .list(let items):
      let names = texts(items)
      return names.isEmpty ? nil : .columns(names)
    case .boolean, .integer, .number: return value(tree).map { .constant($0) }
    case .table(let members) where members.count == 1 && members[0].name == "value":
      return member("value", of: members) { $0.value($1) }.map { .constant($0) }
    case .table, .nothing:
      fault("expected a column, a list of columns, a function or {value = …}, got \(tree.shown)")
      return nil
    }
  }

  private mutating func ownFields(
    _ tree: MappingTree, _ fields: [TrackerField]
  ) -> [Mapping.OwnField] {
    let members = table(tree, "a table of columns by field") ?? []
    return members.compactMap { name, tree in
      within(.name(name)) { reader in
        guard let source = reader.source(tree) else { return nil }
        let type = fields.first { $0.name == name }?.type ?? .text
        return reader.field(name, type).map { Mapping.OwnField(field: $0, source: source) }
      }
    }
  }

  mutating func fields(_ tree: MappingTree, _ kind: MappingKind) -> [TrackerField] {
    guard kind == .entry else {
      fault("only trackers have custom fields, and this is a mapping of \(kind)s")
      return []
    }
    let types = TrackerFieldType.allCases.map(\.name)
    let members = table(tree, "a table of types by field") ?? []
    return members.compactMap { name, tree in
      within(.name(name)) { reader in
        let type = reader.word(tree, of: types).flatMap { TrackerFieldType(name: $0) }
        return type.flatMap { reader.field(name, $0) }
      }
    }
  }

  private mutating func field(_ name: String, _ type: TrackerFieldType) -> TrackerField? {
    do throws(FieldError) {
      return try TrackerField(name: name, type: type)
    } catch {
      fault(error.description)
      return nil
    }
  }
}

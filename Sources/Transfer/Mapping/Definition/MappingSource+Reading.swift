import FlintRules
import FlintSchema
import Sessions

extension TableReader {
  /// Reads the sources of fields into an event.
  mutating func columns(
    _ tree: MappingTree, _ fields: [FieldDeclaration], _ event: inout EventMapping
  ) {
    eachField(fields, of: tree, "a table of columns by field") { reader, field, tree in
      if field.isOwnValues {
        event.add(reader.ownFields(tree, event.fieldTypes))
      } else if let source = reader.source(tree) {
        reader.check(source, field)
        event.sources[field.name] = source
      }
    }
  }

  private static let expectedSource =
    "expected a column, a list of columns, a function or {value = …}"

  mutating func source(_ tree: MappingTree) -> MappingSource? {
    switch tree {
    case .text(let name): return MappingSource(.columns([name]))
    case .function(let function): return MappingSource(.function(function))
    case .boolean, .integer, .number: return value(tree).map { MappingSource(.constant($0)) }
    case .table(let members) where members.count == 1 && members[0].name == "value":
      return member("value", of: members) { $0.value($1) }.map { MappingSource(.constant($0)) }
    case .table(let members) where isSource(members): return span(members)
    case .list, .mixed:
      guard let (items, options) = parts(tree), !items.isEmpty else { return nil }
      return MappingSource(.columns(texts(items)), sourceForm(options))
    case .table, .nothing:
      fault("\(Self.expectedSource), got \(tree.shown)")
      return nil
    }
  }

  /// Reads the source of ids: of several columns, the texts are joined so that they remain different,
  /// which their parts would not.
  mutating func idSource(_ tree: MappingTree) -> MappingSource? {
    let source = source(tree)
    if case .columns(let names)? = source?.location, names.count > 1, source?.form != nil {
      fault("an id of several columns has no options; use a function")
    }
    return source
  }

  /// Whether a table without a list is a source, rather than a table of fields.
  func isSource(_ members: MappingTree.Members) -> Bool {
    members.contains { ["value", "from", "to"].contains($0.name) }
  }

  private mutating func span(_ members: MappingTree.Members) -> MappingSource? {
    check(members, among: ["from", "to", "dates"])
    let from = member("from", of: members, isRequired: true) { $0.text($1) }
    let to = member("to", of: members, isRequired: true) { $0.text($1) }
    guard let from, let to else { return nil }
    let dates = member("dates", of: members) { $0.dates($1) }
    return MappingSource(
      .span(from: from, to: to), dates.map { MappingSource.Form(dates: $0) })
  }

  private mutating func sourceForm(_ options: MappingTree.Members) -> MappingSource.Form? {
    if options.isEmpty { return nil }
    check(options, among: ["unit", "before", "after", "dates", "lookup"])
    var form = MappingSource.Form()
    form.before = member("before", of: options) { $0.text($1, ifEmpty: "expected a text") }
    form.after = member("after", of: options) { $0.text($1, ifEmpty: "expected a text") }
    form.unit = member("unit", of: options) { $0.unit($1) }
    form.dates = member("dates", of: options) { $0.dates($1) }
    form.lookup = member("lookup", of: options) { $0.lookup($1) }
    return form
  }

  private mutating func unit(_ tree: MappingTree) -> MappingSource.Unit? {
    if case .list(let items) = tree, items.count == 1, let column = texts(items).first {
      return .column(column)
    }
    return text(tree, ifEmpty: "expected a unit, or {\"Column\"} for the column that has it")
      .map { .named($0) }
  }

  private mutating func lookup(_ tree: MappingTree) -> JSONLookup? {
    guard let members = table(tree, "{rows = …, key = …, value = …}") else { return nil }
    check(members, among: ["rows", "key", "value"])
    let rows = member("rows", of: members, isRequired: true) { $0.path($1) }
    let key = member("key", of: members, isRequired: true) { $0.path($1) }
    let value = member("value", of: members, isRequired: true) { $0.path($1) }
    guard let rows, let key, let value else { return nil }
    return JSONLookup(rows: rows, key: key, value: value)
  }

  /// Reports what a source states that its field cannot have.
  mutating func check(_ source: MappingSource, _ field: FieldDeclaration) {
    if case .constant(let value) = source.location { check(value, field) }
    let isMinutes = EntryMapper.minutes.contains(field.name)
    if case .span = source.location, !isMinutes {
      fault("only minutes are the time between two columns")
    }
    guard let form = source.form else { return }
    let isTime =
      switch field.type {
      case .time, .day: true
      default: false
      }
    if form.dates != nil, !isTime, !isMinutes {
      fault("the field is no date", at: .name("dates"))
    }
    switch form.unit {
    case .column? where field.name != EntryMapper.amount:
      fault("only an amount may have its unit in another column", at: .name("unit"))
    case .named(let name)? where isMinutes:
      if !DurationReader.unitNames.contains(name) {
        fault(
          "expected \(DurationReader.unitNames.alternatives), got \"\(name)\"", at: .name("unit"))
      }
    case .named? where field.type != .decimal:
      fault("only numbers and minutes have a unit", at: .name("unit"))
    default: break
    }
  }

  private mutating func ownFields(
    _ tree: MappingTree, _ fields: [TrackerField]
  ) -> [EventMapping.OwnField] {
    let members = table(tree, "a table of columns by field") ?? []
    return members.compactMap { name, tree in
      within(.name(name)) { reader in
        guard let source = reader.source(tree) else { return nil }
        let type = fields.first { $0.name == name }?.type ?? .text
        return reader.field(name, type).map { EventMapping.OwnField(field: $0, source: source) }
      }
    }
  }

  mutating func fields(_ tree: MappingTree, _ kinds: [MappingKind]) -> [TrackerField] {
    guard kinds.contains(.entry) else {
      fault("only trackers have custom fields, and this is a mapping of \(kinds.plurals)")
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

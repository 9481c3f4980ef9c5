import FlintRules
import FlintSchema

extension TableReader {
  /// Reads `each`: the columns that are an event each, or that those named by days are.
  ///
  /// - Parameter event: what holds for all of them.
  mutating func each(
    _ event: EventMapping, _ members: MappingTree.Members
  ) -> [EventMapping] {
    let fields = event.kind == .mood ? ["mood"] : EntryMapper.values
    let given = member("as", of: members) { $0.word($1, of: fields) }
    let field = given ?? (event.kind == .mood ? "mood" : "number")
    return member("each", of: members) { reader, tree in
      guard event.kind == .entry || event.kind == .mood else {
        reader.fault("only entries and moods have several columns, and these are \(event.kind)s")
        return []
      }
      if case .text("dates") = tree { return reader.eachDay(event, field, tree) }
      guard event.kind == .entry else {
        reader.fault("expected \"dates\", for a column a day, got \(tree.shown)")
        return []
      }
      return reader.eachColumn(event, field, tree)
    } ?? []
  }

  private mutating func eachDay(
    _ event: EventMapping, _ field: String, _ tree: MappingTree
  ) -> [EventMapping] {
    if event.sources["at"] != nil {
      fault("the day of an event is the name of its column; leave at out of the columns")
    }
    var event = event
    event.dayField = field
    // The column of each day replaces it; what is given beside it, such as a unit, is kept.
    event.sources[field] = MappingSource(.columns([]), event.sources[field]?.form)
    return [event]
  }

  private mutating func eachColumn(
    _ event: EventMapping, _ field: String, _ tree: MappingTree
  ) -> [EventMapping] {
    guard let (items, named) = parts(tree), !(items.isEmpty && named.isEmpty) else {
      fault(
        "expected the columns, such as {\"Yoga\", Sleep = {minutes = \"Time in bed\"}}, or "
          + "\"dates\" for a column a day, got \(tree.shown)")
      return []
    }
    if let value = EntryMapper.values.first(where: { event.sources[$0] != nil }) {
      fault("the columns of each have the values; leave \(value) out of the columns")
    }
    var events: [EventMapping] = []
    var names: Set<String> = []
    func add(_ reader: inout TableReader, _ name: String, _ change: (inout EventMapping) -> Void) {
      if !names.insert(name.lowercased()).inserted { reader.fault("\"\(name)\" is listed twice") }
      var column = event
      column.sources["tracker"] = MappingSource(.constant(.text(name)))
      column.keySuffix = name
      change(&column)
      events.append(column)
    }
    for (index, item) in items.enumerated() {
      within(.position(index + 1)) { reader in
        guard let name = reader.text(item, ifEmpty: "expected the name of a column") else { return }
        add(&reader, name) { $0.sources[field] = MappingSource(.columns([name])) }
      }
    }
    let declaration = MappingKind.entry.fields.first { $0.name == field }
    for (name, item) in named {
      within(.name(name)) { reader in
        guard case .table(let own) = item, !reader.isSource(own) else {
          let source = reader.source(item)
          if let source, let declaration { reader.check(source, declaration) }
          return add(&reader, name) { $0.sources[field] = source }
        }
        var overlay = EventMapping(.entry)
        overlay.fieldTypes = event.fieldTypes
        reader.columns(item, MappingKind.entry.fields, &overlay)
        add(&reader, name) { column in
          column.sources.merge(overlay.sources) { $1 }
          column.add(overlay.ownFields)
        }
      }
    }
    return events
  }
}

import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

extension Mapping {
  /// The names of the members that concern the file as a whole.
  private static let fileMembers = [
    "rows", "source", "skip", "empty", "empty_rows", "dates", "year", "decimal", "separator",
    "delimiter",
    "encoding", "header", "zone", "optional",
  ]

  /// The names of the members that a mapping can have.
  package static let memberNames = ["kind", "events"] + EventMapping.memberNames + fileMembers

  /// The names of the fields that can hold the value of an entry.
  package static let valueFields = EntryMapper.values

  /// - Parameter tree: the table that the mapping file returned.
  /// - Throws: `MappingError` with all errors.
  package init(reading tree: MappingTree, name: String) throws(MappingError) {
    var reader = TableReader(.lua)
    let mapping = reader.mapping(tree, name: name)
    guard reader.faults.isEmpty, let mapping else { throw MappingError(faults: reader.faults) }
    self = mapping
  }
}

extension TableReader {
  fileprivate mutating func mapping(_ tree: MappingTree, name: String) -> Mapping? {
    guard let members = table(tree, "a table") else { return nil }
    check(members, among: Mapping.memberNames)
    var mapping = Mapping(name: name)
    // The rest cannot be checked without the kinds of events.
    guard let events = events(of: members) else { return nil }
    mapping.events = events
    mapping.source = member("source", of: members) {
      $0.text($1, ifEmpty: "expected the source of the ids, such as the name of an app")
    }
    if mapping.source != nil && !events.contains(where: { $0.id != nil }) {
      fault("a source needs ids, and there is no id", at: .name("source"))
    }
    member("skip", of: members) { $0.skip($1, &mapping) }
    mapping.isOptional = member("optional", of: members) { $0.flag($1) } ?? false
    notation(of: members, &mapping.notation)
    form(of: members, &mapping)
    return mapping
  }

  private mutating func flag(_ tree: MappingTree) -> Bool? {
    if case .boolean(let flag) = tree { return flag }
    fault("expected true or false, got \(tree.shown)")
    return nil
  }

  // MARK: Notation

  private mutating func notation(
    of members: MappingTree.Members, _ notation: inout Mapping.Notation
  ) {
    notation.dates = member("dates", of: members) { $0.dates($1) }
    notation.year = member("year", of: members) { $0.year($1) }
    notation.decimal = member("decimal", of: members) { $0.word($1, of: [",", "."]) }
      .flatMap { DecimalMark(rawValue: $0) }
    let separator = member("separator", of: members) {
      $0.text($1, ifEmpty: "expected the separator between tags")
    }
    notation.separator = separator ?? notation.separator
    member("zone", of: members) { $0.zone($1, &notation) }
    let empty = member("empty", of: members) { $0.emptyTexts($1) } ?? []
    notation.empty = Set(empty.map { $0.trimmedWhitespace.lowercased() })
    notation.isValueRequired =
      member("empty_rows", of: members) { $0.word($1, of: ["skip", "reject"]) } == "reject"
  }

  private mutating func year(_ tree: MappingTree) -> Int? {
    if case .integer(let year) = tree, (1...9999).contains(year) { return Int(year) }
    fault("expected the year of dates without one, such as 2026, got \(tree.shown)")
    return nil
  }

  private mutating func emptyTexts(_ tree: MappingTree) -> [String]? {
    switch tree {
    case .text(let text): return [text]
    case .list(let items): return texts(items)
    default:
      fault("expected the texts that are no value, such as {\"N/A\", \"--\"}, got \(tree.shown)")
      return nil
    }
  }

  /// Reads the form of dates: a word, or a pattern.
  mutating func dates(_ tree: MappingTree) -> DateNotation? {
    guard case .text(let text) = tree, DatePattern.isPattern(text) else {
      guard let word = word(tree, of: DateNotation.names, or: "a pattern such as \"%d.%m.%Y\"")
      else { return nil }
      return DateNotation(name: word)
    }
    do throws(DatePattern.Fault) {
      return .pattern(try DatePattern(text))
    } catch {
      fault(error.message)
      return nil
    }
  }

  /// Reads the zone of all times, or the column that has it.
  private mutating func zone(_ tree: MappingTree, _ notation: inout Mapping.Notation) {
    let (items, options) = parts(tree) ?? ([tree], [])
    check(options, among: ["unit"])
    let unit = member("unit", of: options) { reader, tree in
      reader.word(tree, of: ZoneColumn.Unit.allCases.map(\.rawValue))
        .flatMap { ZoneColumn.Unit(rawValue: $0) }
    }
    switch (tree, items.first) {
    case (.text(let name), _):
      notation.zone = name
      if (try? CivilZone(name: name)) == nil { fault("there is no time zone \"\(name)\"") }
    case (_, .text(let column)?) where items.count == 1:
      notation.zoneSource = .init(column: column, unit: unit)
    default:
      fault(
        "expected the name of a time zone, or {\"Column\"} for the column that has the zone or "
          + "offset of each row, got \(tree.shown)")
    }
  }

  // MARK: Rows to skip

  /// Reads `skip`: the lines before the header, the rows to leave out, or both.
  private mutating func skip(_ tree: MappingTree, _ mapping: inout Mapping) {
    switch tree {
    case .function(let function): mapping.skip = function
    case .integer(let lines): skippedLines(lines, &mapping)
    case .table(let members):
      check(members, among: ["lines", "rows"])
      for (name, tree) in members {
        within(.name(name)) { reader in
          switch (name, tree) {
          case ("lines", .integer(let lines)): reader.skippedLines(lines, &mapping)
          case ("rows", .function(let function)): mapping.skip = function
          case ("lines", _): reader.fault("expected a number of lines, got \(tree.shown)")
          case ("rows", _): reader.fault("expected a function of the row, got \(tree.shown)")
          default: break
          }
        }
      }
    default:
      fault(
        "expected a function of the row, the number of lines before the header, or "
          + "{lines = …, rows = …}, got \(tree.shown)")
    }
  }

  private mutating func skippedLines(_ lines: Int64, _ mapping: inout Mapping) {
    if (0...10_000).contains(lines) {
      mapping.form.skippedLines = Int(lines)
    } else {
      fault("expected a number of lines from 0 to 10000, got \(lines)")
    }
  }
}

import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions

extension FieldType {
  /// The type of an argument of a host function.
  var hostType: HostType {
    switch self {
    case .text, .line, .id: .string
    case .day: .day
    case .integer(let range): .integer(range.lowerBound == .min ? nil : range)
    case .decimal: .decimal
    case .boolean: .boolean
    case .time: .time
    case .choice(let choice) where choice.isOpen: .names(choice.names, numbers: choice.numbers)
    case .choice(let choice): .choice(choice.names, numbers: choice.numbers)
    case .list, .ids: .stringList
    case .structure, .phrase: .any
    }
  }
}

extension FieldDeclaration {
  /// The field of a table argument from which a record is made.
  var hostField: HostField {
    HostField(name, type.hostType, creationSummary, isOptional: !isRequired)
  }

  /// The field of a table argument that describes a change; `false` clears the value.
  var hostChange: HostField {
    HostField.optional(
      name, isClearable ? .either(type.hostType, .boolean) : type.hostType,
      summary + (isClearable ? " false clears it." : ""))
  }

  func named(_ name: String) -> FieldDeclaration {
    var renamed = self
    renamed.name = name
    return renamed
  }
}

extension ResultShape {
  var hostResults: [HostResult] {
    fields.map { field in
      let type = field.type.annotation + (field.isOptional ? "?" : "")
      guard let shape = field.type.shape else {
        return HostResult(field.name, type, field.summary, choices: field.type.choices)
      }
      return HostResult(
        field.name, type, field.summary, className: shape.className, fields: shape.hostResults)
    }
  }
}

extension HostResult {
  /// - Parameter type: the type, in which `table` stands for a row, such as `table[]` or `table?`.
  init<Row: ResultRow>(
    _ name: String, _ type: String, _ summary: String, of row: Row.Type
  ) {
    self.init(
      name, type, summary, className: Row.schema.shape.className,
      fields: Row.schema.shape.hostResults)
  }
}

extension HostReply {
  /// Replies a row as a table; fields without a value are omitted.
  func row<Row: ResultRow>(_ row: Row) {
    beginTable()
    for schemaField in Row.schema.fields where schemaField.declaration.forms == .all {
      let value = schemaField.value(row)
      if value.isNone { continue }
      field(dynamic: schemaField.name)
      self.value(value)
    }
    end()
  }

  /// Replies a row as a table; nil without one.
  func row<Row: ResultRow>(_ row: Row?) {
    if let row { self.row(row) } else { self.nil() }
  }

  func rows<Row: ResultRow>(_ rows: [Row]) {
    beginArray(expecting: rows.count)
    for row in rows { self.row(row) }
    end()
  }
}

/// Arguments that are declared by a schema.
extension HostCall {
  /// Returns the value of a field, `none` if `false` clears it; `nil` if the argument is absent.
  ///
  /// - Parameters:
  ///   - slot: the argument.
  ///   - note: receives the note on a local time that is skipped or ambiguous.
  func value(
    _ field: FieldDeclaration, in slot: HostSlot, _ session: Session, note: inout CivilZone.Note?
  ) throws(HostFailure) -> FieldValue? {
    guard isPresent(slot) else { return nil }
    if field.isClearable, field.type != .boolean, kind(slot) == .boolean {
      // The range of an integer is not part of this message.
      let type = if case .integer = field.type { HostType.integer() } else { field.type.hostType }
      return try isNone(slot, type.expectation) ? FieldValue.none : nil
    }
    switch field.type {
    case .text, .line: return .text(try string(slot))
    case .integer: return .integer(integer(slot))
    case .decimal: return try decimal(slot)?.fieldValue
    case .boolean: return .boolean(boolean(slot))
    case .day: return try day(slot, session, direction: field.direction).map { .day($0) }
    case .id: return try completeID(slot).fieldValue
    case .list: return .list(try strings(slot))
    case .choice(let usual) where usual.isOpen:
      guard case .choice(let choice) = session.rulebook.definition.type(of: field) else {
        return nil
      }
      let index = self.choice(slot)
      let text = if let index { usual.names[index] } else { try string(slot) }
      guard let name = choice.name(reading: text) else {
        throw .argument(
          slot, expected: choice.form,
          got: "\"\(text)\"" + NearestName.hint(for: text, among: choice.names))
      }
      return .name(name)
    case .choice(let choice): return self.choice(slot).map { .name(choice.names[$0]) }
    case .time:
      let (instant, found) = try instantWithNote(slot, session, direction: field.direction)
      note = note ?? found
      return instant.map { .instant($0) }
    case .ids(let kind):
      let texts = try strings(slot)
      return .list(try HostFailure.converting(session.reader.ids(texts, ofKind: kind)))
    case .structure, .phrase: return .json(try value(slot).json)
    }
  }

  /// Returns the record whose fields are arguments.
  ///
  /// - Parameters:
  ///   - naming: the names of arguments that differ from those of their fields.
  ///   - defaults: the values of absent arguments.
  ///   - given: the values that are used in place of arguments.
  /// - Returns: the record, and a note on a local time in it that is skipped or ambiguous.
  func record<Record: SchemaRecord>(
    _ type: Record.Type = Record.self, _ session: Session, naming: [String: String] = [:],
    defaults: [String: FieldValue] = [:], given: [String: FieldValue] = [:]
  ) throws(HostFailure) -> (record: Record, note: CivilZone.Note?) {
    var note: CivilZone.Note?
    let record = try Record.schema.record(
      { (field, _) throws(HostFailure) in
        if let value = given[field.name] { return value }
        let slot = HostSlot(naming[field.name] ?? field.name)
        return try value(field, in: slot, session, note: &note) ?? defaults[field.name]
      }, failure: { failure($0, naming) })
    return (record, note)
  }

  /// Returns the change whose fields are arguments.
  ///
  /// - Parameters:
  ///   - fields: the names of the fields that are arguments; by default all.
  ///   - naming: the names of arguments that differ from those of their fields.
  /// - Returns: the change, and a note on a local time in it that is skipped or ambiguous.
  func change<Record: SchemaRecord>(
    _ type: Record.Type = Record.self, of fields: [String]? = nil,
    naming: [String: String] = [:], _ session: Session
  ) throws(HostFailure) -> (change: RecordChange<Record>, note: CivilZone.Note?) {
    var note: CivilZone.Note?
    let change = try Record.schema.change(
      { (field, _) throws(HostFailure) in
        guard fields?.contains(field.name) ?? true else { return nil }
        let slot = HostSlot(naming[field.name] ?? field.name)
        return try value(field, in: slot, session, note: &note)
      }, failure: { failure($0, naming) })
    return (change, note)
  }
}

extension ScriptContext {
  /// Records an event whose fields are arguments, beside those of `RecordingOptions`, and replies its
  /// outcome.
  func record<Content: EventContent>(
    _ type: Content.Type, _ call: borrowing HostCall, naming: [String: String] = [:],
    defaults: [String: FieldValue] = [:], given: [String: FieldValue] = [:],
    check: (Content) throws(FieldError) -> Void = { _ in }
  ) throws(HostFailure) {
    let (content, note) = try call.record(
      type, try session(), naming: naming, defaults: defaults, given: given)
    try call.checking(naming: naming) { () throws(FieldError) in try check(content) }
    try record(content.action, call, naming: naming, note: note)
  }
}

extension Session {
  /// Changes the content of an event without changing its position in history.
  func edit<Content: EventContent>(
    _ id: EventID, _ change: RecordChange<Content>, at time: EventTime? = nil
  ) throws(SessionError) -> StoredEvent {
    try edit(id, of: Content.kind, at: time) { action throws(SessionError) in
      guard let content = Content(action) else { return action }
      do throws(FieldError) {
        return try change.applied(to: content).action
      } catch {
        throw .field(error)
      }
    }
  }
}

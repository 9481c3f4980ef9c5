/// Returns the result of a validating initializer, and converts its error to a `ContentError`.
private func checked<Value>(
  _ make: () throws(FieldError) -> Value
) throws(ContentError) -> Value {
  do {
    return try make()
  } catch {
    throw ContentError(error.description)
  }
}

extension ContentReader {
  fileprivate mutating func decimal() throws(ContentError) -> TrackerNumber {
    let text = try string()
    return try checked { () throws(FieldError) in
      try TrackerNumber(reading: text, field: "number")
    }
  }

  fileprivate mutating func trackerCategory() throws(ContentError) -> TrackerCategory {
    let text = try string()
    guard let category = TrackerCategory(name: text) else {
      throw ContentError("expected a category, got \"\(text)\"")
    }
    return category
  }

  /// Reads a text or `null`.
  fileprivate mutating func edit() throws(ContentError) -> TrackerChange.Edit<String> {
    switch try json() {
    case .null: return .clear
    case .string(let text): return .set(text)
    default: throw ContentError("expected a text or null")
    }
  }

  fileprivate mutating func fields() throws(ContentError) -> [TrackerField] {
    guard case .array(let list) = try json() else { throw ContentError("expected fields") }
    var fields: [TrackerField] = []
    for field in list {
      guard case .object(let members) = field,
        case .string(let name)? = members.first(where: { $0.name == "name" })?.value,
        case .string(let typeName)? = members.first(where: { $0.name == "type" })?.value,
        let type = TrackerFieldType(name: typeName)
      else { throw ContentError("expected a field with a name and a type") }
      fields.append(
        try checked { () throws(FieldError) in try TrackerField(name: name, type: type) })
    }
    return fields
  }

  fileprivate mutating func values() throws(ContentError) -> [EntryContent.Value] {
    guard case .object(let members) = try json() else { throw ContentError("expected values") }
    var values: [EntryContent.Value] = []
    for (name, value) in members {
      values.append(EntryContent.Value(name: name, value: try FieldValue(json: value)))
    }
    return values
  }
}

extension FieldValue {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .object([("number", .string(number.description))])
    case .boolean(let flag): .boolean(flag)
    case .day(let day): .object([("day", .string(day.description))])
    }
  }

  fileprivate init(json: JSONValue) throws(ContentError) {
    switch json {
    case .string(let text): self = .text(text)
    case .boolean(let flag): self = .boolean(flag)
    case .object(let members):
      guard members.count == 1, case .string(let text) = members[0].value,
        let type = TrackerFieldType(name: members[0].name), type == .number || type == .day
      else { throw ContentError("expected a value") }
      self = try checked { () throws(FieldError) in
        try FieldValue(reading: text, as: type, field: "values")
      }
    default: throw ContentError("expected a value")
    }
  }
}

extension ContentWriter {
  fileprivate mutating func write(_ name: StaticString, _ fields: [TrackerField]) {
    if fields.isEmpty { return }
    write(
      name,
      json: .array(
        fields.map { field in
          .object([("name", .string(field.name)), ("type", .string(field.type.name))])
        }))
  }

  fileprivate mutating func write(_ name: StaticString, _ edit: TrackerChange.Edit<String>) {
    switch edit {
    case .keep: break
    case .set(let text): write(name, text)
    case .clear: write(name, json: .null)
    }
  }
}

extension TrackerContent {
  func write(to content: inout ContentWriter) {
    content.write("name", name)
    content.write("description", description)
    if category != .personal { content.write("category", category.name) }
    content.write("goal", goal)
    content.write("target", target?.description)
    content.write("fields", fields)
  }

  init(from content: inout ContentReader) throws(ContentError) {
    var name: String?
    var description: String?
    var category = TrackerCategory.personal
    var goal: String?
    var target: TrackerNumber?
    var fields: [TrackerField] = []
    while let member = try content.next() {
      switch member {
      case "name": name = try content.string()
      case "description": description = try content.string()
      case "category": category = try content.trackerCategory()
      case "goal": goal = try content.string()
      case "target": target = try content.decimal()
      case "fields": fields = try content.fields()
      default: _ = try content.json()
      }
    }
    guard let name else { throw ContentError("expected a name") }
    self = try checked { () throws(FieldError) in
      try TrackerContent(
        name: name, description: description, category: category, goal: goal, target: target,
        fields: fields)
    }
  }
}

extension TrackerChange {
  func write(to content: inout ContentWriter) {
    content.write("name", name)
    content.write("description", description)
    content.write("category", category?.name)
    content.write("goal", goal)
    switch target {
    case .keep: break
    case .set(let number): content.write("target", number.description)
    case .clear: content.write("target", json: .null)
    }
    content.write("remove_fields", removedFields)
    content.write("add_fields", addedFields)
  }

  init(
    from content: inout ContentReader, tracker: inout EventID?
  ) throws(ContentError) {
    var name: String?
    var description = Edit<String>.keep
    var category: TrackerCategory?
    var goal = Edit<String>.keep
    var target = Edit<TrackerNumber>.keep
    var removed: [String] = []
    var added: [TrackerField] = []
    while let member = try content.next() {
      switch member {
      case "tracker": tracker = try content.id()
      case "name": name = try content.string()
      case "description": description = try content.edit()
      case "category": category = try content.trackerCategory()
      case "goal": goal = try content.edit()
      case "target": target = try TrackerChange.target(try content.edit())
      case "remove_fields": removed = try content.strings()
      case "add_fields": added = try content.fields()
      default: _ = try content.json()
      }
    }
    self = try checked { () throws(FieldError) in
      try TrackerChange(
        name: name, description: description, category: category, goal: goal, target: target,
        removedFields: removed, addedFields: added)
    }
  }

  private static func target(_ edit: Edit<String>) throws(ContentError) -> Edit<TrackerNumber> {
    switch edit {
    case .keep: return .keep
    case .clear: return .clear
    case .set(let text):
      return .set(
        try checked { () throws(FieldError) in
          try TrackerNumber(reading: text, field: "target")
        })
    }
  }
}

extension EntryContent {
  func write(to content: inout ContentWriter) {
    content.write("tracker", tracker)
    content.write("kind", kind.name)
    switch kind {
    case .session(let minutes): content.write("minutes", minutes)
    case .measurement(let number): content.write("number", number.description)
    case .log(let text): content.write("text", text)
    case .checklist(let isDone): content.write("done", isDone)
    case .rating(let rating): content.write("rating", rating)
    }
    content.write("minutes", minutes)
    content.write("title", title)
    content.write("notes", notes)
    content.write("tags", tags)
    if !values.isEmpty {
      content.write("values", json: .object(values.map { ($0.name, $0.value.json) }))
    }
  }

  /// The members that contain the values of entries.
  private struct ValueMembers {
    var minutes: Int64?
    var number: TrackerNumber?
    var text: String?
    var isDone: Bool?
    var rating: Int64?

    /// Reads a member if it contains a value.
    mutating func read(_ member: String, _ content: inout ContentReader) throws(ContentError)
      -> Bool
    {
      switch member {
      case "minutes": minutes = try content.integer()
      case "number": number = try content.decimal()
      case "text": text = try content.string()
      case "done": isDone = try content.boolean()
      case "rating": rating = try content.integer()
      default: return false
      }
      return true
    }

    func kind(named name: String?) -> EntryKind? {
      switch name {
      case "session": minutes.map { .session(minutes: $0) }
      case "measurement": number.map { .measurement($0) }
      case "log": text.map { .log($0) }
      case "checklist": isDone.map { .checklist($0) }
      case "rating": rating.map { .rating($0) }
      default: nil
      }
    }
  }

  init(from content: inout ContentReader) throws(ContentError) {
    var tracker: EventID?
    var kindName: String?
    var members = ValueMembers()
    var title: String?
    var notes: String?
    var tags: [String] = []
    var values: [Value] = []
    while let member = try content.next() {
      switch member {
      case "tracker": tracker = try content.id()
      case "kind": kindName = try content.string()
      case "title": title = try content.string()
      case "notes": notes = try content.string()
      case "tags": tags = try content.strings()
      case "values": values = try content.values()
      default: if try !members.read(member, &content) { _ = try content.json() }
      }
    }
    guard let tracker else { throw ContentError("expected a tracker") }
    guard let kind = members.kind(named: kindName) else {
      throw ContentError("expected an entry kind with its value")
    }
    self = try checked { () throws(FieldError) in
      try EntryContent(
        tracker: tracker, kind: kind, minutes: kind.hasMinutes ? nil : members.minutes,
        title: title, notes: notes, tags: tags, values: values)
    }
  }
}

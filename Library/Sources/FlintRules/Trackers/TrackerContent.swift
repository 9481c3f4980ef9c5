package import FlintSchema

package enum TrackerCategory: String, NamedChoice {
  /// The default.
  case personal
  case work
  case health
  /// Money.
  case finance
  case learning
  case hobbies
  case projects

  package var name: String { rawValue }
}

/// The definition of a tracker, a table of entries about one subject.
///
/// A value of this type is valid: its name is trimmed and has 1–100 characters, its description,
/// group and goal are not empty, and the names of its fields differ by more than case.
package struct TrackerContent: SchemaRecord {
  /// The name, unique among the trackers of a profile regardless of case.
  package internal(set) var name = "tracker"
  /// The description, if any.
  package internal(set) var description: String?
  package internal(set) var category = TrackerCategory.personal
  /// The name of the group in which it is listed, if any: one of the user's own.
  package internal(set) var group: String?
  /// The goal as free text, if any.
  package internal(set) var goal: String?
  /// The target for the total of the entries' values, if any.
  package internal(set) var target: DecimalNumber?
  /// The tracker's own fields, in the order in which they were given.
  package internal(set) var fields: [TrackerField] = []

  package static let schema = RecordSchema<TrackerContent>([
    Field("name", \.name, "The name: 1 to 100 characters, unique.", type: .line(maximum: 100)),
    Field("description", \.description, "A description.", type: .line(maximum: nil)),
    Field("category", \.category, "The category.", default: .personal),
    Field(
      "group", \.group,
      "The group in which it is listed, a name of your own, such as Morning; a category of your own.",
      type: .line(maximum: nil)),
    Field("goal", \.goal, "The goal as free text.", type: .line(maximum: nil)),
    Field(
      "target", \.target,
      "The target for the total of the entries' values. Numbers are rounded to six decimals; a text "
        + "such as \"0.1\" is read exactly."),
    Field(
      FieldDeclaration(
        "fields", .structure("table<string, string>"),
        "The tracker's own fields: a list of {name = …, type = …}, or types by name. Types are text, "
          + "number, boolean and day."),
      get: { $0.fields.fieldValue },
      set: { (content, value) throws(FieldError) in
        content.fields = try [TrackerField](value, field: "fields")
      }),
  ])
  package static let blank = TrackerContent()

  private init() {}

  /// Creates a definition and trims the name; an empty description or goal counts as absent.
  ///
  /// - Throws: `FieldError` about `name` when it is empty or longer than 100 characters, and about
  ///   `fields` when two names differ only in case.
  package init(
    name: String, description: String? = nil, category: TrackerCategory = .personal,
    group: String? = nil, goal: String? = nil, target: DecimalNumber? = nil,
    fields: [TrackerField] = []
  ) throws(FieldError) {
    self.name = name
    self.description = description
    self.category = category
    self.group = group
    self.goal = goal
    self.target = target
    self.fields = fields
    self = try checked()
  }

  /// Checks that the names of the tracker's own fields differ by more than case.
  package func validate() throws(FieldError) { try fields.checkNames() }

  /// Merges a later creation of the same tracker into the definition; the name does not change.
  package mutating func merge(_ later: TrackerContent) {
    if let description = later.description { self.description = description }
    if later.category != .personal { category = later.category }
    if let group = later.group { self.group = group }
    if let goal = later.goal { self.goal = goal }
    if let target = later.target { self.target = target }
    for field in later.fields { add(field) }
  }

  /// Appends a field; a field of the same name, regardless of case, is replaced at its position.
  fileprivate mutating func add(_ field: TrackerField) {
    if let position = fields.firstIndex(where: { $0.isNamed(field.name) }) {
      fields[position] = field
    } else {
      fields.append(field)
    }
  }

  /// Returns whether the tracker is listed in a group, regardless of case and of white space at both ends.
  package func isListed(in name: String) -> Bool {
    group?.lowercased() == name.trimmedWhitespace.lowercased()
  }

  /// Returns the field of a name, regardless of case.
  package func field(named name: String) -> TrackerField? {
    // Names nearly always match exactly, so case-insensitive comparison is only the fallback.
    fields.first { $0.name == name } ?? fields.first { $0.isNamed(name) }
  }

  /// Returns the error of an entry's values; `nil` when each has a field of its name and type.
  func problem(with values: [EntryContent.Value]) -> FieldError? {
    for value in values {
      guard let field = field(named: value.name) else {
        let names = fields.map(\.name).joined(separator: ", ")
        return FieldError(
          field: value.name,
          expected: "a field of \"\(name)\" (\(names.isEmpty ? "it has none" : names))",
          found: "an unknown field")
      }
      if field.type != value.value.type {
        return FieldError(
          field: value.name, expected: "a value of type \(field.type.name)",
          found: "\(value.value.type.name) \"\(value.value)\"")
      }
    }
    return nil
  }

  /// Whether `problem(with:)` finds no error.
  func fits(_ values: [EntryContent.Value]) -> Bool {
    values.allSatisfy { value in field(named: value.name)?.type == value.value.type }
  }
}

/// A change of a tracker's definition. Earlier entries are unaffected.
///
/// A value of this type is valid as a `TrackerContent` is.
package struct TrackerChange: Hashable, Sendable {
  /// The changed fields, except `fields`: the tracker's own are removed and added.
  package let values: RecordChange<TrackerContent>
  /// The names of own fields that are removed, in byte order; earlier entries retain their values.
  package let removedFields: [String]
  /// The own fields that are added after the removal, or replaced where they have the same name.
  package let addedFields: [TrackerField]

  /// Creates a change and trims names; a change of `fields` is ignored.
  ///
  /// - Throws: `FieldError` about `fields` when a field's name is empty or too long, or when two
  ///   added fields have names that differ only in case.
  package init(
    _ values: RecordChange<TrackerContent> = RecordChange(), removedFields: [String] = [],
    addedFields: [TrackerField] = []
  ) throws(FieldError) {
    self.values = values.removing("fields")
    var removed: Set<String> = []
    for field in removedFields { removed.insert(try String(name: field, field: "fields")) }
    self.removedFields = removed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try addedFields.checkNames()
    self.addedFields = addedFields
  }

  /// The new name; `nil` when it is unchanged.
  package var name: String? { values["name"]?.plain }

  package var isEmpty: Bool { values.isEmpty && removedFields.isEmpty && addedFields.isEmpty }

  func apply(to content: inout TrackerContent) {
    values.apply(to: &content)
    content.fields.removeAll { field in removedFields.contains { field.isNamed($0) } }
    for field in addedFields { content.add(field) }
  }
}

extension TrackerContent: EventContent {
  package var action: ProfileEvent.Action { .tracker(.create(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .tracker(.create(let content)) = action else { return nil }
    self = content
  }
}

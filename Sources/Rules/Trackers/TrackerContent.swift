/// The area of life of a tracker.
public enum TrackerCategory: UInt8, Sendable, CaseIterable {
  /// The default.
  case personal = 0
  /// Work.
  case work = 1
  /// Health.
  case health = 2
  /// Money.
  case finance = 3
  /// Learning.
  case learning = 4
  /// Hobbies.
  case hobbies = 5
  /// Projects.
  case projects = 6

  /// The name in Lua, CSV and the command line.
  public var name: String { TrackerCategory.names[Int(rawValue)] }

  /// The names of all categories, in order.
  public static let names = [
    "personal", "work", "health", "finance", "learning", "hobbies", "projects",
  ]

  /// Creates the category of a name; `nil` when the name is unknown.
  public init?(name: some StringProtocol) {
    guard let index = TrackerCategory.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}

/// The definition of a tracker, a table of entries about one subject.
///
/// A value of this type is valid: its name is trimmed and has 1–100 characters, its description and
/// goal are not empty, and the names of its fields differ by more than case.
public struct TrackerContent: Hashable, Sendable {
  /// The name, unique among the trackers of a profile regardless of case.
  public internal(set) var name: String
  /// The description, if any.
  public internal(set) var description: String?
  /// The category.
  public internal(set) var category: TrackerCategory
  /// The goal as free text, if any.
  public internal(set) var goal: String?
  /// The target for the total of the entries' values, if any.
  public internal(set) var target: TrackerNumber?
  /// The tracker's own fields, in the order in which they were given.
  public internal(set) var fields: [TrackerField]

  /// Creates a definition and trims the name; an empty description or goal counts as absent.
  ///
  /// - Throws: `FieldError` about `name` when it is empty or longer than 100 characters, and about
  ///   `fields` when two names differ only in case.
  public init(
    name: String, description: String? = nil, category: TrackerCategory = .personal,
    goal: String? = nil, target: TrackerNumber? = nil, fields: [TrackerField] = []
  ) throws(FieldError) {
    self.name = try String(name: name, field: "name")
    self.description = String(line: description)
    self.category = category
    self.goal = String(line: goal)
    self.target = target
    try fields.checkNames()
    self.fields = fields
  }

  /// Merges a later creation of the same tracker into the definition; the name does not change.
  mutating func merge(_ later: TrackerContent) {
    if let description = later.description { self.description = description }
    if later.category != .personal { category = later.category }
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

  /// Returns the field of a name, regardless of case.
  public func field(named name: String) -> TrackerField? {
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
public struct TrackerChange: Hashable, Sendable {
  /// A change of an optional field.
  public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The field is unchanged.
    case keep
    /// The field has this value from now on.
    case set(Value)
    /// The field is absent from now on.
    case clear

    func apply(to value: inout Value?) {
      switch self {
      case .keep: break
      case .set(let new): value = new
      case .clear: value = nil
      }
    }
  }

  /// The new name, if any.
  public let name: String?
  /// The change of the description.
  public let description: Edit<String>
  /// The new category, if any.
  public let category: TrackerCategory?
  /// The change of the goal.
  public let goal: Edit<String>
  /// The change of the target.
  public let target: Edit<TrackerNumber>
  /// The names of fields that are removed, in byte order; earlier entries retain their values.
  public let removedFields: [String]
  /// The fields that are added after the removal; a field of the same name, regardless of case, is
  /// replaced at its position.
  public let addedFields: [TrackerField]

  /// Creates a change and trims names; an empty description or goal is cleared.
  ///
  /// - Throws: `FieldError` about `name` when it is empty or longer than 100 characters, and about
  ///   `fields` when a field's name is, or when two added fields have names that differ only in
  ///   case.
  public init(
    name: String? = nil, description: Edit<String> = .keep, category: TrackerCategory? = nil,
    goal: Edit<String> = .keep, target: Edit<TrackerNumber> = .keep, removedFields: [String] = [],
    addedFields: [TrackerField] = []
  ) throws(FieldError) {
    if let name { self.name = try String(name: name, field: "name") } else { self.name = nil }
    self.description = description.trimmed
    self.category = category
    self.goal = goal.trimmed
    self.target = target
    var removed: Set<String> = []
    for field in removedFields { removed.insert(try String(name: field, field: "fields")) }
    self.removedFields = removed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try addedFields.checkNames()
    self.addedFields = addedFields
  }

  /// Whether no field changes.
  public var isEmpty: Bool {
    name == nil && description == .keep && category == nil && goal == .keep && target == .keep
      && removedFields.isEmpty && addedFields.isEmpty
  }

  /// Applies the change to a definition.
  func apply(to content: inout TrackerContent) {
    if let name { content.name = name }
    description.apply(to: &content.description)
    if let category { content.category = category }
    goal.apply(to: &content.goal)
    target.apply(to: &content.target)
    content.fields.removeAll { field in removedFields.contains { field.isNamed($0) } }
    for field in addedFields { content.add(field) }
  }
}

extension TrackerChange.Edit<String> {
  fileprivate var trimmed: Self {
    guard case .set(let text) = self else { return self }
    return String(line: text).map { .set($0) } ?? .clear
  }
}

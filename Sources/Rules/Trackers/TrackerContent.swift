/// What part of life a tracker belongs to.
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
  /// Pastimes.
  case hobbies = 5
  /// Undertakings with an end.
  case projects = 6

  /// The name in Lua, CSV and the command line.
  public var name: String { TrackerCategory.names[Int(rawValue)] }

  /// The names of all categories, in order.
  public static let names = [
    "personal", "work", "health", "finance", "learning", "hobbies", "projects",
  ]

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = TrackerCategory.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}

/// What a tracker is: a table of entries about one thing.
///
/// A value of this type is valid: its name is trimmed and has 1–100 characters, its description and
/// goal are not empty, and no two of its fields have names that are alike, case aside.
public struct TrackerContent: Hashable, Sendable {
  /// Its name; no two trackers of a profile have names that are alike, case aside.
  public internal(set) var name: String
  /// What it is about, if said.
  public internal(set) var description: String?
  /// What part of life it belongs to.
  public internal(set) var category: TrackerCategory
  /// What it is kept for, in words, if said.
  public internal(set) var goal: String?
  /// What the values of its entries are to add up to, if said.
  public internal(set) var target: TrackerNumber?
  /// Its own fields, in the order in which they were given.
  public internal(set) var fields: [TrackerField]

  /// Makes a tracker, trimming the name; an empty description or goal is none.
  ///
  /// - Throws: `FieldError` about `name` when it is empty or longer than 100 characters, about
  ///   `fields` when two names are alike.
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

  /// Changes what it is by what another creation of the tracker says; its name stays.
  mutating func change(by later: TrackerContent) {
    if let description = later.description { self.description = description }
    if later.category != .personal { category = later.category }
    if let goal = later.goal { self.goal = goal }
    if let target = later.target { self.target = target }
    for field in later.fields { add(field) }
  }

  /// Adds a field behind the others; one of that name, case aside, is replaced where it is.
  fileprivate mutating func add(_ field: TrackerField) {
    if let position = fields.firstIndex(where: { $0.isNamed(field.name) }) {
      fields[position] = field
    } else {
      fields.append(field)
    }
  }

  /// The field of a name, case aside.
  public func field(named name: String) -> TrackerField? {
    // Names nearly always come as they were given: look before making small letters of all.
    fields.first { $0.name == name } ?? fields.first { $0.isNamed(name) }
  }

  /// What is the matter with values of an entry; `nil` when each is of a field and of its type.
  func problem(with values: [EntryContent.Value]) -> FieldError? {
    for value in values {
      guard let field = field(named: value.name) else {
        let names = fields.map(\.name).joined(separator: ", ")
        return FieldError(
          field: value.name,
          expected: "a field of \"\(name)\" (\(names.isEmpty ? "it has none" : names))",
          found: "a name that is none")
      }
      if field.type != value.value.type {
        return FieldError(
          field: value.name, expected: "a value of type \(field.type.name)",
          found: "\(value.value.type.name) \"\(value.value)\"")
      }
    }
    return nil
  }

  /// Whether `problem(with:)` finds nothing.
  func fits(_ values: [EntryContent.Value]) -> Bool {
    values.allSatisfy { value in field(named: value.name)?.type == value.value.type }
  }
}

/// A change of a tracker. What came before keeps what it was; what comes after finds it changed.
///
/// A value of this type is valid, as a `TrackerContent` is.
public struct TrackerChange: Hashable, Sendable {
  /// What becomes of something that can be absent.
  public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It stays.
    case keep
    /// It is this from now on.
    case set(Value)
    /// It is absent from now on.
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
  /// What becomes of the description.
  public let description: Edit<String>
  /// The new category, if any.
  public let category: TrackerCategory?
  /// What becomes of the goal.
  public let goal: Edit<String>
  /// What becomes of the target.
  public let target: Edit<TrackerNumber>
  /// The names of fields that are removed, in byte order; entries made before keep their values.
  public let removedFields: [String]
  /// Fields that are added behind the others, once those are removed; a field of that name, case
  /// aside, is replaced where it stands.
  public let addedFields: [TrackerField]

  /// Makes a change, trimming names; an empty description or goal is cleared.
  ///
  /// - Throws: `FieldError` about `name` when it is empty or longer than 100 characters, about
  ///   `fields` when the name of one is, or two of those added have names that are alike.
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

  /// Whether it changes nothing at all.
  public var isEmpty: Bool {
    name == nil && description == .keep && category == nil && goal == .keep && target == .keep
      && removedFields.isEmpty && addedFields.isEmpty
  }

  /// Changes what a tracker is.
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

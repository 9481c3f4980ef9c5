import FlintJSON
package import FlintSchema

/// What each circumstance of a task adds to its urgency, in hundredths.
///
/// The defaults are those of Taskwarrior 2.6 (`urgency.*.coefficient` in its documentation), where its
/// priorities H, M and L are P0, P1 and P2.
package struct UrgencyRules: Hashable, Sendable {
  /// By priority, P0 first.
  package var priorities: [Int64] = [600, 390, 180, 0]
  /// A task that is overdue by a week; earlier a part of it, see `TaskUrgency`.
  package var due: Int64 = 1200
  /// A task that was added `ageDays` ago; earlier a part of it.
  package var age: Int64 = 200
  package var ageDays: Int64 = 365
  /// A task with three tags; with fewer a part of it.
  package var tagged: Int64 = 100
  /// A task in another project than Inbox.
  package var project: Int64 = 100
  /// A task that has to be completed before an open one.
  package var blocking: Int64 = 800
  package var blocked: Int64 = -500
  package var waiting: Int64 = -300
  /// A task that was started and not stopped.
  package var active: Int64 = 400
  /// A task with a tag, by tag.
  package var tags: [NamedValue<Int64>] = [NamedValue("next", 1500)]

  package init() {}
}

extension UrgencyRules {
  package static let table = TableSchema(
    blank: UrgencyRules(),
    [
      TableField(
        "priority", \.priorities, .values(of: TaskPriority.names, .hundredths),
        "By priority: P0 6, P1 3.9, P2 1.8, P3 0 unless given.", isRequired: false),
      TableField(
        "due", \.due, .hundredths,
        "A due day, 12 unless given: the whole from 7 days after it on, 0.2 of it until 14 days before "
          + "it, evenly between.", isRequired: false),
      TableField(
        "age", \.age, .hundredths,
        "The age, 2 unless given: the whole after `age_days`, evenly before.", isRequired: false),
      TableField(
        "age_days", \.ageDays, .whole.limited(to: 1...36_500), "365 unless given.",
        isRequired: false),
      TableField(
        "tagged", \.tagged, .hundredths,
        "Tags, 1 unless given: 0.8 of it with one, 0.9 with two, the whole with more.",
        isRequired: false),
      TableField(
        "project", \.project, .hundredths, "A project other than Inbox, 1 unless given.",
        isRequired: false),
      TableField(
        "blocking", \.blocking, .hundredths,
        "A task that another one has to wait for, 8 unless given.", isRequired: false),
      TableField(
        "blocked", \.blocked, .hundredths,
        "A task that has to wait for another one, -5 unless given.", isRequired: false),
      TableField(
        "waiting", \.waiting, .hundredths, "A task that is hidden until a day, -3 unless given.",
        isRequired: false),
      TableField(
        "active", \.active, .hundredths, "A task that is worked on, 4 unless given.",
        isRequired: false),
      TableField(
        "tags", .named("a tag", .hundredths),
        "By tag, such as `{home = 2}`; `next` is 15 unless given.", get: { $0.tags },
        set: { $0.addTags($1 ?? []) }),
    ])

  /// Adds the amounts of tags, which are stored as tasks store tags; those of other tags stay.
  private mutating func addTags(_ given: [NamedValue<Int64>]) {
    for tag in given {
      let name = tag.name.trimmedWhitespace.lowercased()
      tags.removeAll { $0.name == name }
      tags.append(NamedValue(name, tag.value))
    }
    tags.sort { $0.name < $1.name }
  }
}

extension TableType where Value == Int64 {
  /// A number from -1000 to 1000 with at most two decimals, in hundredths.
  fileprivate static let hundredths = TableType(
    "a number from -1000 to 1000 with at most two decimals", blank: 0
  ) { value throws(TableProblem) in
    hundredths(value)
  } json: {
    $0 % 100 == 0 ? .integer($0 / 100) : .number(Double($0) / 100)
  }

  private static func hundredths(_ value: JSONValue) -> Int64? {
    let number: DecimalNumber?
    switch value {
    case .integer(let whole): number = try? DecimalNumber(whole, field: "")
    case .number(let decimal): number = try? DecimalNumber(decimal, field: "")
    default: number = nil
    }
    guard let millionths = number?.millionths, millionths % 10_000 == 0,
      millionths.magnitude <= 1_000_000_000
    else { return nil }
    return millionths / 10_000
  }
}

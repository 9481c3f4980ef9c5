package import FlintJSON
package import FlintSchema

/// The habits that make up a group, and how many of them make a day of the group done.
///
/// A value of this type is valid: it has members, none of them twice, and does not need more than there are.
package struct HabitMembers: Hashable, Sendable {
  /// How many members have to be done on a day.
  package enum Need: Hashable, Sendable {
    case all
    case any
    /// So many, or all that a day counts where these are fewer.
    case count(Int)
  }

  /// The maximum number of members.
  package static let most = 100
  package static let needNames = ["all", "any"]

  /// The ids of the members' trackers, in the order in which they were given.
  package let trackers: [EventID]
  package let need: Need

  /// - Throws: `FieldError` about `members.of` when there is none, or one is named twice, and about
  ///   `members.needs` when more are needed than there are.
  package init(_ trackers: [EventID], need: Need = .all) throws(FieldError) {
    self.trackers = trackers
    self.need = need
    guard (1...Self.most).contains(trackers.count) else {
      throw FieldError(
        field: "members.of", expected: "1 to \(Self.most) habits", found: String(trackers.count))
    }
    guard Set(trackers).count == trackers.count else {
      throw FieldError(field: "members.of", expected: "each habit once", found: "one twice")
    }
    if case .count(let count) = need, !(1...trackers.count).contains(count) {
      throw FieldError(
        field: "members.needs",
        expected: "all, any or a number from 1 to \(trackers.count), the members",
        found: String(count))
    }
  }

  /// Returns the number of members that have to be done, of those that a day counts.
  func required(of counted: Int) -> Int {
    switch need {
    case .all: counted
    case .any: min(1, counted)
    case .count(let count): min(count, counted)
    }
  }

  /// Returns the same group of other trackers; itself where they would be none.
  func mapping(_ id: (EventID) -> EventID) -> HabitMembers {
    (try? HabitMembers(trackers.map(id), need: need)) ?? self
  }
}

extension HabitMembers.Need: CustomStringConvertible {
  /// Creates a need from `all`, `any` or a number; `nil` for other texts.
  package init?(_ text: String) {
    switch text.trimmedWhitespace.lowercased() {
    case "all": self = .all
    case "any": self = .any
    case let text:
      guard let count = Int(text) else { return nil }
      self = .count(count)
    }
  }

  /// `all`, `any` or the number.
  package var description: String {
    switch self {
    case .all: "all"
    case .any: "any"
    case .count(let count): String(count)
    }
  }

  package var json: JSONValue {
    if case .count(let count) = self { .integer(Int64(count)) } else { .string(description) }
  }
}

extension HabitMembers {
  /// The members where their names are not known: `3 habits`.
  var noun: String { trackers.count == 1 ? "1 habit" : "\(trackers.count) habits" }

  /// Returns how many of the members are needed, in words: `any of Stretch and Run`.
  func words(_ names: String) -> String { "\(need) of \(names)" }
}

extension HabitMembers: FieldConvertible {
  package static let fieldType = FieldType.structure("table")

  /// `{of}` or `{of, needs}`, in which `of` lists ids.
  package var fieldValue: FieldValue {
    var members: [(name: String, value: JSONValue)] = [
      ("of", .array(trackers.map { .string($0.description) }))
    ]
    if need != .all { members.append(("needs", need.json)) }
    return .json(.object(members))
  }

  package init(_ value: FieldValue, field: String) throws(FieldError) {
    let table = try HabitTableReader(value, path: field, names: ["of", "needs"])
    var trackers: [EventID] = []
    for text in try table.texts("of") ?? [] {
      guard let id = EventID(text) else {
        throw FieldError(
          field: "\(field).of", expected: FieldType.id.expectation, found: "\"\(text)\"")
      }
      trackers.append(id)
    }
    try self.init(trackers, need: try table.need("needs") ?? .all)
  }
}

extension HabitTableReader {
  /// Returns `all`, `any` or a number; `nil` when it is absent.
  fileprivate func need(_ name: String) throws(FieldError) -> HabitMembers.Need? {
    guard has(name) else { return nil }
    if let text = text(name) {
      if let need = HabitMembers.Need(text) { return need }
      throw error(name, expected: "all, any or a number")
    }
    return .count(try whole(name, in: 1...Int64(HabitMembers.most)) ?? 1)
  }
}

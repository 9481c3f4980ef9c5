import FlintRules

/// The kinds of amounts of a tracker's entries, in the profile or in one file.
struct TrackerAmounts: Equatable {
  /// The names of the kinds, such as "minutes" and "numbers".
  var kinds: Set<String>
  /// The unit of the numbers, if given.
  var unit: String?
  var goal: String?
  /// The file that contains the entries; `nil` if they are in the profile.
  var file: String?

  init(of tracker: Tracker) {
    kinds = []
    if tracker.sessions.count > 0 { kinds.insert("minutes") }
    if tracker.measurements.count > 0 { kinds.insert("numbers") }
    if tracker.checklists.count > 0 { kinds.insert("checks") }
    if tracker.ratings.count > 0 { kinds.insert("ratings") }
    goal = tracker.content.goal
    unit = goal.flatMap { LoopHabit.unit(inGoal: $0) }
  }

  /// Creates the amounts of entries of one kind in a file.
  ///
  /// - Parameter kind: the name of the kind of amounts.
  init(of tracker: ImportedTracker, kind: String) {
    kinds = [kind]
    goal = tracker.content.goal
    if kind == "numbers" { unit = tracker.unit }
  }

  /// Returns the name of the amounts of a kind of entries; `nil` for texts, which are not added up.
  static func name(of kind: EntryKind) -> String? {
    switch kind {
    case .session: "minutes"
    case .measurement: "numbers"
    case .checklist: "checks"
    case .rating: "ratings"
    case .log: nil
    }
  }

  mutating func add(_ entry: TrackerAmounts) {
    kinds.formUnion(entry.kinds)
    unit = unit ?? entry.unit
  }

  /// Returns a description of the amounts and their location, such as `minutes in the profile`.
  func text(_ amounts: String? = nil) -> String {
    "\(amounts ?? kinds.sorted().joined(separator: " and ")) in \(file ?? "the profile")"
  }
}

struct TrackerMixture: Hashable {
  /// The name of the tracker in the file, and of the tracker to which its entries are assigned.
  var name: String
  var tracker: String
  /// Descriptions of the existing amounts, and of those that the file adds.
  var existing: String
  var added: String
  /// Whether the existing amounts are from another file of the same import.
  var isOfFile: Bool
  /// The note about the mixture, if it is allowed.
  var note: String?
}

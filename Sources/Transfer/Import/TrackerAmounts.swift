import Rules

/// What the amounts of a tracker's entries are, in the profile or in one file.
struct TrackerAmounts: Equatable {
  /// Such as minutes and numbers, in words.
  var kinds: Set<String>
  /// What its numbers are in, if that is said.
  var unit: String?
  /// The tracker's goal, in words.
  var goal: String?
  /// The file that has the entries; `nil` where they are in the profile.
  var file: String?

  /// Those of a tracker of the profile.
  init(of tracker: Tracker) {
    kinds = []
    if tracker.sessions.count > 0 { kinds.insert("minutes") }
    if tracker.measurements.count > 0 { kinds.insert("numbers") }
    if tracker.checklists.count > 0 { kinds.insert("checks") }
    if tracker.ratings.count > 0 { kinds.insert("ratings") }
    goal = tracker.content.goal
    unit = goal.flatMap { LoopHabit.unit(inGoal: $0) }
  }

  /// Those of an entry; `nil` where it has none.
  init?(of entry: EntryDraft) {
    guard let kind = Self.name(of: entry.kind) else { return nil }
    kinds = [kind]
    goal = entry.tracker.content.goal
    if case .measurement = entry.kind { unit = entry.tracker.unit }
  }

  /// What the amounts of a kind of entries are; `nil` for words, which are not added up.
  private static func name(of kind: EntryKind) -> String? {
    switch kind {
    case .session: "minutes"
    case .measurement: "numbers"
    case .checklist: "checks"
    case .rating: "ratings"
    case .log: nil
    }
  }

  /// Takes in those of another entry of the same file.
  mutating func add(_ entry: TrackerAmounts) {
    kinds.formUnion(entry.kinds)
    unit = unit ?? entry.unit
  }

  /// What they are and where, such as `minutes in the profile`.
  func text(_ what: String? = nil) -> String {
    "\(what ?? kinds.sorted().joined(separator: " and ")) in \(file ?? "the profile")"
  }
}

/// Amounts of a tracker that do not go together.
struct TrackerMixture: Hashable {
  /// The name that the file has for the tracker, and that of the tracker they go to.
  var name: String
  var tracker: String
  /// What there is, and what the file has.
  var standing: String
  var said: String
  /// Whether another file of the same import has the others.
  var isOfFile: Bool
  /// What is to be said about it, where it is not refused.
  var note: String?
}

package import FlintCalendar
package import FlintSchema

/// The state derived from a profile's tracker events, without the texts of entries.
package struct TrackersState: Equatable, Sendable {
  /// The trackers, in the order in which they were created.
  package private(set) var trackers: [Tracker] = []
  private var positions: [EventID: Int] = [:]
  private var names: [String: Int] = [:]
  /// The positions of the trackers that are or were groups of habits.
  private(set) var groups: [Int] = []

  package init() {}

  /// Whether both states have equal trackers; all other properties are derived from these.
  package static func == (left: TrackersState, right: TrackersState) -> Bool {
    left.trackers == right.trackers
  }

  func position(of id: EventID) -> Int? { positions[id] }

  /// Returns the tracker that an event created, possibly again; `nil` when there is none.
  package func tracker(_ id: EventID) -> Tracker? { positions[id].map { trackers[$0] } }

  /// Returns the tracker of a name, regardless of case and of white space at both ends.
  package func tracker(named name: String) -> Tracker? {
    names[name.trimmedWhitespace.lowercased()].map { trackers[$0] }
  }

  /// Returns the tracker with an id or, if there is none, with a name.
  package func tracker(reference: String) -> Tracker? {
    EventID(reference).flatMap { tracker($0) } ?? tracker(named: reference)
  }

  /// Returns whether the tracker with an id has a name, given as its lower-case key.
  func isTracker(_ id: EventID, named key: String) -> Bool {
    names[key].map { $0 == positions[id] } ?? false
  }

  /// Returns the trackers of a category, in the order in which they were created.
  package func trackers(in category: TrackerCategory) -> [Tracker] {
    trackers.filter { $0.content.category == category }
  }

  /// The names of the groups in which trackers are listed, in the order of their first trackers.
  package var groupNames: [String] {
    var seen: Set<String> = []
    return trackers.compactMap(\.content.group).filter { seen.insert($0.lowercased()).inserted }
  }

  mutating func apply(
    _ action: TrackerAction, id: EventID, at: Instant, day: CivilDay
  ) -> SubjectEffect {
    switch action {
    case .create(let content):
      if let position = names[content.name.lowercased()] {
        // Names are unique: the earliest creation defines the tracker, a later one changes it.
        trackers[position].aliases.append(id)
        positions[id] = position
        trackers[position].content.merge(content)
      } else {
        append(Tracker(id: id, createdAt: at, content: content))
      }
      return SubjectEffect()
    case .update(let tracker, let change):
      guard let position = positions[tracker] else { return .void(.unknownTracker) }
      guard isFree(change.name, for: position) else { return .void(.trackerExists) }
      names[trackers[position].content.name.lowercased()] = nil
      change.apply(to: &trackers[position].content)
      names[trackers[position].content.name.lowercased()] = position
      return SubjectEffect()
    case .entry(let entry):
      guard let position = positions[entry.tracker] else { return .void(.unknownTracker) }
      guard trackers[position].content.fits(entry.values) else { return .void(.unfitEntry) }
      if !groups.isEmpty, trackers[position].isGroup(on: day) { return .void(.habitGroup) }
      guard trackers[position].add(entry.kind, minutes: entry.minutes, on: day) else {
        return SubjectEffect(entries: 1)
      }
      return SubjectEffect(
        entries: 1, habitDone: trackers[position].id, groupsDone: groups(doneBy: position, on: day))
    }
  }

  mutating func apply(_ action: HabitAction, day: CivilDay) -> SubjectEffect {
    guard let position = positions[action.tracker] else { return .void(.unknownTracker) }
    if case .plan(let content) = action, let members = content.members {
      let first = trackers[position].habit?.firstDay(ofChangeOn: day) ?? day
      if hasCycle(members, of: position, from: first) { return .void(.habitCycle) }
    }
    if let reason = trackers[position].apply(action, day: day) { return .void(reason) }
    noteGroup(position)
    return SubjectEffect()
  }

  private mutating func noteGroup(_ position: Int) {
    if trackers[position].habit?.hasMembers ?? false, !groups.contains(position) {
      groups.append(position)
    }
  }

  /// Returns the reason why an action would have no effect now; `nil` when it would have one.
  package func problem(with action: TrackerAction) -> FieldError? {
    switch action {
    case .create: return nil
    case .update(let tracker, let change):
      guard let position = positions[tracker] else { return TrackersState.unknown(tracker) }
      if let name = change.name, !isFree(name, for: position) {
        return FieldError(
          field: "name", expected: "a name that no tracker has", found: "\"\(name)\"")
      }
      let content = trackers[position].content
      guard let field = change.removedFields.first(where: { content.field(named: $0) == nil })
      else { return nil }
      return FieldError(
        field: "remove_fields", expected: "names of fields of \"\(content.name)\"",
        found: "\"\(field)\"")
    case .entry(let entry): return problem(with: entry)
    }
  }

  /// Returns the reason why an entry would have no effect now; `nil` when it would have one.
  ///
  /// - Parameter day: the day of the entry; `nil` where the tracker is no group of habits.
  package func problem(with entry: EntryContent, on day: CivilDay? = nil) -> FieldError? {
    guard let position = positions[entry.tracker] else {
      return TrackersState.unknown(entry.tracker)
    }
    if let day, trackers[position].isGroup(on: day) {
      return FieldError(
        field: "tracker", expected: "a tracker with entries of its own", found: "a group of habits")
    }
    return trackers[position].content.problem(with: entry.values)
  }

  private static func unknown(_ tracker: EventID) -> FieldError {
    FieldError(field: "tracker", expected: "a tracker of the profile", found: tracker.description)
  }

  private func isFree(_ name: String?, for position: Int) -> Bool {
    guard let name, let other = names[name.lowercased()] else { return true }
    return other == position
  }

  private mutating func append(_ tracker: Tracker) {
    for id in tracker.ids { positions[id] = trackers.count }
    names[tracker.content.name.lowercased()] = trackers.count
    trackers.append(tracker)
    noteGroup(trackers.count - 1)
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: trackers) { writer, tracker in tracker.encode(to: &writer) }
  }

  init(from reader: inout StateReader) {
    for tracker in reader.list({ Tracker(from: &$0) }) { append(tracker) }
    let ids = trackers.count + trackers.reduce(0) { $0 + $1.aliases.count }
    if positions.count != ids || names.count != trackers.count { reader.fail() }
  }
}

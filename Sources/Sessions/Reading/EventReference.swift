import FlintJSON
package import FlintRules
import FlintSchema
import Storage

/// The events that a text may name.
package struct ReferenceScope: Sendable {
  /// The kinds; all when empty.
  package var kinds: [EventKind]
  /// Whether removed events can be named too.
  package var includesRemoved: Bool
  /// The status of the task that is meant where several tasks have a name.
  package var preferredStatus: TaskStatus
  /// Whether a name may be abbreviated to its beginning. People may do so; a script that asks whether
  /// there is a task "Call" must not get the task "Call Ada".
  package var abbreviatesNames: Bool
  /// Whether of the trackers only those that are or were habits can be named.
  package private(set) var habitsOnly = false

  package init(
    _ kinds: EventKind..., includesRemoved: Bool = false, preferring status: TaskStatus = .open,
    abbreviatesNames: Bool = false
  ) {
    self.kinds = kinds
    self.includesRemoved = includesRemoved
    preferredStatus = status
    self.abbreviatesNames = abbreviatesNames
  }

  /// The trackers that are habits, or were; people may abbreviate their names.
  package static var habits: ReferenceScope {
    var scope = ReferenceScope(.trackerCreate, abbreviatesNames: true)
    scope.habitsOnly = true
    return scope
  }

  /// The word for what is of any kind.
  fileprivate static let anyNoun = "event"

  /// The word for what can be named.
  fileprivate var noun: String {
    if habitsOnly { return EventKind.habit.name }
    return kinds.count == 1 ? kinds[0].name : Self.anyNoun
  }

  /// Every event that was ever recorded, removed or not, as scripts name it.
  package static let anyRecorded = ReferenceScope(includesRemoved: true)

  fileprivate func contains(_ kind: EventKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }

  fileprivate var candidates: Records.Candidates {
    Records.Candidates(kinds: kinds, includesRemoved: includesRemoved)
  }
}

/// The error of a text that names no event, or several.
package struct ReferenceError: Error, Equatable, Sendable {
  /// The word for what was looked up: the name of a kind, or `event`.
  package var noun: String
  package var text: String
  /// The events that the text can mean, each as its short id and its text; empty if there is none.
  package var candidates: [String] = []
  /// A similar name, if there is no candidate.
  package var nearest: String?

  /// Whether the text means several events.
  package var isAmbiguous: Bool { !candidates.isEmpty }
}

extension ReferenceError: CustomStringConvertible {
  /// The message: the candidates or a suggestion.
  package var description: String {
    if text == EventReference.last { return "there is no \(noun) yet, so that last names none" }
    let quoted = JSONValue.string(text).summary
    if isAmbiguous {
      let several = noun == ReferenceScope.anyNoun ? "several events" : "several of kind \(noun)"
      return "\(quoted) names \(several); specify one: \(candidates.alternatives)"
    }
    if let nearest {
      return "there is no \(noun) \(quoted) (did you mean \(JSONValue.string(nearest).summary)?)"
    }
    let isTooShort =
      text.utf8.count < EventIDPrefix.minimumDigits && text.allSatisfy(\.isHexDigit)
    return "there is no \(noun) \(quoted)"
      + (isTooShort
        ? "; an id is named by at least \(EventIDPrefix.minimumDigits) of its digits" : "")
  }
}

/// The words by which people refer to events.
package enum EventReference {
  /// The word for the event that was recorded last.
  package static let last = "last"
}

extension ProfileReader {
  /// The maximum number of candidates that an error lists.
  private static let mostCandidates = 6

  /// Returns the event that a text names: by its id, at least four of its first digits, a name, the
  /// beginning of one or of a word in it, or `last` for the one that was recorded last. Tasks,
  /// trackers, projects and quest sets have names.
  ///
  /// A complete id need not exist: what uses it reports that.
  ///
  /// - Complexity: O(log n) for an id; names take time proportional to the number of named things.
  /// - Throws: `SessionError.reference` if the text names no event, or several.
  package func id(_ text: String, in scope: ReferenceScope) throws(SessionError) -> EventID {
    let ids = try ids(text, in: scope)
    if let id = ids.first, ids.count == 1 { return id }
    let names = try names(in: scope)
    var error = ReferenceError(noun: scope.noun, text: text)
    error.candidates = try candidateTexts(ids, names)
    if ids.isEmpty {
      let key = Self.key(text)
      error.nearest =
        NearestName.nearest(to: text, among: names.map(\.text))
        ?? names.first { !key.isEmpty && $0.key.contains(key) }?.text
    }
    throw .reference(error)
  }

  /// Returns the events that a text can name, in the same way: several if it is ambiguous, none if it
  /// names none.
  ///
  /// - Throws: `SessionError.reference` if the text is `last` and there is no event yet.
  package func ids(_ text: String, in scope: ReferenceScope) throws(SessionError) -> [EventID] {
    if let id = EventID(text) { return [id] }
    let candidates = scope.candidates
    if text == EventReference.last {
      let latest = try session.read { try $0.records.latest(among: candidates) }
      guard let latest else { throw .reference(ReferenceError(noun: scope.noun, text: text)) }
      return [latest]
    }
    let names = try names(in: scope)
    let key = Self.key(text)
    var found = Self.ids(of: preferred(names.filter { $0.key == key }))
    if let prefix = EventIDPrefix(text) {
      found += try session.read {
        try $0.records.events(in: prefix.ids, among: candidates, limit: Self.mostCandidates + 1)
      }.filter { !found.contains($0) }
    }
    if scope.abbreviatesNames && !key.isEmpty {
      // The beginning of a name counts more than that of a word in it.
      for isAbbreviated in [{ $0.hasPrefix(key) }, { $0.contains(" " + key) }] as [(String) -> Bool]
      where found.isEmpty {
        found = Self.ids(of: preferred(names.filter { isAbbreviated($0.key) }))
      }
    }
    return found
  }

  /// Returns the tracker that a text names, in the same way.
  ///
  /// - Parameter state: the trackers; by default with the totals of their entries.
  /// - Throws: `SessionError.reference` if the text names no tracker, or several.
  package func tracker(
    _ text: String, abbreviatesNames: Bool = false, among state: TrackersState? = nil
  ) throws(SessionError) -> Tracker {
    let trackers = if let state { state } else { try session.folded().trackers }
    // A complete id, a name, or the id of a repeated creation.
    if let tracker = trackers.tracker(reference: text) { return tracker }
    let id = try id(
      text, in: ReferenceScope(.trackerCreate, abbreviatesNames: abbreviatesNames))
    guard let tracker = trackers.tracker(id) else {
      throw .reference(
        ReferenceError(
          noun: EventKind.trackerCreate.name, text: text,
          nearest: NearestName.nearest(to: text, among: trackers.trackers.map(\.content.name))))
    }
    return tracker
  }

  // MARK: Names

  private struct Name {
    let id: EventID
    let text: String
    let key: String
    /// Whether the event is meant rather than others of the name.
    var isPreferred = true
  }

  private static func key(_ text: String) -> String { text.trimmedWhitespace.lowercased() }

  /// Returns the preferred names if there are any, otherwise all.
  private func preferred(_ names: [Name]) -> [Name] {
    let preferred = names.filter(\.isPreferred)
    return preferred.isEmpty ? names : preferred
  }

  /// Returns the events of names, each once: a quest set has an id and a name.
  private static func ids(of names: [Name]) -> [EventID] {
    var seen: Set<EventID> = []
    return names.map(\.id).filter { seen.insert($0).inserted }
  }

  private func names(in scope: ReferenceScope) throws(SessionError) -> [Name] {
    var names: [Name] = []
    if scope.contains(.taskAdd) {
      names += try session.folded().tasks.tasks.map { task in
        Name(
          id: task.id, text: task.name, key: Self.key(task.name),
          isPreferred: task.status == scope.preferredStatus)
      }
    }
    if scope.contains(.trackerCreate) {
      let trackers = try session.definitions().trackers.trackers
      names += trackers.filter { !scope.habitsOnly || $0.habit != nil }.map { tracker in
        Name(
          id: tracker.id, text: tracker.content.name, key: Self.key(tracker.content.name),
          isPreferred: !scope.habitsOnly || tracker.isHabit)
      }
    }
    // What was created again is named by its first creation.
    var known: Set<String> = []
    let kinds = [EventKind.questLoad, .projectAdd].filter(scope.contains)
    for event in kinds.isEmpty ? [] : try events(EventQuery(kinds: kinds)).map(\.event) {
      let texts: [String]
      switch event.action {
      case .quest(.load(let set)): texts = [set.id, set.name]
      case .task(.projectAdd(let project)): texts = [project.name.text]
      default: continue
      }
      guard known.insert("\(event.action.kind) \(Self.key(texts[0]))").inserted else { continue }
      names += texts.map { Name(id: event.id, text: $0, key: Self.key($0)) }
    }
    return names
  }

  /// Returns the texts of candidates: a short id, and a name or title.
  private func candidateTexts(
    _ ids: [EventID], _ names: [Name]
  ) throws(SessionError) -> [String] {
    let contents = try contents(of: Set(ids.prefix(Self.mostCandidates)))
    var texts: [String] = []
    for id in ids.prefix(Self.mostCandidates) {
      let name = names.first { $0.id == id }?.text ?? contents[id]?.headline
      texts.append(try shortID(of: id) + (name.map { " (\($0))" } ?? ""))
    }
    return texts + (ids.count > Self.mostCandidates ? ["…"] : [])
  }
}

extension StoredContent {
  /// The name, title or text in the content, or else the name of the kind.
  fileprivate var headline: String {
    if kind == .spark { return text }
    if case .object(let members)? = try? JSONValue(parsing: text) {
      for wanted in ["name", "title", "text", "mood", "kind"] {
        if case .string(let found)? = members.first(where: { $0.name == wanted })?.value {
          return "\(kind.name): \(found)"
        }
      }
    }
    return kind.name
  }
}

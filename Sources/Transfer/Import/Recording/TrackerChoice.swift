import FlintRules
import FlintSchema
import Sessions

/// The choice of trackers for the entries of an import. Entries are added to the tracker of their
/// name in the profile or in another file, but incompatible amounts, such as minutes and checks, are
/// never added up unless the user requests it.
struct TrackerChoice {
  /// The given trackers, by the lower-case names in the files.
  private let given: [String: String]
  /// Whether they were given by a script.
  private let isFromScript: Bool
  private let before: TrackersState
  /// The kinds of amounts in the sources before the current one, and in the current one so far, by
  /// the lower-case names of their trackers.
  private var amountsBefore: [String: [TrackerAmounts]] = [:]
  private var amounts: [String: TrackerAmounts] = [:]
  /// The names of the trackers in the files, by lower-case name.
  private var names: [String: String] = [:]
  /// The trackers of the current source, with those chosen for them.
  private var chosen: [ImportedTracker: Result<ImportedTracker, RowProblem>] = [:]
  /// The amounts of the current source that were compared already.
  private var seen: Set<SeenAmount> = []
  private(set) var notes: [String] = []

  private struct SeenAmount: Hashable {
    var tracker: ImportedTracker
    var kind: String
  }

  init(_ options: ImportOptions, before: TrackersState) {
    given = options.values.trackers
    isFromScript = options.isFromScript
    self.before = before
  }

  /// Whether every entry goes to the tracker of its name.
  var isByName: Bool { given.isEmpty }

  /// Assigns entries to the trackers that were given for them.
  ///
  /// - Throws: `FormatProblem` if amounts of different kinds or units would be added up.
  mutating func choose(
    for units: inout [ImportUnit], of files: [InputFile], format: String
  ) throws(FormatProblem) {
    var mixtures: Set<TrackerMixture> = []
    for index in units.indices {
      guard case .events(let events) = units[index].outcome,
        events.contains(where: { $0.tracker != nil })
      else { continue }
      do throws(RowProblem) {
        var changed: [ImportedEvent] = []
        for event in events {
          var tracker: ImportedTracker?
          if let own = event.tracker {
            let chosen = try self.tracker(chosenFor: own)
            if let entry = event.entry, let mixture = mixture(entry, chosen) {
              mixtures.insert(mixture)
            }
            tracker = chosen
          }
          if !given.isEmpty { changed.append(tracker.map(event.withTracker) ?? event) }
        }
        if !given.isEmpty { units[index].outcome = .events(changed) }
      } catch {
        units[index].outcome = .rejected(error)
      }
    }
    for note in mixtures.compactMap(\.note).sorted() where !notes.contains(note) {
      notes.append(note)
    }
    let refused = mixtures.filter { $0.note == nil }
      .sorted { ($0.name, $0.existing, $0.added) < ($1.name, $1.existing, $1.added) }
    if !refused.isEmpty { throw problem(with: refused, files, format) }
  }

  private func problem(
    with refused: [TrackerMixture], _ files: [InputFile], _ format: String
  ) -> FormatProblem {
    let path = files.count == 1 ? files[0].name : "\(files[0].name) and \(files.count - 1) more"
    let format = format.split(separator: ".").first ?? "import"
    let own = refused.map { ($0.name, "\($0.tracker) (\(format))") }
    // A tracker that is given for itself accepts all amounts.
    let joint = refused.flatMap { [($0.name, $0.tracker), ($0.tracker, $0.tracker)] }
    let isOfFile = refused.contains { $0.isOfFile }
    let amounts = refused.map { mixture in
      "of \"\(mixture.name)\""
        + (mixture.name == mixture.tracker ? "" : ", which goes to \"\(mixture.tracker)\"")
        + ", \(mixture.existing) and \(mixture.added) in the file"
    }
    return FormatProblem(
      path: path,
      message: "incompatible amounts would be added up: "
        + amounts.joined(separator: "; ") + ". Give them trackers of their own by \(option(own))"
        + (isOfFile ? ", with \(path) imported by itself" : "")
        + ", or put them together by \(option(joint))")
  }

  /// Returns the option that assigns entries to trackers, with some more pairs.
  private func option(_ pairs: [(name: String, tracker: String)]) -> String {
    var known: Set<String> = []
    let others = given.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let all = (pairs + others).filter { known.insert($0.name.lowercased()).inserted }
    if isFromScript {
      let pairs = all.map { "[\($0.name.luaQuoted)] = \($0.tracker.luaQuoted)" }
      return "trackers = {\(pairs.joined(separator: ", "))}"
    }
    let text = all.map { "\(Self.escaped($0.name))=\(Self.escaped($0.tracker))" }
    return "--trackers \"\(text.joined(separator: ","))\""
  }

  /// Returns a name as in the option, escaped for the double quotes of a shell.
  private static func escaped(_ name: String) -> String {
    var escaped = ""
    for character in name {
      // The shell removes one of two backslashes, but none before a comma.
      if character == "\\" { escaped += "\\\\\\" }
      if ",=\"$`".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }

  /// Returns the tracker that was given for another one; that one by default.
  private mutating func tracker(
    chosenFor tracker: ImportedTracker
  ) throws(RowProblem) -> ImportedTracker {
    if given.isEmpty { return tracker }
    if let known = chosen[tracker] { return try known.get() }
    let content = tracker.content
    let lower = content.name.lowercased()
    names[lower] = content.name
    var result = Result<ImportedTracker, RowProblem>.success(tracker)
    if let name = given[lower], name.lowercased() != lower {
      do throws(FieldError) {
        let renamed = try TrackerContent(
          name: name, description: content.description, category: content.category,
          goal: content.goal, target: content.target, fields: content.fields)
        result = .success(ImportedTracker(renamed, unit: tracker.unit))
      } catch {
        result = .failure(RowProblem(error))
      }
    }
    chosen[tracker] = result
    return try result.get()
  }

  /// Returns the incompatibility of the amounts of an entry with those that its tracker has in the
  /// profile or in other files; `nil` if there is none, or if it was returned before.
  ///
  /// - Parameter chosen: the tracker that the entry is added to.
  private mutating func mixture(_ entry: ImportedEntry, _ chosen: ImportedTracker)
    -> TrackerMixture?
  {
    guard let kind = TrackerAmounts.name(of: entry.kind),
      seen.insert(SeenAmount(tracker: entry.tracker, kind: kind)).inserted
    else { return nil }
    let added = TrackerAmounts(of: chosen, kind: kind)
    let (name, tracker) = (entry.tracker.content.name, chosen.content.name)
    let key = tracker.lowercased()
    if amounts[key]?.add(added) == nil { amounts[key] = added }
    if given[key]?.lowercased() == key { return nil }
    func mixture(with existing: TrackerAmounts) -> TrackerMixture? {
      if existing.kinds.isEmpty { return nil }
      var mixture = TrackerMixture(
        name: name, tracker: tracker, existing: existing.text(),
        added: added.kinds.sorted().joined(separator: " and "), isOfFile: existing.file != nil)
      if !existing.kinds.isSuperset(of: added.kinds) { return mixture }
      guard let unit = added.unit, existing.unit != unit else { return nil }
      (mixture.existing, mixture.added) = (existing.text(existing.unit), unit)
      if existing.unit != nil { return mixture }
      if existing.goal == added.goal { return nil }
      let owner = existing.file ?? "the tracker that the profile has"
      mixture.note =
        "The numbers of \"\(name)\" are in \(unit); \(owner) does not say what its are in. A "
        + "tracker of their own is chosen by --trackers \"\(name)=…\"."
      return mixture
    }
    let known = before.tracker(named: tracker).map { TrackerAmounts(of: $0) }
    if let found = known.flatMap({ mixture(with: $0) }) { return found }
    return amountsBefore[key]?.lazy.compactMap { mixture(with: $0) }.first
  }

  /// Ends a source: later ones are compared with its amounts.
  mutating func endSource(named source: String) {
    for (name, var found) in amounts {
      func isEqual(_ other: TrackerAmounts) -> Bool {
        (found.kinds, found.unit) == (other.kinds, other.unit)
      }
      if amountsBefore[name]?.contains(where: isEqual) ?? false { continue }
      found.file = source
      amountsBefore[name, default: []].append(found)
    }
    amounts = [:]
    chosen = [:]
    seen = []
    notes = []
  }

  /// Returns a note about given names of trackers that no file contains; `nil` if there are none.
  func unknown(in groups: [InputGroup]) -> String? {
    let others = Set(
      given.filter { $0.key != $0.value.lowercased() }.values.map { $0.lowercased() })
    let unknown = given.keys.filter { name in
      names[name] == nil && !others.contains(name)
    }
    // A rejects file repeats all names of the original import, also those without rejected rows.
    if unknown.isEmpty || groups.flatMap(\.files).contains(where: \.isRejectsFile) { return nil }
    return "There are no entries of "
      + unknown.sorted().map {
        "\"\($0)\"\(NearestName.hint(for: $0, among: names.values.sorted()))"
      }
      .joined(separator: ", ") + "."
  }
}

extension InputFile {
  fileprivate var isRejectsFile: Bool {
    if case .disk(let path) = location { RejectsFileRequest.isRejects(path) } else { false }
  }
}

import Rules
import Schema
import Sessions

/// The choice of trackers for the entries of a file. Entries are added to the tracker of their name
/// in the profile or in another file, but incompatible amounts, such as minutes and checks, are
/// never added up unless the user requests it.
extension ImportJob {
  /// Assigns entries to the trackers that were given for them.
  ///
  /// - Throws: `FormatProblem` if amounts of different kinds or units would be added up.
  func chooseTrackers(_ units: inout [ImportUnit], _ files: [InputFile]) throws {
    var mixtures: Set<TrackerMixture> = []
    for index in units.indices {
      guard case .records(let drafts) = units[index].outcome,
        drafts.contains(where: { $0.entry != nil })
      else { continue }
      var chosen: [ImportRecord] = []
      do throws(RowProblem) {
        for draft in drafts {
          if let name = draft.entry?.tracker.content.name, !options.trackers.isEmpty {
            trackerNames[name.lowercased()] = name
          }
          chosen.append(try self.chosen(draft))
          if let mixture = mixture(draft, chosen[chosen.count - 1]) { mixtures.insert(mixture) }
        }
        units[index].outcome = .records(chosen)
      } catch {
        units[index].outcome = .rejected(error)
      }
    }
    for note in mixtures.compactMap(\.note).sorted() where !trackerNotes.contains(note) {
      trackerNotes.append(note)
    }
    let refused = mixtures.filter { $0.note == nil }
      .sorted { ($0.name, $0.existing, $0.added) < ($1.name, $1.existing, $1.added) }
    if !refused.isEmpty { throw problem(with: refused, files) }
  }

  private func problem(with refused: [TrackerMixture], _ files: [InputFile]) -> FormatProblem {
    let path = files.count == 1 ? files[0].name : "\(files[0].name) and \(files.count - 1) more"
    let format = currentFormat.split(separator: ".").first ?? "import"
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
    let others = options.trackers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let all = (pairs + others).filter { known.insert($0.name.lowercased()).inserted }
    if options.isFromScript {
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

  /// Returns a draft whose entry is assigned to the tracker that was given for it.
  private func chosen(_ draft: ImportRecord) throws(RowProblem) -> ImportRecord {
    switch draft {
    case .entry(var entry):
      let content = entry.tracker.content
      guard let name = options.trackers[content.name.lowercased()],
        name.lowercased() != content.name.lowercased()
      else { return draft }
      let renamed = try RowProblem.checking { () throws(FieldError) in
        try TrackerContent(
          name: name, description: content.description, category: content.category,
          goal: content.goal, target: content.target, fields: content.fields)
      }
      entry.tracker.content = renamed
      entry.tracker.key = nil
      return .entry(entry)
    case .known(let id, let draft): return .known(id, try chosen(draft))
    default: return draft
    }
  }

  /// Returns the incompatibility of the amounts of an entry with those of its tracker before the
  /// import or in other files; `nil` if there is none.
  private func mixture(_ draft: ImportRecord, _ chosen: ImportRecord) -> TrackerMixture? {
    guard case .entry(let entry) = chosen, let added = TrackerAmounts(of: entry) else { return nil }
    let tracker = entry.tracker.content.name
    let key = tracker.lowercased()
    if amounts[key]?.add(added) == nil { amounts[key] = added }
    if options.trackers[key]?.lowercased() == key { return nil }
    let name = draft.entry?.tracker.content.name ?? tracker
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
    let known = trackersBefore.tracker(named: tracker).map { TrackerAmounts(of: $0) }
    if let found = known.flatMap({ mixture(with: $0) }) { return found }
    return amountsBefore[key]?.lazy.compactMap { mixture(with: $0) }.first
  }

  /// Stores the amounts of a source, to compare later sources with it.
  func storeAmounts(of source: String) {
    for (name, var found) in amounts {
      func isEqual(_ other: TrackerAmounts) -> Bool {
        (found.kinds, found.unit) == (other.kinds, other.unit)
      }
      if amountsBefore[name]?.contains(where: isEqual) ?? false { continue }
      found.file = source
      amountsBefore[name, default: []].append(found)
    }
    amounts = [:]
  }

  /// Returns a note about given names of trackers that no file contains; `nil` if there are none.
  func unknownTrackers(_ groups: [InputGroup]) -> String? {
    let others = Set(
      options.trackers.filter { $0.key != $0.value.lowercased() }.values.map { $0.lowercased() })
    let unknown = options.trackers.keys.filter { name in
      trackerNames[name] == nil && !others.contains(name)
    }
    // A rejects file repeats all names of the original import, also those without rejected rows.
    if unknown.isEmpty || groups.flatMap(\.files).contains(where: \.isRejectsFile) { return nil }
    let names = trackerNames.values.sorted()
    return "There are no entries of "
      + unknown.sorted().map { "\"\($0)\"\(NearestName.hint(for: $0, among: names))" }
      .joined(separator: ", ") + "."
  }
}

extension InputFile {
  /// Whether the file is a rejects file on disk.
  fileprivate var isRejectsFile: Bool {
    if case .disk(let path) = location { RejectsFileRequest.isRejects(path) } else { false }
  }
}

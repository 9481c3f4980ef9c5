import Rules
import Sessions

/// Which trackers the entries of a file go to. A tracker that the profile or another file has takes in
/// entries of its name, but amounts that do not go together, such as minutes and checks, are never added
/// up unless somebody says so.
extension ImportJob {
  /// Gives entries the trackers that were said for them.
  ///
  /// - Throws: `FormatProblem` when amounts of different kinds or units would be added up.
  func chooseTrackers(_ units: inout [ImportUnit], _ files: [InputFile]) throws {
    var mixtures: Set<TrackerMixture> = []
    for place in units.indices {
      guard case .drafts(let drafts) = units[place].outcome,
        drafts.contains(where: { $0.entry != nil })
      else { continue }
      var chosen: [Draft] = []
      do throws(RowProblem) {
        for draft in drafts {
          if let name = draft.entry?.tracker.content.name, !options.trackers.isEmpty {
            trackerNames[name.lowercased()] = name
          }
          chosen.append(try self.chosen(draft))
          if let mixture = mixture(draft, chosen[chosen.count - 1]) { mixtures.insert(mixture) }
        }
        units[place].outcome = .drafts(chosen)
      } catch {
        units[place].outcome = .rejected(error)
      }
    }
    for note in mixtures.compactMap(\.note).sorted() where !trackerNotes.contains(note) {
      trackerNotes.append(note)
    }
    let refused = mixtures.filter { $0.note == nil }
      .sorted { ($0.name, $0.standing, $0.said) < ($1.name, $1.standing, $1.said) }
    if !refused.isEmpty { throw problem(with: refused, files) }
  }

  private func problem(with refused: [TrackerMixture], _ files: [InputFile]) -> FormatProblem {
    let path = files.count == 1 ? files[0].name : "\(files[0].name) and \(files.count - 1) more"
    let format = currentFormat.split(separator: ".").first ?? "import"
    let own = refused.map { ($0.name, "\($0.tracker) (\(format))") }
    // What is named for itself takes in everything.
    let joint = refused.flatMap { [($0.name, $0.tracker), ($0.tracker, $0.tracker)] }
    let isOfFile = refused.contains { $0.isOfFile }
    let amounts = refused.map { mixture in
      "of \"\(mixture.name)\""
        + (mixture.name == mixture.tracker ? "" : ", which goes to \"\(mixture.tracker)\"")
        + ", \(mixture.standing) and \(mixture.said) in the file"
    }
    return FormatProblem(
      path: path,
      message: "amounts that do not go together would be added up: "
        + amounts.joined(separator: "; ") + ". Give them trackers of their own by \(option(own))"
        + (isOfFile ? ", with \(path) imported by itself" : "")
        + ", or put them together by \(option(joint))")
  }

  /// The option that says which trackers entries go to, as it is with some pairs more.
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

  /// A name as the option has it, between the quotes of a shell.
  private static func escaped(_ name: String) -> String {
    var escaped = ""
    for character in name {
      // The shell takes one of two backslashes away, but none before a comma.
      if character == "\\" { escaped += "\\\\\\" }
      if ",=\"$`".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }

  /// A draft whose entry goes to the tracker that was said for it.
  private func chosen(_ draft: Draft) throws(RowProblem) -> Draft {
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

  /// What of the amounts of an entry does not go together with those that its tracker had before the
  /// import or has of other files, if anything.
  private func mixture(_ draft: Draft, _ chosen: Draft) -> TrackerMixture? {
    guard case .entry(let entry) = chosen, let said = TrackerAmounts(of: entry) else { return nil }
    let tracker = entry.tracker.content.name
    let key = tracker.lowercased()
    if amounts[key]?.add(said) == nil { amounts[key] = said }
    if options.trackers[key]?.lowercased() == key { return nil }
    let name = draft.entry?.tracker.content.name ?? tracker
    func mixture(with standing: TrackerAmounts) -> TrackerMixture? {
      if standing.kinds.isEmpty { return nil }
      var mixture = TrackerMixture(
        name: name, tracker: tracker, standing: standing.text(),
        said: said.kinds.sorted().joined(separator: " and "), isOfFile: standing.file != nil)
      if !standing.kinds.isSuperset(of: said.kinds) { return mixture }
      guard let unit = said.unit, standing.unit != unit else { return nil }
      (mixture.standing, mixture.said) = (standing.text(standing.unit), unit)
      if standing.unit != nil { return mixture }
      if standing.goal == said.goal { return nil }
      let owner = standing.file ?? "the tracker that the profile has"
      mixture.note =
        "The numbers of \"\(name)\" are in \(unit); \(owner) does not say what its are in. A "
        + "tracker of their own is chosen by --trackers \"\(name)=…\"."
      return mixture
    }
    let known = trackersBefore.tracker(named: tracker).map { TrackerAmounts(of: $0) }
    if let found = known.flatMap({ mixture(with: $0) }) { return found }
    return amountsBefore[key]?.lazy.compactMap { mixture(with: $0) }.first
  }

  /// Keeps what the amounts of a source are, to compare others with it.
  func keepAmounts(of source: String) {
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

  /// What is to be said about names of trackers that no file has.
  func unknownTrackers(_ groups: [InputGroup]) -> String? {
    let others = Set(
      options.trackers.filter { $0.key != $0.value.lowercased() }.values.map { $0.lowercased() })
    let unknown = options.trackers.keys.filter { name in
      trackerNames[name] == nil && !others.contains(name)
    }
    // Of a rejects file they are those that its rows were imported with, whichever are left.
    if unknown.isEmpty || groups.flatMap(\.files).contains(where: \.isOfRejects) { return nil }
    let names = trackerNames.values.sorted()
    return "There are no entries of "
      + unknown.sorted().map { "\"\($0)\"\(NearestName.hint(for: $0, among: names))" }
      .joined(separator: ", ") + "."
  }
}

extension InputFile {
  /// Whether it is a file of the disk with rejected records.
  fileprivate var isOfRejects: Bool {
    if case .disk(let path) = place { RejectsPlace.isRejects(path) } else { false }
  }
}

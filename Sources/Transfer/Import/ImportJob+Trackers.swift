import Rules
import Sessions

/// Which trackers the entries of a file go to. A tracker that the profile has takes in entries of its
/// name, but amounts that do not go together, such as minutes and checks, are never added up unless
/// somebody says so.
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
          chosen.append(try self.chosen(draft))
          if let mixture = mixture(draft) { mixtures.insert(mixture) }
        }
        units[place].outcome = .drafts(chosen)
      } catch {
        units[place].outcome = .rejected(error)
      }
    }
    for note in mixtures.compactMap(\.note).sorted() where !trackerNotes.contains(note) {
      trackerNotes.append(note)
    }
    let refused = mixtures.filter { $0.note == nil }.sorted { $0.name < $1.name }
    if refused.isEmpty { return }
    let format = currentFormat.split(separator: ".").first ?? "import"
    func option(_ name: (String) -> String) -> String {
      "--trackers \"" + refused.map { "\($0.name)=\(name($0.name))" }.joined(separator: ",") + "\""
    }
    throw FormatProblem(
      path: files.count == 1 ? files[0].name : "\(files[0].name) and \(files.count - 1) more",
      message: "amounts that do not go together would be added up: "
        + refused.map {
          "of \"\($0.name)\", \($0.standing) in the profile and \($0.said) in the file"
        }
        .joined(separator: "; ")
        + ". Give them trackers of their own by \(option { "\($0) (\(format))" }), or put them "
        + "together by \(option { $0 })")
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

  /// What of the amounts of an entry and of those that its tracker had before the import does not go
  /// together, if anything.
  private func mixture(_ draft: Draft) -> TrackerMixture? {
    guard case .entry(let entry) = draft, let said = entry.kind.amounts,
      options.trackers[entry.tracker.content.name.lowercased()] == nil,
      let standing = trackersBefore.tracker(named: entry.tracker.content.name)
    else { return nil }
    let known = standing.amounts
    if known.isEmpty { return nil }
    let name = entry.tracker.content.name
    if !known.contains(said) {
      return TrackerMixture(
        name: name, standing: known.sorted().joined(separator: " and "), said: said)
    }
    guard case .measurement = entry.kind, let unit = entry.tracker.unit else { return nil }
    let goal = standing.content.goal
    if let other = goal.flatMap({ LoopHabit.unit(inGoal: $0) }) {
      return other == unit ? nil : TrackerMixture(name: name, standing: other, said: unit)
    }
    if goal == entry.tracker.content.goal { return nil }
    return TrackerMixture(
      name: name, standing: "", said: unit,
      note:
        "The numbers of \"\(name)\" are in \(unit); the tracker that the profile has does not say "
        + "what its are in. A tracker of their own is chosen by --trackers \"\(name)=…\".")
  }
}

/// Amounts of a tracker that do not go together.
private struct TrackerMixture: Hashable {
  var name: String
  /// What the profile has, and what the file.
  var standing: String
  var said: String
  /// What is to be said about it, where it is not refused.
  var note: String?
}

extension EntryKind {
  /// What its amounts are, in words; `nil` for words, which are not added up.
  fileprivate var amounts: String? {
    switch self {
    case .session: "minutes"
    case .measurement: "numbers"
    case .checklist: "checks"
    case .rating: "ratings"
    case .log: nil
    }
  }
}

extension Tracker {
  /// What the amounts of its entries are, in words.
  fileprivate var amounts: Set<String> {
    var amounts: Set<String> = []
    if sessions.count > 0 { amounts.insert("minutes") }
    if measurements.count > 0 { amounts.insert("numbers") }
    if checklists.count > 0 { amounts.insert("checks") }
    if ratings.count > 0 { amounts.insert("ratings") }
    return amounts
  }
}

package import ArgumentParser
import FlintCalendar
import Chance
import Foundation
import Lua
package import FlintRules
import FlintSchema
import Sessions
import Views

/// What the shell completes with names of the profile.
package enum CompletionSubject {
  case habits
  case trackers
  /// The groups of habits and trackers.
  case groups
  case openTasks
  case completedTasks
  case projects
  case availableNodes
  case questSets
  case questMissions
  /// The ids of the latest records, and `last`.
  case events
  case batches
  case categories
  case intensities
  case rarities
  case pools
  case ladders
  case tags
  case moods
  case metrics
  /// Goals of odds: rarities, categories and cards, each with its keyword.
  case goals
  /// The words of the aliases or of the lists that the profile keeps, each with its line.
  case saved(SavedName.Kind)
  /// The settings that keep these lines, such as `alias.w`.
  case savedSettings
  /// Goals of simulated players, apart from those of odds: missions and achievements.
  case milestones

  /// The number of records that are offered, and of sparks whose tags are.
  private static let (latest, searched) = (20, 200)

  /// Returns what is offered, in the order in which it is shown.
  fileprivate func candidates(in session: Session) throws -> [Candidate] {
    switch self {
    case .events:
      var query = LogQuery()
      query.limit = Self.latest
      let ids = try session.history.log(query).map(\.event)
      let short = try session.reader.shortIDs(of: Set(ids))
      var text = try EventText(session)
      try text.learn(ids)
      return [Candidate(name: EventReference.last, title: "what was recorded last")]
        + ids.compactMap { id in short[id].map { Candidate(name: $0, title: text.text(of: id)) } }
    case .batches:
      return try session.history.batches().prefix(Self.latest).map {
        Candidate(name: "\($0.number)", title: $0.source)
      }
    case .saved(let kind):
      return session.profile.display.saved.filter { $0.key.kind == kind }
        .sorted { $0.key.word < $1.key.word }
        .map { Candidate(name: $0.key.word, title: $0.value) }
    default: return try names(in: session).map { Candidate(name: $0) }
    }
  }

  private func names(in session: Session) throws -> [String] {
    let rules = session.rulebook.definition
    switch self {
    case .habits: return try session.folded().trackers.habits.map(\.content.name)
    case .groups: return try session.folded().trackers.groupNames
    case .trackers: return try session.folded().trackers.trackers.map(\.content.name)
    case .openTasks: return try session.folded().tasks.tasks.filter(\.isOpen).map(\.name)
    case .completedTasks:
      return try session.folded().tasks.tasks.filter { !$0.completions.isEmpty }.map(\.name)
    case .projects: return try session.folded().tasks.projects.map(\.name.text)
    case .availableNodes:
      let state = try session.folded()
      return state.quests.nodes(QuestQuery(.available), level: Int64(state.level))
        .map(\.node.title)
    case .questSets: return try session.folded().quests.sets.map(\.set.id)
    case .questMissions:
      return try session.folded().quests.missions().map { "\($0.set)/\($0.mission.id)" }
    case .events, .batches, .saved: return []
    case .categories: return rules.categories.map(\.name)
    case .intensities: return rules.intensities.map(\.name)
    case .rarities: return rules.rarities.map(\.name)
    case .pools: return rules.pools.map(\.id)
    case .ladders: return rules.ladders.map(\.id)
    case .tags:
      var query = SparkQuery()
      (query.order, query.limit) = (.newest, Self.searched)
      return try session.reader.sparks(sequences: session.reader.sparkSequences(query)[...])
        .flatMap(\.spark.tags)
    case .moods: return Mood.names
    case .savedSettings: return session.profile.display.saved.keys.map { $0.name }.sorted()
    case .metrics: return ["moods"] + SeriesMetric.allCases.map(\.name)
    case .goals:
      return ["complete"]
        + rules.rarities.flatMap { ["first:\($0.name)", "all:\($0.name)"] }
        + rules.categories.map { "category:\($0.name)" }
        + rules.cards.map { "card:\($0.id)" }
    case .milestones:
      return rules.missions.map { "mission:\($0.id)" }
        + rules.ladders.flatMap(\.rungs).map { "achievement:\($0.id)" }
    }
  }
}

/// What a shell offers: a value, and what it is, which zsh and fish show beside it.
private struct Candidate {
  let name: String
  var title: String?

  /// The line from which the shell reads it.
  var line: String {
    let title = title.flatMap { TerminalText.printable($0) == $0 ? String($0.prefix(60)) : nil }
    switch CompletionShell.requesting {
    case .zsh?:
      // A description follows a colon that no backslash precedes.
      let name = name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return name + (title.map { ":" + $0 } ?? "")
    case .fish?: return name + (title.map { "\t" + $0 } ?? "")
    default: return name
    }
  }
}

extension CompletionKind {
  /// Completes a value with names of the profile that the command line selects.
  ///
  /// Nothing is completed where there is no profile, or where it cannot be read.
  ///
  /// - Parameters:
  ///   - others: Further values.
  ///   - later: The values behind the first word of the command, if these differ.
  package static func profile(
    _ subjects: CompletionSubject..., and others: [String] = [], thenOffering later: [String] = []
  ) -> CompletionKind {
    .custom { words, _, _ in
      let isLater = words.dropFirst(2).dropLast().contains { !$0.hasPrefix("-") }
      if isLater, !later.isEmpty { return later }
      var found = others.map { Candidate(name: $0) }
      let words = words.map(path)
      try? ProfileOptions.selecting(words).reading { session in
        for subject in subjects { found += try subject.candidates(in: session) }
      }
      var known: Set<String> = []
      return found.filter { isOffered($0.name, in: words) && known.insert($0.name).inserted }
        .map(\.line)
    }
  }

  /// Completes one of several lists, by what precedes the value on the command line.
  package static func choice(_ names: @escaping @Sendable ([String]) -> [String]) -> CompletionKind
  {
    .custom { words, _, _ in names(words) }
  }

  /// Completes the ids of the rulebooks that come with Flint, and Lua files.
  package static let rulebook = CompletionKind.custom { words, _, prefix in
    RulebookDefinition.bundled.map(\.id) + [RulebookOption.current]
      + files(".lua", beginningWith: prefix).filter { isOffered($0, in: words) }
  }

  /// Returns whether a name can be completed: each line of the output is one, a terminal shows what is in
  /// it, and one that begins with a hyphen would be an option, except after `--`.
  private static func isOffered(_ name: String, in words: [String]) -> Bool {
    TerminalText.printable(name) == name && (!name.hasPrefix("-") || words.contains("--"))
  }

  /// Completes the names of time zones.
  package static let zone = CompletionKind.custom { _, _, _ in zones() }

  package static func zones() -> [String] {
    let table = CivilZone.folders.lazy.compactMap {
      try? String(contentsOfFile: $0 + "/tzdata.zi", encoding: .utf8)
    }.first
    // A line of a zone is "Z NAME …", and one of another name for it "L ZONE NAME".
    return table?.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return switch words.first {
      case "Z": String(words[1])
      case "L": String(words[2])
      default: nil
      }
    }.sorted() ?? []
  }

  /// The path that a word of a shell names, without its quotes.
  private static func path(_ word: String) -> String {
    let path = word.filter { !"\\\"'".contains($0) }
    return path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
  }

  /// The files with an extension in the directory of a path that begins like this.
  private static func files(_ suffix: String, beginningWith prefix: String) -> [String] {
    let directory = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let read = directory.isEmpty ? "." : path(directory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: read)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { directory + $0 }
  }
}

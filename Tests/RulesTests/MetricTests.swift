import FlintCalendar
import Foundation
import FlintSchema
import Testing

@testable import FlintRules

struct `The metrics of missions` {
  /// A mission of every window for each metric, all of which a day with every kind of event
  /// completes.
  private static let definition: RulebookDefinition = {
    var definition = RulebookDefinition.ignition
    definition.fuelCapacity = 300
    // The only card of its category is a set.
    definition.sets = [CardSet(id: "alone", title: "Alone")]
    let first = definition.cards.first { $0.category == .challenge && $0.rarity == .common }
    definition.cards.removeAll { $0.category == .challenge && $0.id != first?.id }
    for index in definition.cards.indices where definition.cards[index].id == first?.id {
      definition.cards[index].set = "alone"
    }
    definition.missions = Window.allCases.flatMap { window in
      Metric.all.map { metric in
        MissionDefinition(
          id: "\(window.name)_\(metric.name)", title: "M", window: window, metric: metric,
          // Level 1 is reached by any event.
          target: metric == .level ? 2 : 1, reward: 30, difficulty: .easy)
      }
    }
    return definition
  }()

  @Test func `are all moved by events`() throws {
    var profile = try LivedProfile(Self.definition)
    func at(_ text: String) throws -> Instant {
      try #require(Timestamp("2026-03-02T\(text)")).local.instant(offset: .zero)
    }
    let text =
      #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":["#
      + #"{"id":"n","orderIndex":0,"title":"N","dependencies":[]}]}]}"#
    let set = try QuestSet(parsing: Array(text.utf8), file: "s.json")
    profile.apply(.quest(.load(set)), at: try at("08:00"))
    profile.apply(.quest(.complete(QuestReference(set: "s", id: "n"))), at: try at("08:01"))
    let task = profile.apply(
      .task(.taskAdd(try TaskContent(name: "A", priority: .p0))), at: try at("08:02"))
    profile.apply(.task(.taskComplete(task)), at: try at("08:03"))
    let content = try MoodContent(day: day("2026-03-02"), mood: .good)
    profile.apply(.mood(.record(content)), at: try at("08:04"))
    profile.apply(.journey(.activity(try Activity(.open))), at: try at("08:05"))
    let tracker = profile.apply(
      .tracker(.create(try TrackerContent(name: "Run"))), at: try at("08:06"))
    let entry = try EntryContent(tracker: tracker, kind: .session(minutes: 5))
    profile.apply(.tracker(.entry(entry)), at: try at("08:07"))
    for minute in 10..<20 { try profile.spark(.challenge, .extreme, "2026-03-02T08:\(minute)") }
    for mission in Self.definition.missions {
      #expect(profile.played.completions(of: mission.id) == 1, "\(mission.id)")
    }
  }

  @Test func `differ in their names, and stay the same with other filters`() {
    // General metrics have no name of their own.
    #expect(Set(Metric.all).count == Metric.Kind.allCases.count - 1)
    #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
    for metric in Metric.all {
      var changed = metric
      changed.parameters = .all
      #expect(changed.name == metric.name)
      changed.parameters = Metric.Parameters()
      #expect(changed == metric)
    }
  }

  @Test func `take every filter of a mission's table`() {
    let filters = MissionDefinition.table.fields.filter { $0.summary.hasPrefix("Filter: ") }
    let taken = Metric.all.flatMap(\.filterNames) + OccurrenceKind.allCases.flatMap(\.filters)
    #expect(Set(filters.map(\.name)) == Set(taken))
  }

  @Test func `are listed with their filters on the page on rulebooks`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/rulebooks.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "| metric | counts | filters |")) + 2
    var listed: [String: [String]] = [:]
    for row in lines[start...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        cell.matches(of: /`([a-z_]+)`/).map { String($0.1) }
      }
      try #require(cells.count == 5, "\(row)")
      for name in cells[1] { listed[name] = cells[3] }
    }
    #expect(
      listed == Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.name, $0.filterNames) }))
  }
}

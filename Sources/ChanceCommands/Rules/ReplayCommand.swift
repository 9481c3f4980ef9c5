import ArgumentParser
import Calendar
import Commands
import JSON
import Reports
import Rules
import Scripting
import Sessions
import Storage
import Views

/// Folds the same events with another rulebook and compares the results.
struct ReplayCommand: Subcommand {
  static let name = "replay"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Compare the profile with what it would be under another rulebook.",
    discussion: """
      Shows differences in points by source, level, cards, missions and
      achievements, with their dates, and the first event with a different outcome.
      The profile is not changed.

      With --population, the events of many players are replayed instead: a line for
      each event, in JSON Lines or CSV, all lines of a player together. Memory is
      that of one player at a time, and any partition of the players has the same
      totals, so that it runs as a filter on Spark, dask or GNU parallel.

      Examples:
        flint replay --rules my.lua
        flint replay --rules ignition-shipped --against my.lua --format json
        flint replay --rules my.lua -o replay.html
        flint replay --population --rules my.lua events.jsonl
        flint replay --population --rules my.lua --totals - <events.jsonl >t.jsonl
        flint replay --population --rules my.lua --tallies part1.json events1.jsonl
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(
    help: ArgumentHelp(
      "The other rulebook: ignition, ignition-shipped, everyday or a Lua file.",
      valueName: "rulebook"))
  var rules: RulebookOption
  @Option(
    help: ArgumentHelp(
      "The rulebook to compare with; current is the profile's own.", valueName: "rulebook"))
  var against = RulebookOption(argument: RulebookOption.current)
  @OptionGroup var pictures: PlotOption
  @OptionGroup var sandbox: SandboxOptions
  @OptionGroup(title: "Replaying a population") var population: PopulationOptions

  func validate() throws {
    try pictures.check(with: list.format)
    if population.population {
      try refuse(
        [
          "--db": profile.database != nil, "--against": against.name != RulebookOption.current,
          "--output": pictures.output != nil,
        ], with: "--population")
    }
  }

  func run() throws {
    if population.population { return try replayPopulation() }
    try pictures.checkFile()
    try Sandbox.enter(profile: profile.path, outputs: pictures.outputs)
    let new = try rules.rulebook(in: profile)
    let old = try against.rulebook(in: profile)
    try profile.reading { session in
      let page = ReplayPage(try session.reader.replay(under: new, against: old), session)
      try pictures.write(page.report, permissionsOf: profile.path)
      switch list.format {
      case .json: StandardOutput.shared.write(json: page.json)
      case .csv: page.writeCSV()
      case .table where pictures.isTerminal: break
      case .table: StandardOutput.shared.write(page.text)
      }
    }
  }
}

extension ReplayCommand {
  private func replayPopulation() throws {
    try population.checkMayReplace(force: pictures.replacing.force)
    // The files and the rulebook may come from an untrusted source.
    try Sandbox.enter(
      reading: population.files.filter { $0 != "-" } + [rules.name], outputs: population.outputs)
    try PopulationReplay(population, try rules.rulebook(), now: profile.now, list).run()
  }
}

/// The differences between two folds of the same events, for display.
struct ReplayPage {
  private let replay: Replay
  private let differences: [ReplayDifference]
  private let zone: Zone

  init(_ replay: Replay, _ session: Session) {
    self.replay = replay
    differences = replay.differences
    zone = session.zone
  }

  private var old: Rulebook { replay.old.rulebook }
  private var new: Rulebook { replay.new.rulebook }

  /// The differences as tables by subject, and the first event that differs.
  var text: String {
    let names = [old.name(beside: new), new.name(beside: old)]
    let events = counted(replay.old.state.events.count, "event")
    if differences.isEmpty && replay.divergence == nil {
      return "\(events): the same under \(names[0]) and \(names[1])\n"
    }
    var text = "\(events) under \(names[0]) and under \(names[1])\n"
    if differences.isEmpty { text += "\nThe final results are the same.\n" }
    let numbers = differences.compactMap { difference -> [Cell]? in
      guard case .number(let before)? = difference.old, case .number(let after)? = difference.new
      else { return nil }
      return [
        .text(difference.title), .integer(before), .integer(after),
        .text((after > before ? "+" : "") + grouped(after - before)),
      ]
    }
    if !numbers.isEmpty {
      text += "\n" + TerminalTable(columns: [""] + names + ["change"], rows: numbers).text
    }
    for (subject, title) in Replay.datedSubjects {
      let rows = differences.filter { $0.subject == subject }
      if rows.isEmpty { continue }
      text += "\n\(title): \(rows.changes)\n"
      text +=
        TerminalTable(
          rows,
          [
            Column("", \.change.rawValue), Column(subject, \.name),
            Column(names[0]) { $0.texts(in: zone).old },
            Column(names[1]) { $0.texts(in: zone).new },
          ]
        ).text
    }
    return text + divergenceText(names)
  }

  private func divergenceText(_ names: [String]) -> String {
    guard let divergence = replay.divergence else {
      return "\nNo single event has a different outcome.\n"
    }
    return "\nFirst divergence: \(divergence.event.name)\n"
      + labelled([
        ("  " + names[0], divergence.old.text()), ("  " + names[1], divergence.new.text()),
      ])
  }

  /// The comparison as a page with pictures.
  var report: ReportPage {
    let titles = ReplayTitles(replay)
    return ReportPage(
      replay, zone: zone,
      divergence: replay.divergence.map {
        ($0.event.name, $0.old.text(titles.title), $0.new.text(titles.title))
      })
  }

  /// The comparison as JSON.
  var json: JSONValue {
    func rulebook(_ rulebook: Rulebook) -> JSONValue {
      .object([("id", .string(rulebook.definition.id)), ("hash", .string(rulebook.hash))])
    }
    let listed = differences.map {
      JSONValue.object(Array(zip(Self.columns, cells($0).map(\.json))))
    }
    let divergence = replay.divergence.map { divergence in
      JSONValue.object(
        divergence.event.cells.map { ($0.name, $0.cell.json) }
          + [("old", divergence.old.json), ("new", divergence.new.json)])
    }
    return .object([
      ("old", rulebook(old)), ("new", rulebook(new)),
      ("events", .integer(replay.old.state.events.count)), ("differences", .array(listed)),
      ("first_divergence", divergence ?? .null),
    ])
  }

  /// Writes the differences as CSV records, followed by the first event with a different outcome:
  /// `first_divergence`, the name of a value, and both sides.
  func writeCSV() {
    var listing = Listing(.csv, columns: Self.columns)
    for difference in differences { listing.append(cells(difference)) }
    if let divergence = replay.divergence {
      let event = divergence.event.cells
      let (old, new) = (event + divergence.old.cells, event + divergence.new.cells)
      for ((name, old), (_, new)) in zip(old, new) {
        let isSame = old.plainText == new.plainText
        listing.append([
          .text("first_divergence"), .text(name), .text(isSame ? "" : "changed"), old, new, .none,
          .none,
        ])
      }
    }
    listing.end(empty: "")
  }

  private static let columns = [
    "subject", "name", "change", "old", "new", "old_times", "new_times",
  ]

  private func cells(_ difference: ReplayDifference) -> [Cell] {
    func value(_ value: ReplayDifference.Value?) -> Cell {
      switch value {
      case .number(let number)?: .integer(number)
      case .first(let instant, _)?: .text(zone.text(instant))
      case .day(let day)?: .text(day.description)
      case nil: .none
      }
    }
    func times(_ value: ReplayDifference.Value?) -> Cell {
      guard difference.subject == "mission", case .first(_, let times)? = value else {
        return .none
      }
      return .integer(times)
    }
    return [
      .text(difference.subject), .text(difference.name), .text(difference.change.rawValue),
      value(difference.old), value(difference.new), times(difference.old), times(difference.new),
    ]
  }
}

extension ReplayOutcome {
  /// Returns the outcome of the event as text.
  ///
  /// - Parameter title: Returns the title of a subject's id; by default the id.
  func text(_ title: (_ subject: String, _ id: String) -> String = { $1 }) -> String {
    if let void { return "without effect: \(void.text)" }
    let sources = [(duplicatePoints, "for the duplicate"), (missionPoints, "from missions")]
      .filter { $0.0 != 0 }.map { "\(grouped($0)) \($1)" }
    var parts = [
      "\(grouped(points)) points" + (sources.isEmpty ? "" : " (\(sources.joined(separator: ", ")))")
    ]
    if let card {
      parts.append((isNewCard ? "new card " : "duplicate card ") + title("card", card))
    } else if let drawnRarity {
      parts.append("no card, since none is \(drawnRarity.name)")
    }
    if !poolCards.isEmpty {
      let most = 10
      let rest = poolCards.count - most
      parts.append(
        "cards " + poolCards.prefix(most).map { title("card", $0) }.joined(separator: ", ")
          + (rest > 0 ? " and \(counted(rest, "other card"))" : ""))
    }
    if taskScore != 0 { parts.append("task score \(grouped(taskScore))") }
    parts += missions.map { "mission \(title("mission", $0))" }
    parts += achievements.map { "achievement \(title("achievement", $0))" }
    if overloads > 0 { parts.append(counted(overloads, "overload")) }
    parts.append("level \(level)")
    return parts.joined(separator: ", ")
  }

  /// The outcome as cells of a record.
  var cells: [(name: String, cell: Cell)] {
    [
      ("points.total", .integer(points)), ("points.base", .integer(basePoints)),
      ("points.duplicate", .integer(duplicatePoints)), ("points.mission", .integer(missionPoints)),
      ("task_score", .integer(taskScore)), ("rarity", Cell(drawnRarity?.name)),
      ("card", Cell(card)),
      ("new_card", card == nil ? .none : .flag(isNewCard)), ("missions", .list(missions)),
      ("achievements", .list(achievements)), ("overloads", .integer(overloads)),
      ("level", .integer(Int64(level))), ("pool_cards", .list(poolCards)),
      ("void", Cell(void?.text)),
    ]
  }

  /// The outcome as JSON, with the points grouped by source.
  var json: JSONValue {
    let members = cells.map { (name: $0.name, value: $0.cell.json) }
    let prefix = "points."
    let points = members.filter { $0.name.hasPrefix(prefix) }
      .map { (name: String($0.name.dropFirst(prefix.count)), value: $0.value) }
    return .object(
      [("points", .object(points))] + members.filter { !$0.name.hasPrefix(prefix) })
  }
}

extension Event {
  /// What identifies the event, as a text.
  fileprivate var name: String {
    "\(action.kind.name) \(id) at \(at.text(offset: offset))"
  }

  /// The cells that identify the event.
  var cells: [(name: String, cell: Cell)] {
    [
      ("id", .text(id.description)), ("kind", .text(action.kind.name)),
      ("at", .text(at.text(offset: offset))),
    ]
  }
}

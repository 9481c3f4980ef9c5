import Charts
package import Players
package import FlintRules
import Views

extension ReportPage {
  /// Creates the page of a simulation's result: the assertions with their verdicts, what was asked, and for
  /// each measure its estimates with intervals and its pictures.
  ///
  /// - Parameters:
  ///   - result: The result, which may have further measures for fan charts only.
  ///   - shown: The number of measures of the plan itself; by default all.
  ///   - rulebooks: The rulebooks of the plan, whose differences are listed; `nil` where they are unknown,
  ///     as those of shards are.
  package init(_ result: SimulationResult, measures shown: Int? = nil, rulebooks: [Rulebook]? = nil)
  {
    let plan = result.plan
    var sections: [Section] = []
    if !result.checks.isEmpty {
      sections.append(
        Section(id: "assertions", "Assertions", [.list(result.checks.map(\.line))]))
    }
    let shown = shown ?? plan.measures.count
    sections.append(Section(id: "question", "What was asked", result.question(rulebooks)))
    if plan.rules.count == 1 {
      sections.append(
        Section(id: "estimates", "Estimates", SimulationTables(result, measures: shown).blocks))
    }
    let segments = plan.rules.indices.flatMap {
      SegmentedMeasure.table(result, measures: shown, variant: $0)
    }
    if !segments.isEmpty { sections.append(Section(id: "segments", "Segments", segments)) }
    sections += SimulationSections(result, measures: shown).sections
    // Measures for fan charts only are not in the texts.
    let own = result.prefix(measures: shown)
    let methods = own.methods
    if !methods.isEmpty {
      sections.append(Section(id: "methods", "How the means were estimated", [.list(methods)]))
    }
    self.init(
      "Simulation: \(plan.name)",
      lead: [result.sentence] + (result.checks.isEmpty ? [] : [result.verdict]),
      sections: sections,
      notes: [
        "Means and shares have 95 % confidence intervals."
          + (own.isExactKnown
            ? " Exact values are computed from the rules, not simulated; z is the deviation of the "
              + "estimate from them, in standard errors." : ""),
        "The same version of Flint, plan, rules and seed give the same numbers to the byte, however they are "
          + "divided among threads and shards.",
      ],
      // The values of a sweep are rulebooks of their own, which the page lists.
      provenance: PageProvenance(
        plan.sweep == nil ? plan.rules.map { PageProvenance.Source($0.name, hash: $0.hash) } : []),
      language: .english)
  }
}

extension SimulationResult {
  /// How means and differences were estimated, and which of them do not cover all players, in lines.
  fileprivate var methods: [String] {
    var lines: [String] = []
    // Of a sweep, each value would have its own line.
    for (variant, rules) in plan.rules.enumerated() where plan.sweep == nil {
      let name = plan.rules.count > 1 ? "\(rules.name): " : ""
      lines += savings(ofMeans: variant).map { name + $0 }
      if variant > 0 {
        lines += savings(ofDifferences: variant).map {
          "\(rules.name) less \(plan.rules[0].name): \($0)"
        }
      }
    }
    lines += remarks
    let names = plan.rules.map(\.name) + plan.measures.map(\.name)
    return lines.map { line in
      names.contains { line.hasPrefix($0) } ? line : line.capitalizedFirst
    }
  }

  /// Whether the exact value of a measure is known.
  fileprivate var isExactKnown: Bool { estimates.joined().contains { $0.exact != nil } }

  /// What was simulated, in a sentence.
  fileprivate var sentence: String {
    let names = plan.rules.map(\.name)
    let rules =
      plan.sweep.map { "for \(counted(names.count, "value")) of \($0)" }
      ?? "under \(names.joined(separator: " and under "))"
    return "\(counted(players, "player")), \(plan.horizon) from \(plan.start), \(rules)"
      + (names.count > 1 ? ", on the same draws." : ".")
  }

  /// The verdicts, in a sentence.
  fileprivate var verdict: String {
    let open = checks.count { $0.verdict != .holds }
    guard open > 0 else {
      return checks.count == 1
        ? "The assertion holds."
        : "\(checks.count == 2 ? "Both" : "All \(grouped(checks.count))") assertions hold."
    }
    let failed = checks.count { $0.verdict == .fails || $0.verdict == .refused }
    return
      "Of \(counted(checks.count, "assertion")), \(grouped(checks.count - open)) \(checks.count - open == 1 ? "holds" : "hold"), "
      + "\(grouped(failed)) \(failed == 1 ? "fails" : "fail"), and \(grouped(open - failed)) "
      + "\(open - failed == 1 ? "is" : "are") not decided at this precision."
  }

  /// The plan in words: what players do, for how long, under which rules.
  fileprivate func question(_ rulebooks: [Rulebook]?) -> [ReportPage.Block] {
    // Rolls alone are of no category, and at no time.
    let isOfRolls =
      plan.method == Plan.Engine.rolls.description
      && plan.measures.allSatisfy { $0.name.hasPrefix("rolls until ") }
    let definition = rulebooks?.first?.definition
    let policies = PolicyWords(plan.canonical, definition, isOfRolls: isOfRolls)
    var blocks: [ReportPage.Block] = [
      .facts(
        facts(["players", "horizon", "start"], .english) + policies.facts
          + facts(["method", "seed", "events"], .english))
    ]
    blocks += policies.blocks
    if let unit = definition?.moneyUnit,
      plan.measures.contains(where: { $0.name.split(separator: "@").first == "money" })
    {
      blocks.append(.text("Money is in hundredths of \(unit)."))
    }
    if let words = plan.sweep?.split(separator: "."),
      words.contains("rates") || words.last == "rate"
    {
      blocks.append(.text("The other rates keep their proportions, so that all sum to 1."))
    }
    // The values of a number of the policies leave the rulebook as it is.
    if let sweep = plan.sweep, Set(plan.rules.map(\.hash)).count == 1 {
      blocks.append(.text("Of what players do, \(sweep) has the values of the sweep instead."))
    }
    blocks.append(
      .table(
        "Rulebooks",
        DataTable(
          columns: ["rules", "hash"],
          rows: plan.rules.map { [$0.name, String($0.hash.prefix(16))] }
        )))
    // The values of a sweep differ in what the page is about.
    guard plan.sweep == nil, plan.rules.count > 1 else { return blocks }
    guard let rulebooks, let first = rulebooks.first else {
      let text =
        "Shards contain the hashes of the rulebooks only: the page of a simulation without shards also "
        + "lists what the rulebooks differ in."
      return blocks + [.text(text)]
    }
    let most = 12
    for (rulebook, rules) in zip(rulebooks, plan.rules).dropFirst() {
      let differences = first.definition.differences(to: rulebook.definition)
        .filter { $0.path != "id" }
      guard !differences.isEmpty else { continue }
      blocks.append(.text("\(rules.name) differs from \(plan.rules[0].name) in:"))
      blocks.append(
        .list(
          differences.prefix(most).map(\.description)
            + (differences.count > most
              ? ["\(grouped(differences.count - most)) more; flint rules diff shows all"] : [])))
    }
    return blocks
  }
}

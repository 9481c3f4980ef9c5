import Charts
import Players
import FlintRules
import FlintSchema
import Views

/// What the players of a plan do, in words, from the text that identifies the plan.
struct PolicyWords {
  private static let names = [
    ("sparks", "Sparks per day"), ("mix", "Categories"), ("intensities", "Intensities"),
    ("hours", "Hours"), ("lapse", "Lapse"), ("churn", "Churn"),
    ("energy", "Energy"), ("income", "Income per day"),
  ]

  /// The fields of a policy that are about the kinds and times of sparks.
  private static let ofSparks: Set = ["mix", "intensities", "hours"]

  /// What the players of each policy do: the name of the policy, and the facts.
  private let policies: [(name: String, facts: [(name: String, value: String)])]

  /// - Parameters:
  ///   - canonical: the text that identifies the plan.
  ///   - rulebook: the rulebook, whose intensities have names; `nil` where it is unknown.
  ///   - isOfRolls: whether only rolls are played, so that the kinds and times of sparks have no effect.
  init(_ canonical: String, _ rulebook: RulebookDefinition?, isOfRolls: Bool = false) {
    let lines = canonical.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).map(String.init)
    }.filter { line in !isOfRolls || !Self.ofSparks.contains(line.first ?? "") }
    if lines.contains(where: { $0.first == "script" && $0.count == 2 }) {
      policies = [("all players", [("Players do", "what the script of the plan says")])]
      return
    }
    let names = rulebook?.intensities.names ?? SparkIntensity.ignitionNames
    let parts = lines.split(omittingEmptySubsequences: false) { $0.first == "segment" }
    let segments = lines.filter { $0.first == "segment" && $0.count == 2 }.map { $0[1] }
    guard !segments.isEmpty else {
      policies = [("all players", Self.facts(of: Array(parts[0]), names))]
      return
    }
    // The policy of the plan itself is in each segment.
    policies = zip(segments, parts.dropFirst()).map { segment, lines in
      let words = segment.split(separator: " ")
      let share = words.last.flatMap { Fraction(String($0)) }.map { chanceText($0.approximation) }
      return (
        "\(words.dropLast().joined(separator: " ")), \(share ?? "")",
        Self.facts(of: Array(lines), names)
      )
    }
  }

  /// Whether the players do more than a few words say: there are segments, pools or conditions.
  private var isLong: Bool {
    policies.count > 1
      || policies.contains { policy in
        policy.facts.contains { ["Buys", "Pool", "Churn"].contains($0.name) }
      }
  }

  /// What all players do, where it is a few words; otherwise none.
  var facts: [(String, String)] { isLong ? [] : policies.flatMap(\.facts) }

  /// A table of what the players of each segment do, where there is more to say.
  var blocks: [ReportPage.Block] {
    guard isLong else { return [] }
    // A policy may have several pools: each is a row.
    var rows: [(name: String, number: Int)] = []
    let numbered = policies.map { policy in
      var counts: [String: Int] = [:]
      return policy.facts.map { fact in
        counts[fact.name, default: 0] += 1
        return (name: fact.name, number: counts[fact.name] ?? 1, value: fact.value)
      }
    }
    for fact in numbered.joined()
    where !rows.contains(where: { $0 == (fact.name, fact.number) }) {
      rows.append((fact.name, fact.number))
    }
    let texts = rows.map { row -> [String] in
      var cells = [row.name]
      for facts in numbered {
        cells.append(facts.first { ($0.name, $0.number) == row }?.value ?? "–")
      }
      return cells
    }
    // What all segments do is printed once.
    let common = texts.filter { policies.count > 1 && Set($0.dropFirst()).count == 1 }
    let table = DataTable(
      columns: ["players"] + policies.map(\.name), rows: texts.filter { !common.contains($0) },
      textColumns: Set(1...policies.count))
    return (common.isEmpty ? [] : [.facts(common.map { ($0[0], $0[1]) })])
      + [
        table.rows.isEmpty
          ? .text("All do the same: \(policies.map(\.name).joined(separator: "; ")).")
          : .table("What players do", table)
      ]
  }

  private static func facts(
    of lines: [[String]], _ intensities: [String]
  ) -> [(name: String, value: String)] {
    let isIdle = lines.contains { $0 == ["sparks", "0"] }
    let numbers = names.compactMap { key, name -> (String, String)? in
      guard let value = lines.last(where: { $0.first == key && $0.count == 2 })?[1],
        !(isIdle && Self.ofSparks.contains(key))
      else { return nil }
      return (name, words(key, value, intensities))
    }
    return numbers.map { (name: $0.0, value: $0.1) }
      + lines.filter { $0.first == "buys" && $0.count == 2 }.map {
        (name: "Buys", value: terms($0[1]))
      }
      + lines.filter { $0.first == "pools" && $0.count == 2 }.map {
        (name: "Pool", value: terms($0[1]))
      }
  }

  /// Returns what is bought or rolled, and under which conditions; conditions without a value are left out.
  private static func terms(_ line: String) -> String {
    let keys: Set = [
      "save_until", "keep", "roll", "stop_at", "days", "count", "every", "at_most", "below", "for",
      "choose", "exchange",
    ]
    var terms: [(key: String, values: [String])] = []
    for word in line.split(separator: " ").map(String.init) {
      if terms.isEmpty || keys.contains(word) {
        terms.append((word, []))
      } else {
        terms[terms.count - 1].values.append(word)
      }
    }
    let conditions = terms.dropFirst().filter {
      !$0.values.isEmpty && !($0.key == "days" && $0.values == ["1"])
    }
    return
      ([terms.first?.key ?? ""]
      + conditions.map { key, values in
        "\(key.replacing("_", with: " ")) \(amounts(values.joined(separator: " to ")))"
      }).joined(separator: ", ")
  }

  private static func amounts(_ value: String) -> String {
    guard value.contains("=") else { return value }
    return value.split(separator: ",").map { amount in
      let sides = amount.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2, let number = Int64(sides[1]) else { return String(amount) }
      return "\(grouped(number)) \(sides[0])"
    }.listed("and")
  }

  private static func words(_ key: String, _ value: String, _ intensities: [String]) -> String {
    func weights(_ names: [String]) -> String {
      let numbers = value.filter { $0.isNumber || $0 == "," }.split(separator: ",").map(String.init)
      if numbers.count == 1 { return numbers.count == names.count ? names[0] : "only one" }
      if Set(numbers).count == 1 { return "all equally frequent" }
      guard numbers.count == names.count else {
        return "in proportions of \(numbers.joined(separator: " to "))"
      }
      return zip(names, numbers).filter { $0.1 != "0" }.map { "\($0) \($1)" }
        .joined(separator: ", ")
    }
    switch key {
    case "sparks":
      let counts = value.split(separator: ",").map { count in
        count.hasPrefix("poisson:") ? "\(count.dropFirst(8)) on average (Poisson)" : String(count)
      }
      return (counts.count == 7 ? "Monday to Sunday: " : "") + counts.joined(separator: ", ")
    case "mix" where value.hasPrefix("["): return weights(SparkCategory.ignitionNames)
    case "intensities": return weights(intensities)
    case "hours":
      return value.split(separator: "..<").map { "\($0):00" }.joined(separator: " to ")
    case "lapse":
      let chances = value.split(separator: " ")
      return chances.count == 2
        ? "a day's chance to leave \(chances[0]), to come back \(chances[1])" : value
    case "churn":
      let terms = value.split(separator: "; ")
      return "a day's chance to leave for good \(terms.first ?? "")"
        + terms.dropFirst().map { ", \(condition($0))" }.joined()
    case "energy":
      let words = value.split(separator: " ")
      guard words.count == 6 else { return value }
      return "at most \(words[1]), one more every \(words[3]) minutes; a spark costs \(words[5])"
    case "income": return amounts(value)
    default: return value
    }
  }

  /// Returns what multiplies the chance of leaving for good, from its form in the text of a plan.
  private static func condition(_ term: Substring) -> String {
    let words = term.split(separator: " ").map(String.init)
    guard words.count == 6, let days = Int(words[3]) else { return String(term) }
    let event =
      switch (words[0], words[1]) {
      case ("without", let event): "after \(counted(days, "day")) without \(event)"
      case (_, "streak"): "after the end of a streak of \(counted(days, "day")) or more"
      default: "for \(counted(days, "day")) after a card that is not the featured one"
      }
    return "× \(words[5]) \(event)"
  }
}

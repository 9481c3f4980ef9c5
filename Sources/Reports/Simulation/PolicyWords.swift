import Players
import Rules
import Schema
import Views

/// What the players of a plan do, in words, from the text that identifies the plan.
struct PolicyWords {
  private static let names = [
    ("sparks", "Sparks per day"), ("mix", "Categories"), ("intensities", "Intensities"),
    ("hours", "Hours"), ("lapse", "Lapse"), ("churn", "Churn"),
    ("energy", "Energy"), ("income", "Income per day"),
  ]

  private let canonical: String

  init(_ canonical: String) { self.canonical = canonical }

  /// The facts of all players, or of each segment.
  var facts: [(String, String)] {
    let lines = canonical.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).map(String.init)
    }
    if lines.contains(where: { $0.first == "script" && $0.count == 2 }) {
      return [("Players do", "what the script of the plan says")]
    }
    let parts = lines.split(omittingEmptySubsequences: false) { $0.first == "segment" }
    let segments = lines.filter { $0.first == "segment" && $0.count == 2 }.map { $0[1] }
    guard !segments.isEmpty else { return Self.facts(of: Array(parts[0])) }
    // The policy of the plan itself is in each segment.
    return zip(segments, parts.dropFirst()).map { segment, lines in
      let words = segment.split(separator: " ")
      let share = words.last.flatMap { Fraction(String($0)) }.map { chanceText($0.approximation) }
      let facts = Self.facts(of: Array(lines)).map { name, value in
        "\(name.prefix(1).lowercased())\(name.dropFirst()): \(value)"
      }
      return (
        "Segment \(words.dropLast().joined(separator: " ")), \(share ?? "")",
        facts.joined(separator: "; ")
      )
    }
  }

  private static func facts(of lines: [[String]]) -> [(String, String)] {
    let isIdle = lines.contains { $0 == ["sparks", "0"] }
    let ofSparks: Set = ["mix", "intensities", "hours"]
    let numbers = names.compactMap { key, name -> (String, String)? in
      guard let value = lines.last(where: { $0.first == key && $0.count == 2 })?[1],
        !(isIdle && ofSparks.contains(key))
      else { return nil }
      return (name, words(key, value))
    }
    return numbers
      + lines.filter { $0.first == "buys" && $0.count == 2 }.map { ("Buys", terms($0[1])) }
      + lines.filter { $0.first == "pools" && $0.count == 2 }.map { ("Pool", terms($0[1])) }
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

  private static func words(_ key: String, _ value: String) -> String {
    func weights(_ names: [String]) -> String {
      let numbers = value.filter { $0.isNumber || $0 == "," }.split(separator: ",").map(String.init)
      guard numbers.count == names.count else { return value }
      if Set(numbers).count == 1 { return "all equally frequent" }
      return zip(names, numbers).filter { $0.1 != "0" }.map { "\($0) \($1)" }
        .joined(separator: ", ")
    }
    switch key {
    case "sparks":
      let counts = value.split(separator: ",").map { count in
        count.hasPrefix("poisson:") ? "\(count.dropFirst(8)) on average (Poisson)" : String(count)
      }
      return (counts.count == 7 ? "Monday to Sunday: " : "") + counts.joined(separator: ", ")
    case "mix": return weights(Category.ignitionNames)
    case "intensities": return weights(Intensity.ignitionNames)
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

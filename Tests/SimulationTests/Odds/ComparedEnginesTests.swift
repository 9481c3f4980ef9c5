import Foundation
import Rules
import Simulation
import Testing

@Suite struct `Compared engines` {
  @Test func `agree with the numbers of before`() throws {
    func rules(_ name: String) throws -> Rulebook {
      var definition = RulebookDefinition.ignition
      definition.id = name
      let two = try #require(Fraction("6%"))
      switch name {
      case "kind": definition.drops.pity = [nil, nil, nil, PityDefinition(hard: 40)]
      case "soft":
        definition.drops.chance = .percent(40)
        definition.drops.pity = [
          nil, nil, PityDefinition(hard: 10), PityDefinition(softStart: 74, softStep: two, hard: 90),
        ]
      case "none":
        definition.drops.emptyCell = .none
        definition.drops.chance = .percent(70)
        definition.drops.pity = [
          nil, nil, PityDefinition(softStart: 4, softStep: .percent(10)), PityDefinition(hard: 12),
        ]
      default:
        definition.drops.emptyCell = .reroll
        definition.drops.pity = [
          nil, nil, PityDefinition(hard: 10), PityDefinition(softStart: 20, softStep: two, hard: 30),
        ]
      }
      return try Rulebook(definition)
    }
    let text = try String(contentsOfFile: "/tmp/s1/cmp/old.txt", encoding: .utf8)
    var report = ""
    var worst = 0.0
    var count = 0
    for block in text.components(separatedBy: "== ").dropFirst() {
      let lines = block.split(separator: "\n").map(String.init)
      let head = lines[0].split(separator: " ").map(String.init)
      let rulebook = try rules(head[0])
      let mix = try CategoryMix(parsing: head[1], of: rulebook.definition.categories)
      var question = OddsQuestion(.cards(try Goal(parsing: head[2]), rulebook, mix, day: nil))
      question.copies = Int(head[3])!
      question.at = [10, 60, 300]
      let clock = ContinuousClock()
      let start = clock.now
      let result: Result<OddsAnswer, OddsError>
      do throws(OddsError) { result = .success(try question.answer()) } catch { result = .failure(error) }
      let took = start.duration(to: clock.now)
      count += 1
      switch result {
      case .failure(let error):
        if lines[1] != "flint: --\(error)" { report += "\(lines[0]): \(error) | was \(lines[1])\n" }
      case .success(let answer):
        var new: [String: String] = [:]
        new["mean,"] = "\(answer.law.mean)"
        new["sd,"] = "\(answer.law.standardDeviation)"
        new["mean_error,"] = "\(answer.law.boundedMean.errorMagnitude)"
        for quantile in answer.quantiles { new["\(quantile.name),"] = "\(quantile.sparks)" }
        for chance in answer.at {
          new["probability,\(chance.sparks)"] = "\(chance.probability)"
          new["probability_error,\(chance.sparks)"] = "\(chance.chance.errorMagnitude)"
          if let distinct = chance.distinct { new["distinct,\(chance.sparks)"] = "\(distinct)" }
        }
        new["method,"] = answer.law.method.name
        for line in lines.dropFirst(2) {
          let comma = line.lastIndex(of: ",")!
          let (key, value) = (String(line[..<comma]), String(line[line.index(after: comma)...]))
          guard let other = new[key] else { continue }
          if key == "method," {
            if other != value { report += "\(lines[0]): method \(other) | was \(value) \(took)\n" }
            continue
          }
          guard let a = Double(value), let b = Double(other) else { report += "\(lines[0]) \(line)\n"; continue }
          let scale = key.hasPrefix("probability,") ? 1 : max(1, abs(a))
          let off = abs(a - b) / scale
          if key.contains("error") {
            if off != 0 { report += "\(lines[0]): \(key) \(b) | was \(a)\n" }
          } else {
            worst = max(worst, off)
            if off > 1e-12 { report += "\(lines[0]): \(key) \(b) | was \(a)\n" }
            let relative = a == b ? 0 : abs(a - b) / abs(a)
            if relative > 1e-9 { report += "\(lines[0]): relative \(key) \(b) | was \(a)\n" }
          }
        }
      }
    }
    report += "worst \(worst) of \(count)\n"
    for (goal, rules) in [("distinct:10", try rules("kind")), ("distinct:16", try rules("kind")), ("complete", try rules("kind"))] {
      let question = OddsQuestion(.cards(try Goal(parsing: goal), rules, .uniform, day: nil))
      let clock = ContinuousClock()
      let start = clock.now
      let answer = try question.answer()
      report += "\(goal): \(answer.law.mean) ± \(answer.law.boundedMean.error) sd \(answer.law.standardDeviation), \(answer.law.method.name), \(start.duration(to: clock.now))\n"
    }
    try report.write(toFile: "/tmp/s1/cmp/report.txt", atomically: true, encoding: .utf8)
  }
}

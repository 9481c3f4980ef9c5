import Schema

extension RulebookDefinition {
  /// The maximum count in a condition of a ladder; also the maximum of a score, in millionths.
  static let maximumCondition: Int64 = 1_000_000

  /// Returns the errors in the ladders: ids, thresholds that are impossible to reach, and rungs
  /// that demand no more than the one below.
  func ladderFaults() -> [RulebookFault] {
    var faults: [RulebookFault] = []
    let rungCount = ladders.reduce(0) { $0 + $1.rungs.count }
    if ladders.count > Self.maximumEntries || rungCount > Self.maximumEntries {
      faults.append(
        RulebookFault(
          path: "ladders",
          problem:
            "expected at most \(Self.maximumEntries) rungs, got \(max(ladders.count, rungCount))"
        ))
    }
    var ladderPaths: [String: String] = [:]
    var rungPaths: [String: String] = [:]
    for (index, ladder) in ladders.enumerated() {
      let path = "ladders[\(index + 1)]"
      Self.checkName(ladder.id, ladder.title, at: path, known: &ladderPaths, &faults)
      if ladder.rungs.isEmpty {
        faults.append(
          RulebookFault(path: "\(path).rungs", problem: "expected at least one rung, got none"))
      }
      for (index, rung) in ladder.rungs.enumerated() {
        let path = "\(path).rungs[\(index + 1)]"
        Self.checkName(rung.id, rung.title, at: path, known: &rungPaths, &faults)
        faults += rung.faults(at: path, above: index > 0 ? ladder.rungs[index - 1] : nil)
      }
    }
    return faults
  }

  private static func checkName(
    _ id: String, _ title: String, at path: String, known paths: inout [String: String],
    _ faults: inout [RulebookFault]
  ) {
    if !isIdentifier(id) {
      faults.append(RulebookFault(path: "\(path).id", problem: identifierProblem(id)))
    }
    if let first = paths[id] {
      faults.append(
        RulebookFault(path: "\(path).id", problem: "\"\(id)\" is already the id of \(first)"))
    } else {
      paths[id] = path
    }
    if title.trimmedWhitespace.isEmpty {
      faults.append(
        RulebookFault(path: "\(path).title", problem: "expected a title, got nothing"))
    }
  }
}

extension RungDefinition {
  /// Returns the errors in the conditions, given the rung below.
  fileprivate func faults(at path: String, above below: RungDefinition?) -> [RulebookFault] {
    if conditions.isEmpty {
      return [
        RulebookFault(
          path: "\(path).conditions", problem: "expected at least one condition, got none")
      ]
    }
    var faults: [RulebookFault] = []
    var seen: Set<LadderMetric> = []
    for (index, condition) in conditions.enumerated() {
      let path = "\(path).conditions[\(index + 1)]"
      if !seen.insert(condition.metric).inserted {
        faults.append(
          RulebookFault(
            path: "\(path).metric", problem: "\"\(condition.metric.name)\" is asked for twice"))
      }
      if let problem = condition.problem {
        faults.append(RulebookFault(path: "\(path).at_least", problem: problem))
      }
    }
    if let below, let fault = ascentFault(at: path, above: below) { faults.append(fault) }
    return faults
  }

  /// Returns an error when the rung below already demands everything that this rung demands.
  private func ascentFault(at path: String, above below: RungDefinition) -> RulebookFault? {
    let asksForMore = conditions.contains { condition in
      !below.conditions.contains {
        $0.metric == condition.metric && $0.atLeast >= condition.atLeast
      }
    }
    if asksForMore || below.conditions.isEmpty { return nil }
    if conditions.count == 1 && below.conditions.count == 1 {
      return RulebookFault(
        path: "\(path).conditions[1].at_least",
        problem: "thresholds must rise: \(conditions[0].atLeast) follows "
          + "\(below.conditions[0].atLeast)")
    }
    return RulebookFault(path: path, problem: "asks for no more than the rung below it")
  }
}

extension LadderCondition {
  /// The reason why the condition can never be met or is always met; `nil` when neither applies.
  fileprivate var problem: String? {
    let most = RulebookDefinition.maximumCondition
    if metric.isScore {
      if atLeast > most {
        return "\(atLeast) can never be reached: no \(metric.name) exceeds \(most) millionths"
      }
      return atLeast < 0 ? "expected 0 to \(most) millionths, got \(atLeast)" : nil
    }
    return (1...most).contains(atLeast) ? nil : "expected 1 to \(most), got \(atLeast)"
  }
}

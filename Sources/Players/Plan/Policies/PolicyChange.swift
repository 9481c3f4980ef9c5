import FlintRules
import FlintSchema

/// A value of a number of the policies, in place of that of the plan: `churn.daily`, `energy.max`,
/// `segments.whale.churn.after.1.times`.
package struct PolicyChange: Hashable, Sendable {
  /// The position of the segment; `nil` for every policy that has such a number.
  let segment: Int?
  /// The path in the policy.
  let path: [String]
  let value: Fraction

  /// The numbers that can be varied; N counts the conditions from 1.
  private static let names = [
    "churn.daily", "churn.after.N.days", "churn.after.N.times", "energy.max",
    "energy.refill_minutes", "energy.spark", "lapse.leave", "lapse.come_back",
  ]

  /// Returns whether a path can only be one of the policies.
  static func isOfPolicy(_ name: String) -> Bool {
    let first = String(name.prefix { $0 != "." })
    return ["policy", "segments"].contains(first) || known(words(name))
  }

  /// Returns whether a path begins as one of the policies does.
  static func isSimilar(_ name: String) -> Bool {
    ["churn", "energy", "lapse"].contains(String(name.prefix { $0 != "." }))
  }

  private static func words(_ name: String) -> [String] {
    name.replacing("[", with: ".").replacing("]", with: "")
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private static func known(_ path: [String]) -> Bool {
    var path = path
    if path.count == 4, Int(path[2]) != nil { path[2] = "N" }
    return names.contains(path.joined(separator: "."))
  }

  /// Finds a number of the policies of a plan.
  ///
  /// - Throws: `PlanProblem` when no policy has it, or the value is impossible.
  init(_ name: String, _ value: Fraction, in plan: Plan) throws(PlanProblem) {
    guard case .policy = plan.behaviour else {
      throw PlanProblem("the policy of \(plan.name) is a function, which has no number \"\(name)\"")
    }
    guard plan.engine == .rules else {
      throw PlanProblem("\(name) is varied by the full rules only; use method rules")
    }
    var path = Self.words(name)
    segment = try Self.segment(&path, name, plan.segments)
    if path.first == "policy" { path.removeFirst() }
    guard Self.known(path) else {
      let written = path.joined(separator: ".")
      let hint = NearestName.hint(for: written, among: Self.names)
      throw PlanProblem(
        "a policy has no number \"\(written)\""
          + (hint.isEmpty ? "; expected \(Self.names.alternatives)" : hint))
    }
    self.path = path
    self.value = value
    let policies = plan.policies.map(\.policy)
    for policy in segment.map({ [policies[$0]] }) ?? policies
    where segment != nil || has(policy) || !policies.contains(where: has) {
      var policy = policy
      try apply(to: &policy)
      if let fault = policy.faults().first {
        throw PlanProblem("\(name)=\(value): \(fault.problem)")
      }
    }
  }

  /// Removes the segment from the beginning of a path, and returns its position.
  private static func segment(
    _ path: inout [String], _ name: String, _ segments: [Plan.Segment]
  ) throws(PlanProblem) -> Int? {
    guard path.first == "segments" else { return nil }
    for (index, segment) in segments.enumerated() {
      for words in [words(segment.name), ["\(index + 1)"]]
      where path.dropFirst().starts(with: words) {
        path.removeFirst(1 + words.count)
        return index
      }
    }
    throw PlanProblem(
      "\"\(name)\" names no segment of the plan; "
        + (segments.isEmpty
          ? "it has none" : "expected segments.\(segments.map(\.name).alternatives)"))
  }

  /// Whether a policy has what the number belongs to.
  private func has(_ policy: Policy) -> Bool {
    switch path[0] {
    case "churn": path.count == 2 ? policy.churn != nil : policy.churn?.after.isEmpty == false
    case "energy": policy.energy != nil
    default: policy.lapse != nil
    }
  }

  private func apply(to policy: inout Policy) throws(PlanProblem) {
    guard has(policy) || path[0] == "churn" && path.count == 2 else {
      throw PlanProblem(
        "the policy has no \(path.count == 4 ? "churn.after" : path[0]), of which "
          + "\(path.joined(separator: ".")) is a number; give it in the plan")
    }
    switch (path[0], path[path.count - 1]) {
    case ("churn", let key) where path.count == 4:
      let count = policy.churn?.after.count ?? 0
      guard let number = Int(path[2]), (1...max(1, count)).contains(number) else {
        throw PlanProblem("churn.after has no \(path[2]); expected 1 to \(count)")
      }
      if key == "times" {
        policy.churn?.after[number - 1].times = value
      } else {
        policy.churn?.after[number - 1].days = try whole()
      }
    case ("churn", _):
      policy.churn = policy.churn ?? Policy.Churn()
      policy.churn?.daily = value
    case ("energy", "max"): policy.energy?.most = try whole()
    case ("energy", "spark"): policy.energy?.spark = try whole()
    case ("energy", _): policy.energy?.refillMinutes = try whole()
    case (_, "leave"): policy.lapse?.leave = value
    default: policy.lapse?.comeBack = value
    }
  }

  private func whole() throws(PlanProblem) -> Int64 {
    guard value.denominator == 1, let number = Int64(exactly: value.numerator) else {
      throw PlanProblem("\(path.joined(separator: ".")) is a whole number, got \(value)")
    }
    return number
  }

  /// Changes the policies of the plan that the change was made for.
  fileprivate func apply(to plan: inout Plan) {
    let policies = plan.policies.map(\.policy)
    let isNew = !policies.contains(where: has)
    for (index, policy) in policies.enumerated()
    where segment.map({ $0 == index }) ?? (isNew || has(policy)) {
      var policy = policy
      // The values have been checked.
      guard (try? apply(to: &policy)) != nil else { continue }
      if plan.segments.isEmpty {
        plan.behaviour = .policy(policy)
      } else {
        plan.segments[index].policy = policy
      }
    }
  }
}

extension PolicyChange: CustomStringConvertible {
  package var description: String {
    (segment.map { "segments \($0 + 1) " } ?? "") + "\(path.joined(separator: ".")) \(value)"
  }
}

extension Plan {
  /// Returns the plan with the policies that are played under one of its variants.
  func playing(_ variant: Int) -> Plan {
    guard let change = variants[variant].change else { return self }
    var plan = self
    change.apply(to: &plan)
    plan.variants[variant].change = nil
    return plan
  }

  /// The policies of all variants.
  var playedPolicies: [(field: String, policy: Policy)] {
    variants.allSatisfy { $0.change == nil }
      ? policies : variants.indices.flatMap { playing($0).policies }
  }
}

import FlintCalendar
import Chance
import FlintRules

extension Plan {
  /// Returns all errors in the plan, in the order of its fields.
  package func faults() -> [PlanProblem] {
    var distributions = DistributionCache()
    return faults(&distributions)
  }

  /// Returns all errors in the plan, and remembers the distributions computed for that.
  func faults(_ distributions: inout DistributionCache) -> [PlanProblem] {
    var faults: [PlanProblem] = []
    func add(_ field: String, _ problem: String) { faults.append(PlanProblem(field, problem)) }
    if players < 1 || players > Self.mostPlayers {
      add("players", "expected a number from 1 to \(Self.mostPlayers), got \(players)")
    }
    if let precision, !(precision > 0 && precision < 1) {
      add("precision", "expected a share between 0 and 1, such as 0.005, got \(precision)")
    }
    if let fault = horizonFault { faults.append(fault) }
    if variants.isEmpty { add("rules", "expected at least one rulebook") }
    if variants.count > Self.mostVariants {
      add("rules", "expected at most \(Self.mostVariants) rulebooks, got \(variants.count)")
    }
    faults += measureFaults()
    faults += segmentFaults()
    for (field, policy) in playedPolicies {
      // The distributions that are known depend on the policy.
      var own = DistributionCache()
      faults +=
        (segments.isEmpty ? policyFaults(policy, &distributions) : policyFaults(policy, &own)).map {
          Self.policyFields.contains($0.field.prefix { $0 != "[" && $0 != "." }.description)
            ? PlanProblem(field + $0.field, $0.problem) : $0
        }.filter { !faults.contains($0) }
    }
    if case .scripted = behaviour, engine != .rules {
      add("method", "a scripted policy is played by the full rules; use rules")
    }
    var reported: Set<PlanProblem> = []
    for variant in variants {
      do throws(PlanProblem) {
        _ = try Readings(self, variant.rulebook)
      } catch {
        if reported.insert(error).inserted { faults.append(error) }
      }
    }
    if faults.isEmpty, engine != .rules, case .policy(let policy) = behaviour {
      do throws(PlanProblem) {
        _ = try RollPlayers(self, policy)
      } catch {
        faults.append(error)
      }
    }
    return faults
  }

  private var horizonFault: PlanProblem? {
    // The number of days played, where the horizon limits it.
    let days: Int64
    switch horizon {
    case .days(let most), .until(_, let most):
      guard (1...Horizon.mostDays).contains(most) else {
        return PlanProblem("days", "expected a number from 1 to \(Horizon.mostDays), got \(most)")
      }
      days = most
    case .sparks(let sparks):
      let most = Horizon.mostSparks
      guard (1...most).contains(sparks) else {
        return PlanProblem("sparks", "expected a number from 1 to \(most), got \(sparks)")
      }
      days = 0
    }
    if start.number < -719_162 + 400 || Int64(start.number) + days > 2_932_896 {
      return PlanProblem("start", "the days from \(start) on leave the years 1 to 9999")
    }
    return nil
  }

  private func measureFaults() -> [PlanProblem] {
    if measures.isEmpty { return [PlanProblem("measure", "expected something to measure")] }
    var faults: [PlanProblem] = []
    func add(_ field: String, _ problem: String) { faults.append(PlanProblem(field, problem)) }
    if measures.count > Self.mostMeasures {
      add("measure", "expected at most \(Self.mostMeasures) measures, got \(measures.count)")
      return faults
    }
    var names: Set<String> = []
    for (index, measure) in measures.enumerated() {
      let field = "measure[\(index + 1)]"
      if !names.insert(measure.name).inserted {
        add(field, "\"\(measure.name)\" is measured already")
      }
      if case .total(.retention(let day)) = measure.kind, case .days(let days) = horizon,
        day >= days
      {
        add(field, "\(day) days after the first day is past the horizon of \(days) days")
      }
      if case .totalOnDay(_, let day) = measure.kind, case .days(let days) = horizon, day > days {
        add(field, "day \(day) is past the horizon of \(days) days")
      }
      if measure.isOfOneDay, horizon.isEarlyForSome {
        add(
          field,
          "\"\(measure.name)\" is about one day, and players stop at the end of the horizon "
            + "(\(horizon)), which may be before it; give a number of days as the horizon")
      }
    }
    return faults
  }

  private func policyFaults(_ policy: Policy, _ distributions: inout DistributionCache)
    -> [PlanProblem]
  {
    let faults = policy.faults()
    guard faults.isEmpty else { return faults }
    for variant in variants {
      let definition = variant.rulebook.definition
      if policy.mix.categories != definition.categories {
        return [
          PlanProblem(
            "mix",
            "the categories of the policy are \(policy.mix.categories.names.joined(separator: ", ")); "
              + "\(variant.name) lists others: \(definition.categories.names.joined(separator: ", "))"
          )
        ]
      }
      if policy.intensities.count != definition.intensities.count {
        return [
          PlanProblem(
            "intensities",
            "expected \(definition.intensities.count) weights, as many as \(variant.name) lists, "
              + "got \(policy.intensities.count)")
        ]
      }
    }
    let poolFaults = poolFaults(policy)
    guard poolFaults.isEmpty else { return poolFaults }
    if engine != .rules, policy.churn != nil || policy.energy != nil {
      return [
        PlanProblem("method", "churn and energy are played by the full rules; use rules")
      ]
    }
    switch horizon {
    case .days:
      return []
    case .sparks where policy.churn != nil:
      return [
        PlanProblem(
          "horizon", "it never ends for players who leave for good by churn; give days instead")
      ]
    case .until(.pool(let pool, _), _)
    where !policy.pools.contains { $0.pool == pool } && engine == .rules:
      return [
        PlanProblem(
          "horizon", "it never ends: the policy does not roll the pool \(pool); name it in pools")
      ]
    case .until(_, atMost: Horizon.mostDays) where policy.hasPools && engine == .rules:
      return [
        PlanProblem(
          "horizon",
          "how long players with pools take is not known; set at_most to a maximum number of days")
      ]
    case .until where policy.hasPools: return []
    case _ where policy.isIdle:
      return [PlanProblem("horizon", "it never ends: the policy has no sparks")]
    case .sparks(let sparks):
      let perWeek = (0..<7).map { policy.count(onWeekday: $0).mean }.reduce(0, +)
      guard engine == .rules, Double(sparks) / perWeek * 7 > 0.9 * Double(Horizon.mostDays) else {
        return []
      }
      return [
        PlanProblem("horizon", "so few sparks a day take more days than there are until 9999")
      ]
    case .until(let milestone, let most):
      return endlessFault(milestone, atMost: most, policy, &distributions).map { [$0] } ?? []
    }
  }

  /// The fields of a policy, which the paths of segments precede.
  package static let policyFields: Set = [
    "sparks", "intensities", "hours", "lapse", "churn", "energy", "income", "buys", "pools",
  ]

  /// Returns what a policy's pools and purchases lack in the rulebooks.
  private func poolFaults(_ policy: Policy) -> [PlanProblem] {
    guard policy.hasPools || policy.churn != nil else { return [] }
    var faults: [PlanProblem] = []
    for variant in variants {
      do throws(PlanProblem) {
        _ = try PolicyActions(policy, variant.rulebook)
        _ = try PlayerChurn(policy, variant.rulebook, seed: seed)
      } catch {
        if !faults.contains(error) { faults.append(error) }
      }
    }
    return faults
  }

  /// Returns the error of a horizon that some players never reach, with the exact chance where it is
  /// known.
  private func endlessFault(
    _ milestone: Milestone, atMost most: Int64, _ policy: Policy,
    _ distributions: inout DistributionCache
  ) -> PlanProblem? {
    let isLeaving = policy.isLeaving
    let advice = "set at_most to a maximum number of days"
    for (index, variant) in variants.enumerated() {
      guard case .cards(let goal, let copies) = milestone, variant.rulebook.drawsAlike else {
        continue
      }
      let distribution: Distribution
      do throws(OddsError) {
        distribution = try distributions.distribution(
          of: goal, copies: copies, self, variant: index, policy.mix)
      } catch {
        if error.code == .unreachable {
          return PlanProblem("horizon", "it ends with a chance of 0: \(error.problem)")
        }
        continue
      }
      guard most == Horizon.mostDays else { continue }
      if isLeaving, let never = policy.chanceOfNever(distribution) {
        return PlanProblem(
          "horizon",
          "it never ends with a chance of \(never) under \(variant.name): players leave for good "
            + "before they reach \(milestone); \(advice)")
      }
      let sparks = policy.expectedSparks(days: 7, firstWeekday: 0) / 7 * Double(most)
      let late = 1 - distribution.probability(doneWithin: Int64(sparks))
      if late > 1e-6 {
        return PlanProblem(
          "horizon",
          "with a chance of \(late) \(milestone) takes longer under \(variant.name) than there are "
            + "days until the year 9999; \(advice)")
      }
    }
    guard isLeaving && most == Horizon.mostDays else { return nil }
    return PlanProblem(
      "horizon",
      "it never ends for players who leave for good before they reach \(milestone), "
        + (policy.churn != nil ? "by churn" : "since come_back is 0") + "; \(advice)")
  }
}

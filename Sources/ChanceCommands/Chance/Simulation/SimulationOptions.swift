import ArgumentParser
import FlintCalendar
import Chance
import Commands
import Foundation
import Players
import FlintRules
import FlintSchema
import Scripting

/// The options that define a simulation. They override the values of a plan.
struct SimulationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The rulebook: ignition, ignition-shipped, everyday, a Lua file or current, the profile's own. "
        + "Repeat the option to compare rulebooks on the same draws.", valueName: "rulebook"))
  var rules: [RulebookOption] = []

  @Option(
    help: ArgumentHelp(
      "Vary one number of the rulebook or the policy over a range: rates.legendary=0.01..0.05/5 or "
        + "chance=0.4,1. Any number is found by its path, with ids or positions of entries, such as "
        + "levels.3.threshold, missions.ID.reward or pools.ID.featured.share; of the policy, churn.daily, "
        + "energy.max and the like, or segments.NAME.churn.daily for one segment. When a rate "
        + "varies, the other rates keep their proportions, so that "
        + "the sum is 1. A plan with a sweep of its own also requires --rules.",
      valueName: "name=values"))
  var sweep: String?

  @Option(help: "The seed of all random draws.") var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The number of players; with --precision, the maximum number.", valueName: "number"))
  var players: Int64?

  @Option(help: ArgumentHelp("The first day of play.", valueName: "day")) var start: CivilDay?

  @OptionGroup var horizon: HorizonOptions

  @Option(
    help: ArgumentHelp(
      "A measure: points, level, cards, cards.legendary, missions, streak …, \"points on "
        + "day 30\", \"sparks until GOAL\", \"days until GOAL\"; may be repeated.",
      valueName: "measure"))
  var measure: [String] = []

  @Option(
    help: ArgumentHelp(
      "The method: rules applies the full rulebook; rolls draws only cards, and accepts only goals "
        + "of cards and of pools. flint odds has the exact distributions of such goals.",
      valueName: "rules|rolls"))
  var method: String?

  @Option(
    help: ArgumentHelp(
      "The relative precision, such as 0.5%: play until half the width of every mean's 95 % "
        + "interval is at most this share of the mean.",
      valueName: "share"))
  var precision: String?

  @OptionGroup var policy: PolicyOptions

  /// The name of the first option that was given.
  var given: String? {
    firstGiven([
      "--rules": !rules.isEmpty, "--sweep": sweep != nil, "--seed": seed != nil,
      "--players": players != nil, "--start": start != nil, "--days": horizon.days != nil,
      "--sparks": horizon.sparks != nil, "--goal": horizon.goal != nil,
      "--at-most": horizon.atMost != nil, "--measure": !measure.isEmpty, "--method": method != nil,
      "--precision": precision != nil, "--per-day": policy.perDay != nil,
      "--mix": policy.mix != nil,
      "--intensities": policy.intensities != nil, "--hours": policy.hours != nil,
      "--lapse": policy.lapse != nil,
    ])
  }

  func applied(to plan: Plan, _ profile: ProfileOptions) throws -> Plan {
    var plan = plan
    if let method {
      plan.engine = try checking("--method") { () throws(PlanProblem) in
        try Plan.Engine(parsing: method)
      }
    }
    if !rules.isEmpty {
      (plan.variants, plan.sweep) = ([], nil)
      for option in rules {
        let rulebook = try option.rulebook(in: profile)
        guard !plan.variants.contains(where: { $0.name == rulebook.definition.id }) else {
          throw ValidationError(
            "--rules: two rulebooks have the id \"\(rulebook.definition.id)\"; change the id of "
              + "one of them")
        }
        plan.variants.append(Plan.Variant(name: rulebook.definition.id, rulebook: rulebook))
      }
    }
    if let seed { plan.seed = seed }
    if let players { plan.players = players }
    if let start { plan.start = start }
    try horizon.apply(to: &plan)
    if !measure.isEmpty {
      plan.measures = try measure.map { text in
        try checking("--measure") { () throws(PlanProblem) in try Measure(parsing: text) }
      }
    } else if plan.measures.isEmpty {
      plan.measures = Plan.defaultMeasures(
        for: plan.horizon, plan.engine, plan.variants.first?.rulebook.definition)
    }
    if let precision {
      guard let share = Fraction(precision) else {
        throw ValidationError("--precision: expected a share such as 0.5%, got \"\(precision)\"")
      }
      plan.precision = share.approximation
    }
    plan.useListedKinds()
    if let policy = try policy.policy(of: plan) {
      guard plan.segments.isEmpty else {
        throw ValidationError(
          "--per-day, --mix, --intensities, --hours and --lapse change one policy; \(plan.name) has "
            + "segments with a policy each")
      }
      plan.behaviour = .policy(policy)
    }
    if let sweep {
      if let swept = plan.sweep {
        throw ValidationError(
          "--sweep: the plan has a sweep of \(swept) already; choose the rulebook with --rules")
      }
      guard plan.variants.count == 1, let variant = plan.variants.first else {
        throw ValidationError("--sweep varies one rulebook, but the plan has several")
      }
      (plan.sweep, plan.variants) = try checking("--sweep") {
        [plan] () throws(PlanProblem) in
        let sweep = try Sweep(parsing: sweep)
        return (sweep.name, try sweep.variants(of: variant.rulebook, in: plan))
      }
    }
    return plan
  }
}

/// The options that determine how long a simulation plays.
struct HorizonOptions: ParsableArguments {
  @Option(help: "The number of days to play.") var days: Int64?

  @Option(help: "The number of sparks to play.") var sparks: Int64?

  @Option(
    help: ArgumentHelp(
      "The goal to play for: complete, first:legendary, all:rare, category:idea, card:ID, "
        + "distinct:40, each with the suffix *2 for two copies, or level:10, points:5000, "
        + "mission:ID, achievement:ID, or a goal in a pool: POOL/featured*2.", valueName: "goal"),
    completion: .profile(.goals, .milestones))
  var goal: String?

  @Option(help: ArgumentHelp("With --goal: the maximum number of days.", valueName: "days"))
  var atMost: Int64?

  /// Sets the horizon of a plan as far as the options give one.
  func apply(to plan: inout Plan) throws {
    guard [days != nil, sparks != nil, goal != nil].count(where: { $0 }) < 2 else {
      throw ValidationError("--days, --sparks and --goal cannot be combined")
    }
    if let days { plan.horizon = .days(days) }
    if let sparks { plan.horizon = .sparks(sparks) }
    if let goal {
      let milestone = try checking("--goal") { () throws(PlanProblem) in
        try Milestone(parsing: goal)
      }
      plan.horizon = .until(milestone, atMost: atMost ?? Horizon.mostDays)
    } else if let atMost {
      guard case .until(let milestone, _) = plan.horizon else {
        throw ValidationError("--at-most requires --goal")
      }
      plan.horizon = .until(milestone, atMost: atMost)
    }
  }
}

/// The options that determine what players do, if the plan's policy is a table.
struct PolicyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The number of sparks per day: 3, poisson:2.5, or seven values from Monday to Sunday.",
      valueName: "number"))
  var perDay: String?

  @Option(
    help: ArgumentHelp(
      "The frequency of each spark category: uniform (the default), or weights such as decision=3,idea=1.",
      valueName: "category=n,…"))
  var mix: String?

  @Option(
    help: ArgumentHelp(
      "The frequency of each spark intensity: uniform, or weights such as low=1,medium=3.",
      valueName: "intensity=n,…"))
  var intensities: String?

  @Option(help: ArgumentHelp("The hours of the day in which sparks happen.", valueName: "8-22"))
  var hours: String?

  @Option(
    help: ArgumentHelp(
      "Let players pause: the daily chances to leave and to return, such as 0.05,0.2.",
      valueName: "leave,back"))
  var lapse: String?

  /// Returns the plan's policy with the given options applied; `nil` if none was given.
  func policy(of plan: Plan) throws -> Policy? {
    guard perDay != nil || mix != nil || intensities != nil || hours != nil || lapse != nil else {
      return nil
    }
    guard case .policy(var policy) = plan.behaviour else {
      throw ValidationError(
        "--per-day, --mix, --intensities, --hours and --lapse require a policy that is a "
          + "table; the policy of \(plan.name) is a function")
    }
    if let perDay {
      policy.sparks = try perDay.split(separator: ",", omittingEmptySubsequences: false).map {
        text in
        try checking("--per-day") { () throws(PlanProblem) in
          try DayCount(parsing: String(text))
        }
      }
    }
    if let mix {
      do {
        policy.mix = try CategoryMix(parsing: mix, of: policy.mix.categories)
      } catch {
        throw ValidationError("--mix: \(error.problem)")
      }
    }
    if let intensities {
      policy.intensities = try weights(
        intensities,
        of: plan.variants.first?.rulebook.definition.intensities ?? SparkIntensity.ignition)
    }
    if let hours {
      let ends = hours.split(separator: "-").compactMap { Int($0) }
      guard ends.count == 2, 0 <= ends[0], ends[0] < ends[1], ends[1] <= 24 else {
        throw ValidationError("--hours: expected two hours such as 8-22, got \"\(hours)\"")
      }
      policy.hours = ends[0]..<ends[1]
    }
    if let lapse {
      let chances = lapse.split(separator: ",").map { Fraction(String($0)) }
      guard chances.count == 2, let leave = chances[0], let back = chances[1] else {
        throw ValidationError("--lapse: expected two chances such as 0.05,0.2, got \"\(lapse)\"")
      }
      policy.lapse = Policy.Lapse(leave: leave, comeBack: back)
    }
    return policy
  }

  private func weights(_ text: String, of scale: [SparkIntensity]) throws -> [UInt64] {
    if text == "uniform" { return scale.map { _ in 1 } }
    var weights = scale.map { _ in UInt64(0) }
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2, let weight = UInt64(sides[1]), weight <= 1_000_000_000 else {
        throw ValidationError(
          "--intensities: expected uniform, or weights such as low=1,medium=3, got \"\(part)\"")
      }
      let names = scale.names
      guard let index = names.firstIndex(of: sides[0]) else {
        throw ValidationError(
          "--intensities: unknown intensity \"\(sides[0])\""
            + "\(NearestName.hint(for: sides[0], among: names)); expected "
            + names.alternatives)
      }
      weights[index] = weight
    }
    return weights
  }
}

/// Returns the result of parsing an option; an error names the option.
private func checking<Value>(
  _ option: String, _ body: () throws(PlanProblem) -> Value
) throws -> Value {
  do throws(PlanProblem) {
    return try body()
  } catch {
    throw ValidationError("\(option): \(error.problem)")
  }
}

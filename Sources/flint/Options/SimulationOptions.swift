import ArgumentParser
import Foundation
import Rules
import Scripting
import Simulation

/// What is to be simulated, as far as the command line says so: it goes before what a plan says.
struct SimulationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A rulebook: ignition, ignition-shipped, a Lua file or current. Given more than once, they are compared "
        + "on the same draws.", valueName: "rulebook"))
  var rules: [RulebookOption] = []

  @Option(
    help: ArgumentHelp(
      "Let a number of the rules go through a range: rates.legendary=0.01..0.05/5 or chance=0.4,1; "
        + "also pity.RARITY.hard, .soft_start and .soft_step, duplicates.RARITY, fuel.capacity. Of a "
        + "rate the others keep their proportions, so that all sum to 1. Over a plan that sweeps, "
        + "only together with --rules.", valueName: "name=values"))
  var sweep: String?

  @Option(help: "The key of every draw.")
  var seed: UInt64?

  @Option(help: "How many players; with --precision, at most.")
  var players: Int64?

  @Option(help: ArgumentHelp("The first day of every player.", valueName: "day"))
  var start: CivilDay?

  @Option(help: "Play so many days.")
  var days: Int64?

  @Option(help: "Play so many sparks.")
  var sparks: Int64?

  @Option(
    help: ArgumentHelp(
      "Play until this is reached: complete, first:legendary, all:rare, category:idea, card:ID, "
        + "distinct:40, each with *2 behind it for two copies, or level:10, points:5000, mission:ID, "
        + "achievement:ID.", valueName: "goal"))
  var goal: String?

  @Option(help: ArgumentHelp("With --goal: no longer than so many days.", valueName: "days"))
  var atMost: Int64?

  @Option(
    help: ArgumentHelp(
      "What to measure: points, level, cards, cards.legendary, missions, streak …, \"points on day "
        + "30\", \"sparks until GOAL\", \"days until GOAL\". May be given more than once.",
      valueName: "measure"))
  var measure: [String] = []

  @Option(
    help: ArgumentHelp(
      "How players are played: rules, by the full rules; or their cards alone, for goals among the "
        + "cards: rolls, one by one in bulk, law, by the law of how many rolls it takes, or counts, "
        + "for drops, duplicates and cards of any number of sparks.",
      valueName: "rules|rolls|law|counts"))
  var method: String?

  @Option(
    help: ArgumentHelp(
      "Play until the mean of every measure is that good, such as 0.5%: half of its 95 % interval.",
      valueName: "share"))
  var precision: String?

  @Option(
    help: ArgumentHelp(
      "Sparks a day: 3, poisson:2.5, or seven of them from Monday to Sunday.",
      valueName: "number,…"))
  var perDay: String?

  @Option(
    help: ArgumentHelp(
      "How often sparks are of each category: uniform, or weights such as decision=3,idea=1.",
      valueName: "weights"))
  var mix: String?

  @Option(
    help: ArgumentHelp(
      "How often they are of each intensity: uniform, or weights such as low=1,medium=3.",
      valueName: "weights"))
  var intensities: String?

  @Option(help: ArgumentHelp("Between which hours they happen.", valueName: "8-22"))
  var hours: String?

  @Option(
    help: ArgumentHelp(
      "Players stay away: the daily chances to leave and to come back, such as 0.05,0.2.",
      valueName: "leave,back"))
  var lapse: String?

  /// A plan with what was said instead.
  func applied(to plan: Plan, _ profile: ProfileOptions) throws -> Plan {
    var plan = plan
    if let method {
      guard let engine = Plan.Engine(rawValue: method) else {
        throw ValidationError(
          "--method: expected rules, rolls, law or counts, got \"\(method)\"")
      }
      plan.engine = engine
    }
    if !rules.isEmpty {
      (plan.variants, plan.sweep) = ([], nil)
      for option in rules {
        let rulebook = try option.rulebook(in: profile)
        guard !plan.variants.contains(where: { $0.name == rulebook.definition.id }) else {
          throw ValidationError(
            "--rules: there are rules called \"\(rulebook.definition.id)\" already; give these "
              + "another id")
        }
        plan.variants.append(Plan.Variant(name: rulebook.definition.id, rulebook: rulebook))
      }
    }
    if let sweep {
      if let swept = plan.sweep {
        throw ValidationError(
          "--sweep: the plan goes through \(swept) already; say whose rules with --rules")
      }
      guard plan.variants.count == 1, let variant = plan.variants.first else {
        throw ValidationError("--sweep goes through one rulebook, and there are several")
      }
      (plan.sweep, plan.variants) = try checking("--sweep") { () throws(PlanProblem) in
        let sweep = try Sweep(parsing: sweep)
        return (sweep.name, try sweep.variants(of: variant.rulebook))
      }
    }
    if let seed { plan.seed = seed }
    if let players { plan.players = players }
    if let start { plan.start = start }
    try applyHorizon(to: &plan)
    if !measure.isEmpty {
      plan.measures = try measure.map { text in
        try checking("--measure") { () throws(PlanProblem) in try Measure(parsing: text) }
      }
    } else if plan.measures.isEmpty {
      plan.measures = Plan.defaultMeasures(for: plan.horizon, plan.engine)
    }
    if let precision {
      guard let share = Fraction(precision) else {
        throw ValidationError("--precision: expected a share such as 0.5%, got \"\(precision)\"")
      }
      plan.precision = share.approximation
    }
    if let policy = try policy(plan) { plan.behaviour = .policy(policy) }
    return plan
  }

  private func applyHorizon(to plan: inout Plan) throws {
    guard [days != nil, sparks != nil, goal != nil].count(where: { $0 }) < 2 else {
      throw ValidationError("give one of --days, --sparks and --goal")
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
        throw ValidationError("--at-most bounds the days until a goal, and there is no --goal")
      }
      plan.horizon = .until(milestone, atMost: atMost)
    }
  }

  /// The policy with what was said instead; `nil` where nothing was said.
  private func policy(_ plan: Plan) throws -> Policy? {
    guard perDay != nil || mix != nil || intensities != nil || hours != nil || lapse != nil else {
      return nil
    }
    guard case .policy(var policy) = plan.behaviour else {
      throw ValidationError(
        "--per-day, --mix, --intensities, --hours and --lapse are for a policy that is data; that of "
          + "\(plan.name) is a function")
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
        policy.mix = try CategoryMix(parsing: mix)
      } catch {
        throw ValidationError("--mix: \(error.problem)")
      }
    }
    if let intensities { policy.intensities = try weights(intensities) }
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

  private func weights(_ text: String) throws -> [UInt64] {
    var weights: [UInt64] = [0, 0, 0, 0]
    if text == "uniform" { return [1, 1, 1, 1] }
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2, let weight = UInt64(sides[1]), weight <= 1_000_000_000 else {
        throw ValidationError(
          "--intensities: expected uniform, or weights such as low=1,medium=3, got \"\(part)\"")
      }
      guard let place = Intensity.allCases.firstIndex(where: { $0.name == sides[0] }) else {
        let names = Intensity.allCases.map(\.name)
        throw ValidationError(
          "--intensities: unknown intensity \"\(sides[0])\""
            + "\(NearestName.hint(for: sides[0], among: names)); expected "
            + NearestName.alternatives(names))
      }
      weights[place] = weight
    }
    return weights
  }

  private func checking<Value>(
    _ option: String, _ body: () throws(PlanProblem) -> Value
  ) throws -> Value {
    do throws(PlanProblem) {
      return try body()
    } catch {
      throw ValidationError("\(option): \(error.problem)")
    }
  }
}

import Calendar
package import JSON
import Rules

extension OddsAnswer {
  /// The answer as JSON; Lua tables have the same fields.
  package var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = question.members
    members.append(("mean", .number(law.mean)))
    if let fraction = law.meanFraction { members.append(("mean_fraction", .string(fraction))) }
    members += [
      ("sd", .number(law.standardDeviation)), ("mean_error", law.boundedMean.errorJSON),
      ("sd_error", law.boundedDeviation.errorJSON),
    ]
    members += quantiles.map { ($0.name, .integer($0.sparks)) }
    members.append(("at", .array(at.map(\.json))))
    if let days { members.append(("days", days.json)) }
    if !rates.isEmpty {
      let list = rates.map { rate in
        JSONValue.object([
          ("rarity", .string(rate.rarity.name)), ("nominal", .number(rate.nominal.approximation)),
          ("effective", .number(rate.effective)),
        ])
      }
      members.append(("rates", .array(list)))
    }
    members.append(("method", .string(law.method.name)))
    return .object(members)
  }
}

extension BoundedValue {
  /// The bound of the relative error; `null` where no digit is certain.
  fileprivate var errorJSON: JSONValue {
    errorMagnitude.isFinite ? .number(errorMagnitude) : .null
  }
}

extension OddsAnswer.Chance {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("n", .integer(sparks)), ("probability", .number(probability)),
      ("error", chance.errorJSON),
    ]
    if let distinct { members.append(("distinct", .number(distinct))) }
    return .object(members)
  }
}

extension DayLaw {
  fileprivate var json: JSONValue {
    .object(
      [
        ("per_day", .integer(sparksPerDay)), ("mean", .number(mean)),
        ("sd", .number(standardDeviation)), ("mean_error", boundedMean.errorJSON),
        ("sd_error", boundedDeviation.errorJSON),
      ] + OddsAnswer.levels.map { ($0.name, .integer(quantile($0.probability))) })
  }
}

extension OddsQuestion {
  /// The question, as the first members of the answer.
  fileprivate var members: [(name: String, value: JSONValue)] {
    switch subject {
    case .cards(let goal, let rulebook, let mix, let day):
      [
        ("goal", .string(goal.description)), ("rules", .string(rulebook.definition.id)),
        ("mix", .string(mix.description)),
      ] + (day.map { [("day", .string($0.description))] } ?? [])
        + [("copies", .integer(Int64(copies)))]
    case .weights(let goal, let weights, let rest):
      [
        ("goal", .string(goal.description)),
        ("weights", .array(weights.map { .string($0.description) })),
      ] + (rest ? [("rest", .boolean(true))] : []) + [("copies", .integer(Int64(copies)))]
    case .prize(let prize):
      [("rate", .string(prize.rate.description))]
        + (prize.softStart.map {
          [("soft_start", .integer($0)), ("soft_step", .string(prize.softStep.description))]
        } ?? [])
        + (prize.hard.map { [("hard", .integer($0))] } ?? [])
        + [("wins", .integer(Int64(copies)))]
    }
  }
}

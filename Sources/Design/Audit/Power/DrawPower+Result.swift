import Chance
package import FlintSchema

extension DrawPower: ResultRow {
  /// The fields of the power of tests.
  package static let schema = ResultSchema<DrawPower>(
    "DrawPower", "The power of the tests of a log of draws that is yet to be taken.",
    [
      ResultField("players", \.players, "The number of players."),
      ResultField("draws", \.draws, "The draws of each player, from the first one on."),
      .figure("alpha", \.requirements.alpha, "The significance level."),
      .figure("required_power", \.requirements.power, "The power that is required."),
      .row(
        "power", "How often any test finds the alternative, corrected for their number.",
        Estimate.schema
      ) { $0.power },
      .row("sequential", "How often the sequential test does so.", Estimate.schema) {
        $0.sequential
      },
      .row(
        "false_alarms", "How often any test finds something in logs drawn by the rules.",
        Estimate.schema
      ) { $0.falseAlarms },
      ResultField(
        "needed_draws", .integer,
        "The draws of a player for the required power of all tests together, interpolated; absent where more "
          + "than were tried.", isOptional: true
      ) { FieldValue($0.needed) },
      ResultField(
        "needed_draws_sequential", .integer, "The same of the sequential test.", isOptional: true
      ) { FieldValue($0.neededSequential) },
      ResultField(
        "most_tried", \.mostTried, "The greatest number of draws of a player that was tried."),
      .rows("tests", "The tests.", Test.schema) { $0.tests },
      .only { $0.only },
      ResultField(
        "same_rules", \.isSame,
        "Whether the alternative has the same rules, so that what is found are false alarms."),
      ResultField("remarks", .list, "What is odd about the rules.") { .list($0.model.remarks) },
      ResultField("logs", \.logs, "The number of logs drawn by the alternative."),
      ResultField(
        "logs_by_rules", \.ruledLogs, "The number of logs drawn by the rules, for the p-values."),
      ResultField("seed", .text, "The seed of the logs.") { .name("\($0.seed)") },
    ])
}

extension DrawPower.Estimate: ResultRow {
  /// The fields of an estimated share.
  package static let schema = ResultSchema<DrawPower.Estimate>(
    "PowerEstimate", "A share of logs, with its interval.",
    [
      .figure("share", \.share, "The share of logs.", .percent),
      .row("interval", "Its interval of 95 % (Wilson).", Interval.schema, .percent) {
        $0.interval
      },
    ])
}

extension DrawPower.Test: ResultRow {
  /// The fields of a test's power.
  package static let schema = ResultSchema<DrawPower.Test>(
    "TestPower", "The power of a test.",
    [
      ResultField("test", .text, "The name, as --only takes it.") { .text("\($0.name)") },
      .figure(
        "power", \.power.share, "How often it finds the alternative, corrected for all tests.",
        .percent),
      .row("interval", "The interval of that of 95 % (Wilson).", Interval.schema, .percent) {
        $0.power.interval
      },
      .figure(
        "power_alone", \.alone.share, "How often it finds the alternative as the only test.",
        .percent
      ).titled("alone"),
      .row(
        "alone_interval", "The interval of that of 95 % (Wilson).", Interval.schema, .percent
      ) { $0.alone.interval },
      ResultField(
        "needed_draws", .integer,
        "The draws of a player for the required power as the only test, interpolated; absent where more than "
          + "were tried.", isOptional: true
      ) { FieldValue($0.draws) }.titled("draws"),
    ])
}

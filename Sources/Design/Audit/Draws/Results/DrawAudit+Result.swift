import Chance
import FlintRules
package import FlintSchema

extension DrawAudit: LogAudit, ResultRow {
  /// The fields of an audit of a log.
  package static let schema = ResultSchema<DrawAudit>(
    "DrawAudit", "Tests of a log of draws against the rules.",
    logFields + [
      ResultField(
        "misfits", \.misfits, "The number of these whose item or rarity does not fit the rules."),
      ResultField(
        "unordered_draws", \.unordered,
        "The number of draws whose order is not known, since others are missing at unknown places."),
      ResultField("seed", .text, "The seed of the logs that are drawn to compare with.") {
        .name("\($0.seed)")
      },
      .figure("level", \.level, "The confidence level of the intervals."),
      .figure(
        "p_value", \.decisivePValue, "The smallest p-value, corrected for the number of tests."),
      .only { $0.only },
      .rows("tiers", "The rarities, rarest first.", TierResult.schema) { $0.tiers },
      .rows("tests", "The tests.", DrawTest.schema) { $0.tests },
      .rows(
        "gaps", "The draws from one prize to the next, of the rarest tier and of each with pity.",
        GapAudit.schema
      ) { $0.gaps },
      .optionalRow("featured", "The featured items, if the rules have any.", FeaturedAudit.schema) {
        $0.featured
      },
      .rows("items", "The items of each tier and pool.", PrizeGroup.schema) { $0.groups },
      .rows(
        "unknown_items", "The items that the rules do not have, the most frequent first.",
        ResultSchema(
          "UnknownItem", "An item that the rules do not have.",
          [
            ResultField<(name: String, draws: Int64)>("item", .text, "The name.") {
              .text($0.name)
            },
            ResultField("draws", .integer, "The number of draws.") { .integer($0.draws) },
          ])
      ) { $0.unknownPrizes },
      .rows("changes", "The greatest change of each tested tier.", Change.schema) { $0.changes },
      .rows("months", "The months, if the log has times.", Month.schema) { $0.months },
      .rows(
        "players", "The players, if there are several, those with the most draws first.",
        PlayerResult.schema
      ) { $0.players },
      remarksField,
    ])
}

extension DrawAudit.TierResult: ResultRow {
  /// The fields of a tier.
  package static let schema = ResultSchema<DrawAudit.TierResult>(
    "DrawAuditTier", "A rarity of a log of draws.",
    [
      ResultField("tier", \.name, "The rarity."),
      .figure("nominal_rate", \.nominal.approximation, "The rate before pity.", .percent)
        .titled("nominal"),
      .figure("effective_rate", \.effective, "The rate in the long run.", .percent)
        .titled("long run"),
      ResultField("observed", \.observed, "The number of draws."),
      .figure("rate", \.rate, "The observed share of all draws.", .percent).titled("share"),
      .figure(
        "expected", \.expected,
        "The number expected in the long run; in a complete log, from its first draw on.",
        .places(1)),
      ResultField(
        "known_observed", \.knownObserved, "The number among the draws with known counters."),
      .figure("known_expected", \.knownExpected, "The sum of the chances that these draws had."),
      .figure(
        "deviation", \.deviation, "The standard deviation of the difference between the two."),
      .figure("spread", \.spread, "The standard deviation of the observed number."),
      .figure("ratio", \.observedRatio, "observed divided by expected.", .places(3)),
      .row(
        "ratio_interval", "The interval of the ratio.", Interval.schema, .digits(3),
        title: "interval"
      ) { $0.ratio },
      .optionalRow(
        "unseen", "The range of ratios that the test would probably not find.", Interval.schema,
        .digits(3)
      ) { $0.unseen },
    ])
}

extension DrawAudit.Change: ResultRow {
  /// The fields of a change.
  package static let schema = ResultSchema<DrawAudit.Change>(
    "DrawAuditChange", "The point at which the rate of a tier changed most.",
    [
      ResultField("tier", \.tier, "The rarity."),
      ResultField(
        "known_draws_before", \.draws, "The number of draws with known counters before it."),
      ResultField("first_draw_after", \.draw, "The number of the first draw after it in the log."),
      ResultField("day", .day, "The day of that draw, if the log has times.", isOptional: true) {
        FieldValue(name: $0.day)
      },
      .figure(
        "ratio_before", \.before, "observed divided by expected before it; absent if none is."),
      .figure("ratio_after", \.after, "observed divided by expected after it; absent if none is."),
    ])
}

extension DrawAudit.Month: ResultRow {
  /// The fields of a month.
  package static let schema = ResultSchema<DrawAudit.Month>(
    "DrawAuditMonth", "A month of a log of draws.",
    [
      ResultField("month", \.name, "The month, such as 2026-03."),
      ResultField("draws", \.draws, "The number of draws."),
      ResultField("known_draws", \.knownDraws, "The number of draws with known counters."),
      .rows("tiers", "The tested tiers, rarest first.", Tier.schema) { $0.tiers },
    ])
}

extension DrawAudit.Month.Tier: ResultRow {
  /// The fields of a tier in a month.
  package static let schema = ResultSchema<DrawAudit.Month.Tier>(
    "DrawAuditMonthTier", "A rarity in a month.",
    [
      ResultField("tier", \.name, "The rarity."),
      ResultField("observed", \.observed, "The number among the draws with known counters."),
      .figure("expected", \.expected, "The sum of the chances that these draws had.", .places(1)),
    ])
}

extension DrawAudit.PlayerResult: ResultRow {
  /// The fields of a player's draws.
  package static let schema = ResultSchema<DrawAudit.PlayerResult>(
    "DrawAuditPlayer", "The draws of a player.",
    [
      ResultField("player", \.name, "The player."),
      ResultField("draws", \.draws, "The number of draws."),
      ResultField("prizes", \.prizes, "The number of prizes of the rarest tier."),
      ResultField(
        "known_prizes", \.knownPrizes, "The number of these among the draws with known counters."),
      .figure("known_expected", \.knownExpected, "The sum of the chances that these draws had."),
      .figure(
        "residual", \.residual, "The excess of these prizes in standard deviations.", .deviation),
      ResultField("gaps", \.gaps, "The number of times from one prize to the next."),
      .figure("mean_gap", \.meanGap, "The mean number of draws from one to the next.", .places(1))
        .titled("mean wait"),
      ResultField(
        "longest_gap", .integer, "The greatest number of draws from one to the next.",
        isOptional: true
      ) { FieldValue($0.longestGap) }.titled("longest wait"),
    ])
}

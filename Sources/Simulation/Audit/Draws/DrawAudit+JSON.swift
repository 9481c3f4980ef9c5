package import JSON
import Rules

extension DrawAudit {
  /// The audit as JSON.
  package var json: JSONValue {
    .object([
      ("draws", .integer(draws)), ("known_draws", .integer(knownDraws)),
      ("complete", .boolean(isComplete)), ("sequences", .integer(Int64(sequences))),
      ("rejected", .integer(Int64(unread))), ("misfits", .integer(Int64(misfits))),
      ("unordered_draws", .integer(unordered)),
      ("seed", .string("\(seed)")), ("level", .digits(level)),
      ("p_value", .digits(decisivePValue)), ("tiers", .array(tiers.map(\.json))),
      ("tests", .array(tests.map(\.json))), ("gaps", .array(gaps.map(\.json))),
      ("featured", featured?.json ?? .null), ("items", .array(groups.map(\.json))),
      (
        "unknown_items",
        .array(
          unknownPrizes.map {
            .object([("item", .string($0.name)), ("draws", .integer($0.draws))])
          })
      ),
      ("changes", .array(changes.map(\.json))), ("months", .array(months.map { json(of: $0) })),
      ("players", .array(players.map(\.json))),
    ])
  }

  private func json(of month: Month) -> JSONValue {
    .object([
      ("month", .string(month.name)), ("draws", .integer(month.draws)),
      ("known_draws", .integer(month.knownDraws)),
      (
        "tiers",
        .array(
          month.observed.indices.map { index in
            .object([
              ("tier", .string(tiers[index].name)), ("observed", .integer(month.observed[index])),
              ("expected", .digits(month.expected[index])),
            ])
          })
      ),
    ])
  }
}

extension DrawAudit.TierResult {
  fileprivate var json: JSONValue {
    .object([
      ("tier", .string(name)), ("nominal_rate", .digits(nominal.approximation)),
      ("effective_rate", .digits(effective)), ("observed", .integer(observed)),
      ("expected", .digits(expected)), ("known_observed", .integer(knownObserved)),
      ("known_expected", .digits(knownExpected)), ("deviation", .digits(deviation)),
      ("spread", .digits(spread)), ("ratio", .digits(Double(observed) / expected)),
      ("ratio_interval", ratio.json), ("unseen", unseen?.json ?? .null),
    ])
  }
}

extension DrawTest {
  fileprivate var json: JSONValue {
    var logs: JSONValue = .null
    if case .monteCarlo(let count) = method { logs = .integer(Int64(count)) }
    return .object([
      ("test", .string(kind.rawValue)), ("subject", .string(subject)),
      ("statistic_name", .string(statisticName)),
      ("statistic", statistic.map { .digits($0) } ?? .null),
      ("df", df.map { .integer(Int64($0)) } ?? .null), ("p_value", .digits(pValue)),
      ("method", .string(method.name)), ("logs", logs),
      ("adjusted_p_value", adjusted.map { .digits($0) } ?? .null),
      (
        "effect",
        effect.map { effect in
          .object([
            ("name", .string(effect.name)), ("value", .digits(effect.value)),
            ("neutral", .digits(effect.neutral)), ("interval", effect.interval?.json ?? .null),
          ])
        } ?? .null
      ),
    ])
  }
}

extension GapAudit {
  fileprivate var json: JSONValue {
    .object([
      ("of", .string(name)), ("certain_draw", certain.map { .integer(Int64($0)) } ?? .null),
      ("gaps", .integer(count)), ("mean", mean.map { .digits($0) } ?? .null),
      ("expected_mean", .digits(expectedMean)), ("deviation", .digits(deviation)),
      ("longest", lengths.last.map { .integer(Int64($0.length)) } ?? .null),
      ("open", .integer(Int64(open))), ("overruns", .integer(overruns)),
      ("first_overrun", firstOverrun.map { .integer(Int64($0)) } ?? .null),
      ("decisive_p_value", .digits(pValue)), ("method", .string(method.name)),
      ("test", .object(audit.testMembers + [("cells", audit.intervals(nil))])),
      (
        "lengths",
        .array(
          lengths.map {
            .object([("draws", .integer(Int64($0.length))), ("gaps", .integer($0.count))])
          })
      ),
    ])
  }
}

extension FeaturedAudit {
  fileprivate var json: JSONValue {
    .object([
      ("tier", .string(tier)), ("share", .digits(share)), ("guarantee", .boolean(isGuaranteed)),
      ("prizes", .integer(counts.prizes)), ("featured", .integer(counts.featured)),
      ("unknown", .integer(counts.unknown)), ("trials", .integer(counts.trials)),
      ("won", .integer(counts.wins)), ("guaranteed", .integer(counts.guaranteed)),
      ("violations", .integer(counts.violations)),
      ("first_violation", counts.firstViolation.map { .integer(Int64($0)) } ?? .null),
      ("runs", .integer(counts.runs)),
      ("losing_runs", .array(counts.losingRuns.map { .integer($0) })),
      ("binomial_p_value", .digits(binomialPValue)), ("clopper_pearson", interval.json),
      ("unseen", unseen?.json ?? .null),
    ])
  }
}

extension PrizeGroup {
  fileprivate var json: JSONValue {
    .object(
      [
        ("tier", .string(tier)), ("pool", .string(pool)),
        ("featured", isFeatured.map { .boolean($0) } ?? .null), ("modelled", .boolean(isModelled)),
        ("method", .string(method.name)), ("decisive_p_value", .digits(pValue)),
      ] + audit.testMembers + [("intervals", audit.intervals(nil))])
  }
}

extension DrawAudit.Change {
  fileprivate var json: JSONValue {
    .object([
      ("tier", .string(tier)), ("known_draws_before", .integer(draws)),
      ("first_draw_after", .integer(Int64(draw))), ("day", day.map { .string($0) } ?? .null),
      ("ratio_before", before.map { .digits($0) } ?? .null),
      ("ratio_after", after.map { .digits($0) } ?? .null),
    ])
  }
}

extension DrawAudit.PlayerResult {
  fileprivate var json: JSONValue {
    .object([
      ("player", .string(name)), ("draws", .integer(draws)), ("prizes", .integer(prizes)),
      ("known_prizes", .integer(knownPrizes)), ("known_expected", .digits(knownExpected)),
      ("residual", residual.map { .digits($0) } ?? .null), ("gaps", .integer(gaps)),
      ("mean_gap", meanGap.map { .digits($0) } ?? .null),
      ("longest_gap", longestGap.map { .integer(Int64($0)) } ?? .null),
    ])
  }
}

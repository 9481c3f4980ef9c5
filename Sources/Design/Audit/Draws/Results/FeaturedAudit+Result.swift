import Chance
import FlintJSON
package import FlintSchema

extension FeaturedAudit: ResultRow {
  /// The fields of the featured prizes of a tier.
  package static let schema = ResultSchema<FeaturedAudit>(
    "FeaturedAudit", "The featured items of a tier.",
    [
      ResultField("tier", \.tier, "The rarity."),
      .figure("share", \.share, "The promised share."),
      ResultField(
        "guarantee", \.isGuaranteed,
        "Whether the prize after one that was not featured is certainly featured."),
      ResultField("prizes", \.counts.prizes, "The number of prizes of the tier."),
      ResultField("featured", \.counts.featured, "The number of them that are featured."),
      ResultField(
        "unknown", \.counts.unknown,
        "The first prizes of which it is not known whether they were guaranteed."),
      ResultField("trials", \.counts.trials, "The prizes that were not guaranteed."),
      ResultField("won", \.counts.wins, "The number of these that are featured."),
      ResultField("guaranteed", \.counts.guaranteed, "The prizes that were guaranteed."),
      ResultField(
        "violations", \.counts.violations, "The guaranteed prizes that are not featured."),
      ResultField(
        "first_violation", .integer, "The number of the draw of the first of these in the log.",
        isOptional: true
      ) { FieldValue($0.counts.firstViolation) },
      ResultField("runs", \.counts.runs, "The number of runs of equal trials."),
      ResultField(
        "losing_runs", .structure("integer[]"),
        "How often trials were lost once, twice and so on in succession."
      ) { .json(.array($0.counts.losingRuns.map { .integer($0) })) },
      .figure(
        "binomial_p_value", \.binomialPValue,
        "The exact p-value of the trials alone, as if their number had been fixed."),
      .row(
        "clopper_pearson", "Clopper and Pearson's interval of the share.", Interval.schema, .percent
      ) { $0.interval },
      .optionalRow(
        "unseen", "The range of shares that the trials would probably not distinguish.",
        Interval.schema, .percent
      ) { $0.unseen },
    ])
}

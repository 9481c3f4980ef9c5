import Chance
package import FlintSchema

extension PrizeGroup: ResultRow {
  /// The fields of the items of a tier and pool.
  package static let schema = ResultSchema<PrizeGroup>(
    "ItemAudit", "The test of the items of a rarity and pool.",
    [
      ResultField("tier", \.tier, "The rarity."),
      ResultField("pool", \.pool, "The pool; empty where the log names none."),
      ResultField(
        "featured", \.isFeatured,
        "Whether the items are the featured ones or the others; absent without featured ones."),
      ResultField(
        "modelled", \.isModelled,
        "Whether the rules say which items there are; otherwise those that were drawn are compared as if "
          + "equally likely."),
      ResultField("method", \.method.name, "How the p-value that decides was computed."),
      .figure("decisive_p_value", \.pValue, "The p-value that decides."),
    ] + Audit.schema.fields.map { $0.within(\PrizeGroup.audit) })
}

import Chance
import FlintJSON
import Players
import FlintRules
import FlintSchema

extension PoolPolicy {
  /// The fields of an entry of `pools`.
  static let table = TableSchema(
    blank: PoolPolicy(pool: ""),
    [
      TableField("pool", \.pool, .text, "The id of the pool."),
      TableField(
        "roll", \.roll, .whole,
        "The number of rolls that are paid together, 1 to \(PoolRoll.maximumCount) (default: 1).",
        isRequired: false),
      TableField(
        "save_until", \.saveUntil, .amounts,
        """
        The balances to save up: on a day on which each is reached, the player rolls until the \
        price is not covered (default: none).
        """, isRequired: false),
      TableField(
        "keep", \.keep, .amounts, "The balances that no roll goes below (default: none).",
        isRequired: false),
      TableField(
        "stop_at", \.stopAt,
        TableType("a goal in the pool such as \"featured*2\"", blank: nil) {
          value throws(TableProblem) in
          guard case .string(let text) = value else { return nil }
          do throws(OddsError) {
            return .some(try PoolTarget(parsing: text))
          } catch {
            throw TableProblem(error.problem)
          }
        },
        "The goal of the rolls at which the player stops for good, such as `featured*2` (default: none).",
        isRequired: false),
      TableField(
        "choose", \.choose, .text,
        """
        The id of the featured card that the player chooses, which the path of the pool makes \
        certain (default: none).
        """),
      TableField(
        "exchange", \.exchange,
        TableType("the id of a card, or \"missing\"", blank: nil) { value throws(TableProblem) in
          guard case .string(let text) = value, !text.isEmpty else { return nil }
          return .some(PoolPolicy.Exchange(text))
        },
        """
        What the player exchanges rolls for: the id of a card, as soon as the rolls buy it; or \
        `missing`, which is what `stop_at` still lacks, once the rolls buy all of that, and \
        without a goal each card that the player does not own (default: nothing).
        """, isRequired: false),
      TableField(
        "from_day", \.fromDay, .whole, "The first day, counted from 1 (default: 1).",
        isRequired: false),
      TableField("until_day", \.untilDay, .whole, "The last day (default: none)."),
    ])
}

extension PurchasePolicy {
  /// The fields of an entry of `buys`.
  static let table = TableSchema(
    blank: PurchasePolicy(offer: ""),
    [
      TableField("offer", \.offer, .text, "The id of the offer."),
      TableField(
        "count", \.count, .whole,
        "The number bought at once, 1 to \(PurchasePolicy.mostAtOnce) (default: 1).",
        isRequired: false),
      TableField(
        "every", \.every, .whole,
        "The minimum number of days from one purchase to the next (default: 1).",
        isRequired: false),
      TableField("at_most", \.atMost, .whole, "The maximum number of purchases (default: none)."),
      TableField(
        "below", \.below, .amounts,
        "The balances below which the player buys: each has to be less (default: none).",
        isRequired: false),
      TableField(
        "pool", \.pool, .text,
        """
        The pool for which it is bought: only while that pool is open and its entries in `pools` \
        have not reached their goals (default: none).
        """),
      TableField(
        "from_day", \.fromDay, .whole, "The first day, counted from 1 (default: 1).",
        isRequired: false),
      TableField("until_day", \.untilDay, .whole, "The last day (default: none)."),
    ])
}

/// An entry of `segments` while it is read: the policy follows from that of the plan.
struct SegmentTable: Sendable {
  var name = ""
  var share = Fraction.zero
  var policy: JSONValue?

  static let table = TableSchema(
    blank: SegmentTable(),
    [
      TableField("name", \.name, .text, "The name."),
      TableField(
        "share", \.share, .fraction, "The share of the players, such as `0.1` or `\"10%\"`."),
      TableField(
        "policy", .asWritten,
        "What differs from the policy of the plan, with the keys of a policy, of tables such as `churn` with "
          + "their own (default: nothing).",
        get: { _ in nil }, set: { $0.policy = $1 }),
    ])
}

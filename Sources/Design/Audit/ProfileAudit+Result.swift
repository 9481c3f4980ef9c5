import Chance
import Players
import FlintRules
package import FlintSchema

extension ProfileAudit: ResultRow {
  /// The fields of the sums of the tests, and of each test.
  package static let schema = ResultSchema<ProfileAudit>(
    "ProfileAudit", "Tests of the draws of a profile; the first fields are of all categories.",
    [ResultField("draws", \.draws, "The number of draws.")]
      + Total.schema.fields.map { $0.within(\ProfileAudit.total) } + [
        .figure(
          "g", \.totalG?.chiSquare,
          "The likelihood-ratio statistic; absent where draws of a category differ in their rates."),
        .figure("g_p_value", \.totalG?.pValue, "The p-value of G."),
        ResultField(
          "exact_p_value", .number, "Always absent: tests of several categories are added up.",
          isOptional: true
        ) { _ in .none },
        ResultField("exact_reason", .text, "The reason for which there is no exact test.") { _ in
          .text("tests of several categories are added up")
        },
        ResultField(
          "conditional", \.isConditional,
          "Whether draws of one category had different rates, so that each is compared with its own."
        ),
        .figure("level", \.rarities.level, "The confidence level of the intervals."),
        .rows("intervals", "The rarities over all categories.", AuditCell.schema) {
          $0.rarities.cells
        },
        .row(
          "rarities", "The test of the rarities over all categories.",
          ResultSchema("RarityAudit", "A test of rarities.", Audit.testFields)
        ) { $0.rarities },
        .rows("categories", "The tests by category.", CategoryAudit.schema) { $0.categories },
        .row(
          "cards", "The test of the cards, assuming equal rates within each category and rarity.",
          ResultSchema(
            "CardAudits", "The tests of cards, added up.",
            Total.schema.fields.map { $0.within(\ProfileAudit.totalOfCards) } + [
              .rows("cells", "The tests by category and rarity.", Choice.schema) { $0.choices }
            ])
        ) { $0 },
        ResultField(
          "removed_draws", .structure("table<string, integer>"),
          "The draws that were removed or undone, by category and pool; absent if there were none.",
          isOptional: true
        ) { $0.removed.total > 0 ? .json($0.removed.json) : .none },
      ])
}

extension ProfileAudit.Total: ResultRow {
  /// The fields of a sum of tests.
  package static let schema = ResultSchema<ProfileAudit.Total>(
    "AuditTotal", "The sum of independent tests.",
    [
      .figure("chi_square", \.chiSquare, "The sum of Pearson's statistics."),
      ResultField("df", \.df, "The degrees of freedom."),
      .figure(
        "p_value", \.pValue,
        "The p-value: the probability of this deviation or a greater one if the rates are correct."),
    ])
}

extension ProfileAudit.CategoryAudit: ResultRow {
  /// The fields of the test of a category.
  package static let schema = ResultSchema<ProfileAudit.CategoryAudit>(
    "CategoryAudit", "The test of the rarities of a category.",
    [ResultField("category", \.category, "The category.")]
      + Audit.schema.fields.map { $0.within(\ProfileAudit.CategoryAudit.audit) })
}

extension ProfileAudit.Choice: ResultRow {
  /// The fields of the test of the cards of a category and rarity.
  package static let schema = ResultSchema<ProfileAudit.Choice>(
    "CardAudit", "The test of the cards of a category and rarity.",
    [
      ResultField("category", \.category, "The category."),
      ResultField("rarity", \.rarity, "The rarity."),
    ] + Audit.schema.fields.map { $0.within(\ProfileAudit.Choice.audit) })
}

extension ProfileAudit {
  /// A rarity of a category, or of all together.
  package struct Outcome: ResultRow {
    /// The category, or `all`.
    package var category: String
    /// The counts and rates.
    package var cell: AuditCell

    /// The fields of the rarity, after the category.
    package static let schema = ResultSchema<Outcome>(
      "CategoryOutcome", "A rarity of a category.",
      [ResultField("category", \.category, "The category.")]
        + AuditCell.schema.fields.map { $0.within(\Outcome.cell) })
  }

  /// The rarities of each category.
  package var outcomes: [Outcome] {
    categories.flatMap { part in
      part.audit.cells.map { Outcome(category: part.category.name, cell: $0) }
    }
  }

  /// The rarities of all categories together.
  package var outcomesOfAll: [Outcome] {
    rarities.cells.map { Outcome(category: "all", cell: $0) }
  }
}

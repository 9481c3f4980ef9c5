package import FlintRules
package import FlintSchema
import Sessions

extension SetView: SessionView {
  package static let schema = ResultSchema<SessionRow<SetView>>(
    "CardSet", "A set of cards.",
    shown: ["title", "cards", "missing", "before"],
    [
      ResultField("id", \.view.definition.id, "The id."),
      ResultField("title", \.view.definition.title, "The title."),
      ResultField("owned", \.view.owned, "The number of its cards that are owned."),
      ResultField("total", \.view.total, "The number of its cards."),
      ResultField("complete", \.view.isComplete, "Whether every card is owned."),
      .drawing("cards") { "\($0.view.owned) of \($0.view.total)" },
      ResultField("missing", .list, "The names of the cards that are missing.") {
        .list($0.view.missing.map(\.name))
      },
      ResultField(
        "in_season", \.view.isInSeason, "Whether every missing card can be drawn today."),
      ResultField(
        "before", .day,
        "The first day on which one of the missing cards can no longer be drawn, in the present or the "
          + "next season; absent if all can be drawn at any time.", isOptional: true
      ) { FieldValue($0.view.before) },
    ])
}

package import FlintRules
package import FlintSchema
import Sessions

extension Nearest: SessionView {
  package static let schema = ResultSchema<SessionRow<Nearest>>(
    "Nearest", "What a profile is nearest to.",
    [
      ResultField(
        "level", .integer, "The number of the next level; nil at the last one.", isOptional: true
      ) { FieldValue($0.view.level?.number) },
      ResultField("level_title", \.view.level?.title, "The title of the next level."),
      ResultField("points", \.view.level?.missing, "The points that are missing to it."),
      .optionalRow(
        "set", "The set of cards with the fewest missing, of those that can be completed today.",
        SetView.schema
      ) { row in row.view.set.map { row.session.row($0) } },
      .rows(
        "missions", "Three open missions, those first of which the largest part is done.",
        MissionView.schema
      ) { $0.session.rows($0.view.missions) },
    ])
}

extension Nearest {
  /// A line each about the level, the set and the missions, as far as there are any.
  package func lines(in language: Language) -> [String] {
    let level = level.map {
      language.text(
        .nearestLevel, language.counted($0.missing, .points), String($0.number),
        language.levelTitle($0.title))
    }
    let set = set.map { set in
      let names = set.missing.prefix(3).map { language.name(of: $0) }
      let more = set.missing.count > names.count ? ", …" : ""
      return language.text(
        .nearestSet, language.title(of: set.definition), String(set.owned), String(set.total),
        names.joined(separator: ", ") + more)
    }
    let missions = missions.map { mission in
      language.text(
        .nearestMission, language.title(of: mission.definition), language.amount(mission.amount),
        language.text(mission.definition.target))
    }
    return [level, set, missions.isEmpty ? nil : missions.joined(separator: " · ")]
      .compactMap(\.self)
  }
}

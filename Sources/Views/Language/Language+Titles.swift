package import FlintRules

// The names that the bundled rulebooks give are translated by their English texts: a name that a user's own
// rulebook gives stays as it is, unless it is the same.

extension Language {
  package func title(of mission: MissionDefinition) -> String { missionTitle(mission.title) }

  /// Returns the title of a currency, or its id where it has none.
  package func name(of currency: CurrencyDefinition) -> String {
    translated(currency.title ?? currency.id, .currencies)
  }

  package func name(of card: CardDefinition) -> String { cardName(card.name) }

  /// Returns the sentence about a card, if it has one.
  package func sentence(of card: CardDefinition) -> String? {
    card.text.map { translated($0, .sentences) }
  }

  package func title(of set: CardSet) -> String { translated(set.title, .sets) }

  package func title(of level: LevelDefinition) -> String { levelTitle(level.title) }

  package func title(of ladder: LadderDefinition) -> String { achievementTitle(ladder.title) }

  package func title(of rung: RungDefinition) -> String { achievementTitle(rung.title) }

  package func title(of achievement: AchievementView) -> String {
    achievementTitle(achievement.title)
  }

  /// Returns the title of a mission by the one that its rulebook gives.
  package func missionTitle(_ title: String) -> String { translated(title, .missions) }

  /// Returns the name of a card by the one that its rulebook gives.
  package func cardName(_ name: String) -> String { translated(name, .cards) }

  /// Returns the title of a level by the one that its rulebook gives.
  package func levelTitle(_ title: String) -> String { translated(title, .levels) }

  /// Returns the title of an achievement or a ladder by the one that its rulebook gives.
  package func achievementTitle(_ title: String) -> String {
    translated(title, .achievements)
  }

  private func translated(_ title: String, _ section: Texts.Section) -> String {
    self == .english ? title : texts.forms(section, title).first ?? title
  }
}

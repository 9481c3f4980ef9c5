package import Rules

// The names that the bundled rulebooks give are translated by their English texts: a name that a user's own
// rulebook gives stays as it is, unless it is the same.

extension Language {
  /// Returns the title of a mission.
  package func title(of mission: MissionDefinition) -> String { missionTitle(mission.title) }

  /// Returns the name of a card.
  package func name(of card: CardDefinition) -> String { cardName(card.name) }

  /// Returns the title of a level.
  package func title(of level: LevelDefinition) -> String { levelTitle(level.title) }

  /// Returns the title of a ladder.
  package func title(of ladder: LadderDefinition) -> String { achievementTitle(ladder.title) }

  /// Returns the title of an achievement.
  package func title(of rung: RungDefinition) -> String { achievementTitle(rung.title) }

  /// Returns the title of an achievement.
  package func title(of achievement: AchievementView) -> String {
    achievementTitle(achievement.title)
  }

  /// Returns the title of a mission by the one that its rulebook gives.
  package func missionTitle(_ title: String) -> String { translated(title, Titles.missions) }

  /// Returns the name of a card by the one that its rulebook gives.
  package func cardName(_ name: String) -> String { translated(name, Titles.cards) }

  /// Returns the title of a level by the one that its rulebook gives.
  package func levelTitle(_ title: String) -> String { translated(title, Titles.levels) }

  /// Returns the title of an achievement or a ladder by the one that its rulebook gives.
  package func achievementTitle(_ title: String) -> String {
    translated(title, Titles.achievements)
  }

  private func translated(_ title: String, _ titles: @autoclosure () -> Titles.Table) -> String {
    self == .english ? title : titles()[title].map { self[$0] } ?? title
  }
}

/// The names that the bundled rulebooks give, by their English texts.
enum Titles {
  typealias Table = [String: Phrase]

  static let missions = table(
    ignitionMissions + ignitionAchievements + everydayMissions)
  static let cards = table(
    decisionCards + energyCards + ideaCards + experimentCards + challengeCards)
  static let levels = table(levelTitles)
  static let achievements = table(ladders + rungs)

  private static func table(_ phrases: [Phrase]) -> Table {
    Dictionary(phrases.map { ($0.english, $0) }) { first, _ in first }
  }

  private static let levelTitles: [Phrase] = [
    Phrase("Novice Igniter", es: "Principiante de la llama", it: "Principiante della fiamma"),
    Phrase("Apprentice Igniter", es: "Aprendiz de la llama", it: "Apprendista della fiamma"),
    Phrase("Practitioner Igniter", es: "Practicante de la llama", it: "Praticante della fiamma"),
    Phrase("Adept Igniter", es: "Adepto de la llama", it: "Adepto della fiamma"),
    Phrase("Expert Igniter", es: "Experto de la llama", it: "Esperto della fiamma"),
    Phrase("Master Igniter", es: "Maestro de la llama", it: "Maestro della fiamma"),
    Phrase("Grand Master", es: "Gran maestro", it: "Gran maestro"),
    Phrase("Legendary Igniter", es: "Leyenda de la llama", it: "Leggenda della fiamma"),
    Phrase("Titan of Ignition", es: "Titán del fuego", it: "Titano del fuoco"),
    Phrase("Mythical Flame", es: "Llama mítica", it: "Fiamma mitica"),
  ]
}

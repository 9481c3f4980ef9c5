package import FlintCalendar
package import FlintRules

/// What has a name in every language, such as a mood.
///
/// What belongs to one kind of thing agrees with it in Spanish and Italian: rarities are those of cards, statuses those of
/// missions, or of the steps of quests.
package protocol Translated {
  /// The key among the names of `Sources/CTexts`: the kind and the identifier, such as `mood.good`.
  var textKey: String { get }
}

extension Language {
  /// Returns the name of a value, such as a mood; one that a rulebook names has its id in every language.
  package func name(of value: some Translated) -> String { name(value.textKey) }

  /// Returns the name of a key such as `month.1`.
  func name(_ key: String) -> String {
    texts.forms(.names, key).first ?? String(key.drop { $0 != "." }.dropFirst())
  }

  package func name(of period: MissionPeriod) -> String {
    switch period {
    case .window(let window): name(of: window)
    case .month: self[.monthPeriod]
    case .days(let count): counted(count, .days)
    }
  }
}

extension Mood: Translated {
  package var textKey: String { "mood.\(name)" }
}

extension SparkCategory: Translated {
  package var textKey: String { "category.\(name)" }
}

extension SparkIntensity: Translated {
  package var textKey: String { "intensity.\(name)" }
}

extension CardRarity: Translated {
  package var textKey: String { "rarity.\(name)" }
}

extension HabitDayStatus: Translated {
  package var textKey: String { "habit.\(name)" }
}

extension Window: Translated {
  package var textKey: String { "window.\(name)" }
}

extension MissionView.Status: Translated {
  package var textKey: String { "mission.\(rawValue)" }
}

extension QuestStatus: Translated {
  package var textKey: String { "step.\(rawValue)" }
}

extension LadderMetric: Translated {
  package var textKey: String { "ladder.\(name)" }
}

extension DueView.Kind: Translated {
  package var textKey: String { "due.\(name)" }
}

extension SeriesMetric: Translated {
  package var textKey: String { "metric.\(name)" }
}

extension Weekday: Translated {
  package var textKey: String { "weekday.\(name)" }
}

/// The name is that of several of the kind.
extension OccurrenceKind: Translated {
  package var textKey: String { "events.\(name)" }
}

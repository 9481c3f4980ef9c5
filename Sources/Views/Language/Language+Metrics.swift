package import Rules

extension Language {
  /// Returns an amount in millionths with the unit of a mission's metric. Only sums of numbers have
  /// decimals.
  package func counted(amount: Int64, of metric: Metric) -> String {
    if amount % 1_000_000 == 0 { return counted(amount / 1_000_000, of: metric) }
    guard case .events(let events) = metric else { return self.amount(amount) }
    return counted(number: self.amount(amount), of: events)
  }

  /// Returns a sum of numbers, such as `2.5 of Run`.
  private func counted(number: String, of metric: EventMetric) -> String {
    subjectName(of: metric).map { text(.numberOf, number, $0) } ?? number
  }

  private func subject(of metric: EventMetric) -> String {
    subjectName(of: metric).map { " (\($0))" } ?? ""
  }

  private func subjectName(of metric: EventMetric) -> String? {
    metric.selector.tracker ?? metric.selector.project
  }

  /// Returns a count with the unit of a mission's metric, such as `2 idea sparks`.
  package func counted(_ count: Int64, of metric: Metric) -> String {
    switch metric {
    case .sparks(let category, let intensity, let hour):
      return
        (category.map { counted(count, .sparksOfCategory, name(of: $0)) }
        ?? counted(count, .sparks)) + text(of: intensity)
        + (hour.map { $0 == 1 ? self[.beforeOne] : text(.beforeHour, String($0)) } ?? "")
    case .sparkDays: return counted(count, .sparkDays)
    case .distinctCategories: return counted(count, .categories)
    case .earnedPoints: return counted(count, .earnedPoints)
    case .totalPoints: return counted(count, .points)
    case .missionsCompleted(let window):
      switch window {
      case .day: return counted(count, .dailyMissions)
      case .week: return counted(count, .weeklyMissions)
      case .life: return counted(count, .lifetimeMissions)
      case nil: return counted(count, .missions)
      }
    // A rulebook's own rarity: its id in every language.
    case .cards(nil, let rarity?) where !rarity.isFixed:
      return counted(count, .newCardsOfRarity, rarity.name)
    case .cards(let category?, let rarity?) where !rarity.isFixed:
      return counted(count, .newCardsOfBoth, name(of: category), rarity.name)
    case .cards(let category, let rarity):
      let phrase = CountedPhrase.newCards(rarity, ofCategory: category != nil)
      return counted(count, phrase, category.map { name(of: $0) } ?? "")
    case .streak: return counted(count, .streakDays)
    case .overloads: return counted(count, .overloads)
    case .level: return counted(count, .levels)
    case .tasks: return counted(count, .tasks)
    case .taskScore: return counted(count, .taskPoints)
    case .moods: return counted(count, .ratedDays)
    case .activities: return counted(count, .activities)
    case .questSteps: return counted(count, .questSteps)
    case .entries: return counted(count, .trackerEntries)
    case .events(let metric): return counted(count, of: metric)
    }
  }

  private func text(of intensity: Intensity?) -> String {
    switch intensity {
    case nil, .low: ""
    case .extreme: self[.ofExtremeIntensity]
    case .some(let intensity): text(.ofIntensity, name(of: intensity))
    }
  }

  /// Returns a count with the unit of a general metric, such as `2 days with tracker entries (Reading)`.
  private func counted(_ count: Int64, of metric: EventMetric) -> String {
    let selector = metric.selector
    let subject = subject(of: metric)
    switch metric.form {
    case .count: return counted(count, selector.event.counted) + subject
    case .days: return counted(count, .daysWith, self[selector.event.plural]) + subject
    case .distinct:
      switch metric.measure {
      case .categories: return counted(count, .categories)
      case .tags: return counted(count, .tags)
      default: return counted(count, .trackers)
      }
    case .sum:
      switch metric.measure {
      case .minutes: return counted(count, .minutes) + subject
      case .number: return counted(number: text(count), of: metric)
      case .score: return counted(count, .taskPoints) + subject
      default: return counted(count, .pointsOf, self[selector.event.plural]) + subject
      }
    }
  }
}

extension OccurrenceKind {
  fileprivate var counted: CountedPhrase {
    switch self {
    case .spark: .sparks
    case .taskComplete: .tasks
    case .mood: .ratings
    case .habitDone: .habitsDone
    case .entry: .trackerEntries
    case .activity: .activities
    case .questNode: .questSteps
    case .card: .cards
    case .mission: .missions
    }
  }

  /// The name of several of the kind.
  package var plural: Phrase {
    switch self {
    case .spark: Phrase("sparks", es: "chispas", it: "scintille")
    case .taskComplete: Phrase("tasks", es: "tareas", it: "compiti")
    case .mood: Phrase("ratings", es: "valoraciones", it: "voti")
    case .habitDone: Phrase("habits done", es: "hábitos cumplidos", it: "abitudini mantenute")
    case .entry: Phrase("tracker entries", es: "entradas", it: "voci")
    case .activity: Phrase("activities", es: "actividades", it: "attività")
    case .questNode: Phrase("quest steps", es: "pasos de aventura", it: "passi d'avventura")
    case .card: Phrase("cards", es: "cartas", it: "carte")
    case .mission: Phrase("missions", es: "misiones", it: "missioni")
    }
  }
}

extension Phrase {
  fileprivate static let numberOf = Phrase("{1} of {2}", es: "{1} de {2}", it: "{1} di {2}")
  fileprivate static let ofExtremeIntensity = Phrase(
    " of extreme intensity", es: " de intensidad extrema", it: " di intensità estrema")
  fileprivate static let ofIntensity = Phrase(
    " of {1} intensity or more", es: " de intensidad {1} o superior",
    it: " di intensità {1} o superiore")
  /// One o'clock is singular in Spanish and Italian.
  fileprivate static let beforeOne = Phrase(
    " before 1:00", es: " antes de la 1:00", it: " prima dell'1:00")
  fileprivate static let beforeHour = Phrase(
    " before {1}:00", es: " antes de las {1}:00", it: " prima delle {1}:00")
}

extension CountedPhrase {
  fileprivate static let sparksOfCategory = CountedPhrase(
    "{n} {1} spark", "{n} {1} sparks", es: ("{n} chispa de {1}", "{n} chispas de {1}"),
    it: ("{n} scintilla di {1}", "{n} scintille di {1}"))
  fileprivate static let sparkDays = CountedPhrase(
    "{n} day with a spark", "{n} days with a spark",
    es: ("{n} día con chispa", "{n} días con chispa"),
    it: ("{n} giorno con una scintilla", "{n} giorni con una scintilla"))
  fileprivate static let streakDays = CountedPhrase(
    "{n} day of streak", "{n} days of streak", es: ("{n} día de racha", "{n} días de racha"),
    it: ("{n} giorno di serie", "{n} giorni di serie"))
  fileprivate static let daysWith = CountedPhrase(
    "{n} day with {1}", "{n} days with {1}", es: ("{n} día con {1}", "{n} días con {1}"),
    it: ("{n} giorno con {1}", "{n} giorni con {1}"))
  fileprivate static let pointsOf = CountedPhrase(
    "{n} point of {1}", "{n} points of {1}", es: ("{n} punto de {1}", "{n} puntos de {1}"),
    it: ("{n} punto di {1}", "{n} punti di {1}"))
  fileprivate static let taskPoints = CountedPhrase(
    "{n} point of task score", "{n} points of task score",
    es: ("{n} punto de tareas", "{n} puntos de tareas"),
    it: ("{n} punto dei compiti", "{n} punti dei compiti"))
  /// Of sparks and duplicates alone.
  fileprivate static let earnedPoints = CountedPhrase(
    "{n} point of sparks and cards", "{n} points of sparks and cards",
    es: ("{n} punto de chispas y cartas", "{n} puntos de chispas y cartas"),
    it: ("{n} punto di scintille e carte", "{n} punti di scintille e carte"))
  fileprivate static let categories = CountedPhrase(
    "{n} category", "{n} categories", es: ("{n} categoría", "{n} categorías"),
    it: ("{n} categoria", "{n} categorie"))
  fileprivate static let tags = CountedPhrase(
    "{n} tag", "{n} tags", es: ("{n} etiqueta", "{n} etiquetas"),
    it: ("{n} etichetta", "{n} etichette"))
  fileprivate static let trackers = CountedPhrase(
    "{n} tracker", "{n} trackers", es: ("{n} registro", "{n} registros"),
    it: ("{n} registro", "{n} registri"))
  fileprivate static let dailyMissions = CountedPhrase(
    "{n} daily mission", "{n} daily missions", es: ("{n} misión diaria", "{n} misiones diarias"),
    it: ("{n} missione giornaliera", "{n} missioni giornaliere"))
  fileprivate static let weeklyMissions = CountedPhrase(
    "{n} weekly mission", "{n} weekly missions",
    es: ("{n} misión semanal", "{n} misiones semanales"),
    it: ("{n} missione settimanale", "{n} missioni settimanali"))
  fileprivate static let lifetimeMissions = CountedPhrase(
    "{n} lifetime mission", "{n} lifetime missions",
    es: ("{n} misión sin plazo", "{n} misiones sin plazo"),
    it: ("{n} missione senza scadenza", "{n} missioni senza scadenza"))

  fileprivate static let newCardsOfRarity = CountedPhrase(
    "{n} new card of rarity {1}", "{n} new cards of rarity {1}",
    es: ("{n} carta nueva de rareza {1}", "{n} cartas nuevas de rareza {1}"),
    it: ("{n} carta nuova di rarità {1}", "{n} carte nuove di rarità {1}"))
  fileprivate static let newCardsOfBoth = CountedPhrase(
    "{n} new card of category {1} and rarity {2}", "{n} new cards of category {1} and rarity {2}",
    es: (
      "{n} carta nueva de categoría {1} y rareza {2}",
      "{n} cartas nuevas de categoría {1} y rareza {2}"
    ),
    it: (
      "{n} carta nuova di categoria {1} e rarità {2}",
      "{n} carte nuove di categoria {1} e rarità {2}"
    ))

  /// Returns the phrase about new cards of a rarity of `ignition`; `{1}` is the category, if there is one.
  fileprivate static func newCards(_ rarity: Rarity?, ofCategory: Bool) -> CountedPhrase {
    switch (rarity, ofCategory) {
    case (nil, false):
      CountedPhrase(
        "{n} new card", "{n} new cards", es: ("{n} carta nueva", "{n} cartas nuevas"),
        it: ("{n} carta nuova", "{n} carte nuove"))
    case (nil, true):
      CountedPhrase(
        "{n} new {1} card", "{n} new {1} cards",
        es: ("{n} carta nueva de {1}", "{n} cartas nuevas de {1}"),
        it: ("{n} carta nuova di {1}", "{n} carte nuove di {1}"))
    case (.common, false):
      CountedPhrase(
        "{n} new common card", "{n} new common cards",
        es: ("{n} carta común nueva", "{n} cartas comunes nuevas"),
        it: ("{n} carta comune nuova", "{n} carte comuni nuove"))
    case (.common, true):
      CountedPhrase(
        "{n} new common {1} card", "{n} new common {1} cards",
        es: ("{n} carta común nueva de {1}", "{n} cartas comunes nuevas de {1}"),
        it: ("{n} carta comune nuova di {1}", "{n} carte comuni nuove di {1}"))
    case (.rare, false):
      CountedPhrase(
        "{n} new rare card", "{n} new rare cards",
        es: ("{n} carta rara nueva", "{n} cartas raras nuevas"),
        it: ("{n} carta rara nuova", "{n} carte rare nuove"))
    case (.rare, true):
      CountedPhrase(
        "{n} new rare {1} card", "{n} new rare {1} cards",
        es: ("{n} carta rara nueva de {1}", "{n} cartas raras nuevas de {1}"),
        it: ("{n} carta rara nuova di {1}", "{n} carte rare nuove di {1}"))
    case (.epic, false):
      CountedPhrase(
        "{n} new epic card", "{n} new epic cards",
        es: ("{n} carta épica nueva", "{n} cartas épicas nuevas"),
        it: ("{n} carta epica nuova", "{n} carte epiche nuove"))
    case (.epic, true):
      CountedPhrase(
        "{n} new epic {1} card", "{n} new epic {1} cards",
        es: ("{n} carta épica nueva de {1}", "{n} cartas épicas nuevas de {1}"),
        it: ("{n} carta epica nuova di {1}", "{n} carte epiche nuove di {1}"))
    case (_, false):
      CountedPhrase(
        "{n} new legendary card", "{n} new legendary cards",
        es: ("{n} carta legendaria nueva", "{n} cartas legendarias nuevas"),
        it: ("{n} carta leggendaria nuova", "{n} carte leggendarie nuove"))
    case (_, true):
      CountedPhrase(
        "{n} new legendary {1} card", "{n} new legendary {1} cards",
        es: ("{n} carta legendaria nueva de {1}", "{n} cartas legendarias nuevas de {1}"),
        it: ("{n} carta leggendaria nuova di {1}", "{n} carte leggendarie nuove di {1}"))
    }
  }
}

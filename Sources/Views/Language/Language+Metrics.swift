package import FlintRules

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
        + (hour.map { " " + ($0 == 1 ? self[.beforeOne] : text(.beforeHour, String($0))) } ?? "")
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
    case .cards(_, _, _?): return counted(count, .cardsOfSet)
    case .sets: return counted(count, .sets)
    // A rulebook's own rarity: its id in every language.
    case .cards(nil, let rarity?, nil) where !rarity.isFixed:
      return counted(count, .newCardsOfRarity, rarity.name)
    case .cards(let category?, let rarity?, nil) where !rarity.isFixed:
      return counted(count, .newCardsOfBoth, name(of: category), rarity.name)
    case .cards(let category, let rarity, nil):
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

  private func text(of intensity: SparkIntensity?) -> String {
    switch intensity {
    case nil, .low: ""
    case .extreme: " " + self[.ofExtremeIntensity]
    case .some(let intensity): " " + text(.ofIntensity, name(of: intensity))
    }
  }

  /// Returns a count with the unit of a general metric, such as `2 days with tracker entries (Reading)`.
  private func counted(_ count: Int64, of metric: EventMetric) -> String {
    let selector = metric.selector
    let subject = subject(of: metric)
    switch metric.form {
    case .count: return counted(count, selector.event.counted) + subject
    case .days: return counted(count, .daysWith, name(of: selector.event)) + subject
    case .distinct:
      switch metric.measure {
      case .categories: return counted(count, .categories)
      case .tags: return counted(count, .tags)
      default: return counted(count, .trackers)
      }
    case .sum:
      switch metric.measure {
      case .minutes: return duration(count) + subject
      case .number: return counted(number: text(count), of: metric)
      case .score: return counted(count, .taskPoints) + subject
      default: return counted(count, .pointsOf, name(of: selector.event)) + subject
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
}

extension CountedPhrase {
  /// Returns the phrase about new cards of a rarity of `ignition`; `{1}` is the category, if there is one.
  fileprivate static func newCards(_ rarity: CardRarity?, ofCategory: Bool) -> CountedPhrase {
    switch rarity {
    case nil: ofCategory ? .newCardsOfCategory : .newCards
    case .common: ofCategory ? .newCommonCardsOfCategory : .newCommonCards
    case .rare: ofCategory ? .newRareCardsOfCategory : .newRareCards
    case .epic: ofCategory ? .newEpicCardsOfCategory : .newEpicCards
    default: ofCategory ? .newLegendaryCardsOfCategory : .newLegendaryCards
    }
  }
}

public import Calendar
public import JSON
public import Rules
import Schema
public import Sessions

/// The tone of messages.
public enum DueTone: String, Sendable, CaseIterable {
  /// Friendly.
  case nice
  /// Impolite.
  case rude

  /// The names of all tones.
  public static let names = allCases.map(\.rawValue)
}

extension Due {
  /// The title of the item.
  public var title: String {
    switch (topic, moment) {
    case (.streak(let days), _): "Spark streak of \(counted(days, "day"))"
    case (.mood, .on(let day)): "Mood of \(day)"
    case (.report, .on(let day)): "Week \(SeriesPeriod.week.label(containing: day))"
    default: name ?? ""
    }
  }

  /// Returns the description of the item: its facts and a remark in a tone. An item has the same
  /// description in every run.
  public func detail(_ tone: DueTone = .nice) -> String {
    let remarks = tone == .nice ? topic.niceRemarks : topic.rudeRemarks
    // The id selects the remark, so that a list has variety and an item keeps its remark.
    let sum = id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
    return remarks.isEmpty ? facts + "." : "\(facts). \(remarks[sum % remarks.count])"
  }

  /// The facts about the item, independent of the tone.
  var facts: String {
    switch topic {
    case .reminder(let note, let isPast): "\(isPast ? "still open" : "coming up"), \(note.text)"
    case .task(let note, let days): "due \(Due.text(inDays: days)), \(note.text)"
    case .overdue(let note, let days): "\(counted(days, "day")) late, \(note.text)"
    case .streak: "no spark today yet"
    case .habit(let note): note.text
    case .mission(let progress, let target, let metric, let reward):
      "\(grouped(progress)) of \(grouped(target)): \(metric.text(of: target - progress)) to go, "
        + "worth \(counted(reward, "point"))"
    case .mood(let isToday): "\(isToday ? "today" : "yesterday") is not rated yet"
    case .rung(let conditions, let days):
      "unlocks by itself \(Due.text(inDays: days)), for \(Due.text(of: conditions))"
    case .nearRung(let metric):
      "it lacks 1 \(metric == .journals ? "journal entry" : "sos session")"
    case .report(let report): report.text
    }
  }

  /// Returns conditions as text, such as `30 days and 15 journals`.
  private static func text(of conditions: [ConditionView]) -> String {
    conditions.map { condition in
      let name = condition.metric.name.map { $0 == "_" ? " " : $0 }
      return "\(condition.need) \(String(condition.need == 1 ? name.dropLast() : name[...]))"
    }.joined(separator: " and ")
  }

  private static func text(inDays days: Int) -> String {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    default: "in \(days) days"
    }
  }

  /// The time at which it is due: a day, or a time in the profile's zone.
  public func momentText(_ zone: Zone) -> String {
    switch moment {
    case .on(let day): day.description
    case .at(let instant): zone.text(instant)
    }
  }

  /// Returns the due item as JSON, with messages in a tone.
  public func json(_ session: Session, _ tone: DueTone) -> JSONValue {
    .object([
      ("kind", .string(kind.name)), ("id", .string(id)), ("title", .string(title)),
      ("due", .string(momentText(session.zone))), ("urgency", .string(urgency.name)),
      ("detail", .string(detail(tone))), ("missing", missing.map { .integer($0) } ?? .null),
    ])
  }
}

extension Due.HabitNote {
  /// The plan, what was done of it, and the streak.
  fileprivate var text: String {
    var text = plan.description
    if !plan.isOverPeriod && required > 1 { text += ", \(done) of \(required) done" }
    if plan.goal != nil && amount > 0 {
      text += ", \(FieldValue.decimal(amount).plain) so far"
    }
    if streak > 0 {
      text += isLastChance ? ", ends a streak of \(streak)" : ", streak of \(streak)"
    }
    return text
  }

  /// The rule by which a calendar repeats the to-do (RFC 5545, section 3.3.10); `nil` where the
  /// schedule leaves the choice of days.
  var recurrence: String? {
    switch plan.schedule.period {
    case .day, .days(1): "FREQ=DAILY"
    case .weekdays(let weekdays):
      "FREQ=WEEKLY;BYDAY="
        + weekdays.weekdays.map { $0.name.prefix(2).uppercased() }.joined(separator: ",")
    case .week where plan.schedule.times == 7: "FREQ=DAILY"
    case .days(let days) where plan.schedule.times == days: "FREQ=DAILY"
    case .week, .month, .days: nil
    }
  }
}

extension Due.TaskNote {
  fileprivate var text: String { "\(priority.name) in \(project)" }
}

extension WeekReport {
  /// The totals of the week in one line; zero counts are omitted, except sparks and points.
  public var text: String {
    let others = [
      tasks == 0 ? nil : counted(tasks, "task"), missions == 0 ? nil : counted(missions, "mission"),
      achievements == 0 ? nil : counted(achievements, "achievement"),
      moodMean.map { mean in "mood \(mean / 1_000_000).\(mean % 1_000_000 / 100_000) of 4" },
    ].compactMap(\.self)
    return ([counted(sparks, "spark"), counted(points.recent, "point") + change] + others)
      .joined(separator: ", ")
  }

  private var change: String {
    guard let change = points.change else { return "" }
    let percent = change.magnitude / 10_000
    if percent == 0 { return " (much as the week before)" }
    return " (\(change < 0 ? "down" : "up") \(percent) %)"
  }
}

extension Metric {
  /// Returns a count with the unit of the metric, such as `2 idea sparks`.
  func text(of count: Int64) -> String {
    switch self {
    case .sparks(let category, let intensity, let hour):
      let kind = category.map { "\($0.name) " } ?? ""
      return counted(count, kind + "spark") + Metric.text(of: intensity)
        + (hour.map { " before \($0):00" } ?? "")
    case .sparkDays: return counted(count, "day") + " with a spark"
    case .distinctCategories: return counted(count, "category", "categories")
    case .earnedPoints, .totalPoints: return counted(count, "point")
    case .missionsCompleted(let window):
      let kind =
        switch window {
        case .day: "daily "
        case .week: "weekly "
        case .life: "lifetime "
        case nil: ""
        }
      return counted(count, kind + "mission")
    case .cards(let category, let rarity):
      let kind = [rarity?.name, category?.name].compactMap(\.self).map { $0 + " " }.joined()
      return counted(count, "new \(kind)card")
    case .streak: return counted(count, "day") + " of streak"
    case .overloads: return counted(count, "overload")
    case .level: return counted(count, "level")
    case .tasks: return counted(count, "task")
    case .taskScore: return counted(count, "point") + " of task score"
    case .moods: return counted(count, "rated day")
    case .activities: return counted(count, "activity", "activities")
    case .questSteps: return counted(count, "quest step")
    case .entries: return counted(count, "tracker entry", "tracker entries")
    case .events(let metric): return metric.text(of: count)
    }
  }

  fileprivate static func text(of intensity: Intensity?) -> String {
    switch intensity {
    case nil, .low: ""
    case .extreme: " of extreme intensity"
    case .some(let intensity): " of \(intensity.name) intensity or more"
    }
  }
}

extension EventMetric {
  /// Returns a count with the unit of the metric, such as `2 days with entries of Reading`.
  fileprivate func text(of count: Int64) -> String {
    switch form {
    case .count: counted(count, noun.one, noun.many) + of
    case .days: counted(count, "day") + " with \(noun.many)" + of
    case .distinct:
      switch measure {
      case .categories: counted(count, "category", "categories")
      case .tags: counted(count, "tag")
      default: counted(count, "tracker")
      }
    case .sum:
      switch measure {
      case .minutes: counted(count, "minute") + of
      case .number: "\(grouped(count))" + of
      case .score: counted(count, "point") + " of task score" + of
      default: counted(count, "point") + " of \(noun.many)" + of
      }
    }
  }

  private var noun: (one: String, many: String) {
    switch selector.event {
    case .spark: ("spark", "sparks")
    case .taskComplete: ("task", "tasks")
    case .mood: ("rating", "ratings")
    case .habitDone: ("habit done", "habits done")
    case .entry: ("tracker entry", "tracker entries")
    case .activity: ("activity", "activities")
    case .questNode: ("quest step", "quest steps")
    case .card: ("card", "cards")
    case .mission: ("mission", "missions")
    }
  }

  private var of: String { (selector.tracker ?? selector.project).map { " (\($0))" } ?? "" }
}

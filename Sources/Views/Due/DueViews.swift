package import FlintCalendar
package import FlintRules
import FlintSchema

package enum DueTone: String, Sendable, CaseIterable {
  /// Friendly.
  case nice
  /// Impolite.
  case rude

  package static let names = allCases.map(\.rawValue)
}

extension DueView {
  /// The English title of the item.
  package var title: String { title(in: .english) }

  package func title(in language: Language) -> String {
    switch (topic, moment) {
    case (.streak(let days), _): language.counted(days, .streakTitle)
    case (.mood, .on(let day)): language.text(.moodTitle, language.shown(day))
    case (.report, .on(let day)):
      language.text(.weekTitle, SeriesPeriod.week.label(containing: day))
    case (.mission, _): language.missionTitle(name ?? "")
    case (.rung, _), (.nearRung, _): language.achievementTitle(name ?? "")
    default: name ?? ""
    }
  }

  /// Returns the description of the item: its facts and a remark in a tone. An item has the same
  /// description in every run.
  package func detail(_ tone: DueTone = .nice, in language: Language = .english) -> String {
    let remarks = language.remarks(tone, about: RemarkTopic(topic))
    let facts = facts(in: language)
    // The id selects the remark, so that a list has variety and an item keeps its remark.
    let sum = id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
    return remarks.isEmpty ? facts + "." : "\(facts). \(remarks[sum % remarks.count])"
  }

  /// Returns the facts about the item, independent of the tone.
  private func facts(in language: Language) -> String {
    switch topic {
    case .reminder(let note, let isPast):
      return "\(language[isPast ? .stillOpen : .comingUp]), \(note.text(in: language))"
    case .task(let note, let days):
      let due =
        switch days {
        case 0: language[.dueToday]
        case 1: language[.dueTomorrow]
        default: language.text(.dueInDays, String(days))
        }
      return "\(due), \(note.text(in: language))"
    case .overdue(let note, let days):
      return "\(language.counted(days, .daysLate)), \(note.text(in: language))"
    case .streak: return language[.noSparkToday]
    case .habit(let note): return note.text(in: language)
    case .quest(let done, let total, let node):
      return language.text(.nextStep, String(done), String(total), node)
    case .mission(let amount, let target, let metric, let reward):
      let missing = target * 1_000_000 - amount
      return language.text(
        missing == 1_000_000 ? .oneToGo : .severalToGo, language.amount(amount),
        language.text(target), language.counted(amount: missing, of: metric),
        language.counted(reward, .points))
    case .pool(let note, let days): return note.text(closingIn: days, language)
    case .mood(let isToday): return language[isToday ? .todayUnrated : .yesterdayUnrated]
    case .rung(let conditions, let days):
      let moment =
        switch days {
        case 0: language[.today]
        case 1: language[.tomorrow]
        default: language.text(.inDays, String(days))
        }
      let texts = conditions.map { $0.text(in: language) }
      return language.text(
        .unlocksByItself, moment, texts.joined(separator: " \(language[.and]) "))
    case .nearRung(let metric):
      return language[metric == .journals ? .lacksJournal : .lacksSession]
    case .report(let report): return report.text(in: language)
    }
  }

  /// The time at which it is due: a day, or a time in the profile's zone.
  package func momentText(_ zone: CivilZone) -> String {
    switch moment {
    case .on(let day): day.description
    case .at(let instant): zone.text(instant)
    }
  }
}

extension DueView.HabitNote {
  /// Returns the plan, what was done of it, and the streak.
  fileprivate func text(in language: Language) -> String {
    var parts = [language.text(plan)]
    if !plan.isOverPeriod && required > 1 {
      parts.append(language.text(.daysDoneOfRequired, String(done), String(required)))
    }
    if let goal = plan.goal, amount > 0 {
      parts.append(language.text(.soFar, language.sum(amount, of: goal)))
    }
    if streak > 0 {
      parts.append(language.text(isLastChance ? .endingHabitStreak : .habitStreak, String(streak)))
    }
    return parts.joined(separator: ", ")
  }

  /// The rule by which a calendar repeats the to-do (RFC 5545, section 3.3.10); `nil` where the
  /// schedule leaves the choice of days.
  var recurrence: String? {
    switch plan.schedule.period {
    case .day, .days(1): "FREQ=DAILY"
    case .weekdays(let weekdays):
      "FREQ=WEEKLY;BYDAY=" + weekdays.codes
    case .week where plan.schedule.times == 7: "FREQ=DAILY"
    case .days(let days) where plan.schedule.times == days: "FREQ=DAILY"
    case .week, .month, .days: nil
    }
  }
}

extension DueView.PoolNote {
  /// Returns when the pool closes and what can be done until then.
  fileprivate func text(closingIn days: Int, _ language: Language) -> String {
    let closing =
      switch days {
      case 0: language[.closesToday]
      case 1: language[.closesTomorrow]
      default: language.text(.closesInDays, String(days))
      }
    var facts = [closing]
    if exchanges > 0 { facts.append(language.counted(exchanges, .exchangesReady)) }
    if rolls > 0 { facts.append(language.counted(rolls, .rollsAffordable)) }
    if let points, exchanges == 0 {
      facts.append(
        language.text(.towardsExchange, language.text(points.balance), language.text(points.needed))
      )
    }
    return facts.joined(separator: ", ")
  }
}

extension DueView.TaskNote {
  fileprivate func text(in language: Language) -> String {
    language.text(.priorityInProject, priority.name, project)
      + (after.map { ", " + language.text(.afterTask, $0) } ?? "")
  }
}

extension ConditionView {
  /// Returns the condition in words, such as `30 days`.
  fileprivate func text(in language: Language) -> String {
    switch metric {
    case .days: language.counted(need, .days)
    case .journals: language.counted(need, .journals)
    case .sosSessions: language.counted(need, .sosSessions)
    case .activeDays: language.counted(need, .activeDays)
    // No day is known on which these are met.
    case .activityStreak, .consistency, .selfCare, .stability: language.name(of: metric)
    }
  }
}

extension WeekReport {
  /// Returns the totals of the week in one line; zero counts are omitted, except sparks and points.
  package func text(in language: Language) -> String {
    let others = [
      tasks == 0 ? nil : language.counted(tasks, .tasks),
      missions == 0 ? nil : language.counted(missions, .missions),
      achievements == 0 ? nil : language.counted(achievements, .achievements),
      moodMean.map { mean in
        language.text(
          .meanMoodOfFour, language.exact("\(mean / 1_000_000).\(mean % 1_000_000 / 100_000)"))
      },
    ].compactMap(\.self)
    let points = language.counted(points.recent, .points) + change(in: language)
    return ([language.counted(sparks, .sparks), points] + others).joined(separator: ", ")
  }

  private func change(in language: Language) -> String {
    guard let change = points.change else { return "" }
    let percent = change.magnitude / 10_000
    if percent == 0 { return " " + language[.noChange] }
    return " " + language.text(change < 0 ? .decrease : .increase, language.exact(String(percent)))
  }
}

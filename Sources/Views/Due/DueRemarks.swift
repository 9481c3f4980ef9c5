package import FlintRules

/// What remarks are about; the raw value is the key of the remarks of each tone in `Sources/CTexts`.
package enum RemarkTopic: String, CaseIterable, Sendable {
  case reminder, pastReminder, taskToday, task, overdue, streak, habitLastChance, habit
  case missionNear, mission, quest, pool, moodToday, moodYesterday, rung, rungNear, report

  /// Creates what remarks about something due are about. A mission at half of its target or more is near.
  package init(_ topic: DueView.Topic) {
    self =
      switch topic {
      case .reminder(_, let isPast): isPast ? .pastReminder : .reminder
      case .task(_, let days): days == 0 ? .taskToday : .task
      case .overdue: .overdue
      case .streak: .streak
      case .habit(let note): note.isLastChance ? .habitLastChance : .habit
      case .mission(let amount, let target, _, _):
        amount >= target * 500_000 ? .missionNear : .mission
      case .quest: .quest
      case .pool: .pool
      case .mood(let isToday): isToday ? .moodToday : .moodYesterday
      case .rung: .rung
      case .nearRung: .rungNear
      case .report: .report
      }
  }
}

extension Language {
  /// Returns the remarks of a tone, as many in every language.
  package func remarks(_ tone: DueTone, about topic: RemarkTopic) -> [String] {
    texts.forms(tone == .nice ? .niceRemarks : .rudeRemarks, topic.rawValue)
  }
}

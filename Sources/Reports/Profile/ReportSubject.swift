/// What a report of a profile is about.
package enum ReportSubject: String, CaseIterable, Sendable {
  /// Points, levels and records: the review of a year.
  case overview
  case sparks
  case habits
  /// Trackers that are no habits.
  case trackers
  case moods
  case tasks
  case cards
  /// Rolls of pools, and currencies.
  case pools
  case missions
  case quests
  case journey
}

/// The choices of a report of a profile.
package struct ReportOptions: Sendable {
  /// The subjects, in the order of the page.
  package var subjects: [ReportSubject]
  /// Whether titles and notes of what was recorded are on the page.
  package var showsTitles: Bool
  /// Whether the reader chose the days; if not, the page names the other days that exist.
  package var hasChosenDays: Bool

  package init(_ subjects: [ReportSubject], showsTitles: Bool = false, hasChosenDays: Bool = true) {
    (self.subjects, self.showsTitles) = (subjects, showsTitles)
    self.hasChosenDays = hasChosenDays
  }
}

import FlintCalendar
package import FlintRules
package import Sessions
package import Views

extension ReportPage {
  /// Creates the report of a profile over a range of days.
  ///
  /// Subjects of which nothing was recorded are left out. Without `showsTitles`, titles and notes stay in
  /// the profile.
  package init(
    _ session: Session, _ range: DayRange, language: Language, _ options: ReportOptions
  ) throws(SessionError) {
    let source = try ReportSource(session, range, language, options)
    var sections: [Section] = []
    for subject in options.subjects {
      let section: Section? =
        switch subject {
        case .overview: try source.overview()
        case .sparks: try source.sparks()
        case .habits: source.habits()
        case .trackers: source.trackers()
        case .moods: try source.moods()
        case .tasks: source.tasks()
        case .cards: source.cards()
        case .pools: try source.pools()
        case .missions: source.missions()
        case .quests: source.quests()
        case .journey: try source.journey()
        }
      if let section, !section.blocks.isEmpty { sections.append(section) }
    }
    let days = language.text(range.since..<range.before)
    let titles: Phrase = options.showsTitles ? .containsTitles : .leavesTitlesOut
    self.init(
      language.text(.reviewTitle, days),
      lead: (sections.isEmpty ? [language[.nothingRecorded]] : []) + source.otherDays,
      sections: sections,
      notes: [
        language.text(.madeOn, language.text(session.today)), language[titles],
        language.text(
          .rulebookNote, session.rulebook.definition.id, String(session.rulebook.hash.prefix(12))),
      ], language: language)
    if options.subjects.contains(.overview) {
      story = source.story()
      figures = try source.figures()
    }
    self = withoutSparseCharts
  }
}

extension ReportSource {
  /// The sentence about days that the page leaves out although nobody chose its days.
  fileprivate var otherDays: [String] {
    guard !options.hasChosenDays,
      let whole = try? state.days(since: nil, before: nil, today: today), whole.since < range.since
    else { return [] }
    return [
      language.text(
        .otherDays, language.shortText(whole.since), language.shortText(whole.last))
    ]
  }
}

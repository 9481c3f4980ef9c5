import FlintCalendar
import FlintRules
import Views

extension ReportSource {
  /// Returns the finding about what came to an end in the range, the first of these: the collection became complete, a
  /// quest set was completed, all of at least five tasks of a project are done, a habit was stopped that had lasted for at
  /// least 30 days, or a level was reached.
  func ending() -> Finding? {
    collectionEnd() ?? questEnd() ?? projectEnd() ?? habitEnd() ?? levelEnd()
  }

  private func collectionEnd() -> Finding? {
    let cards = rulebook.collection(in: state)
    let firsts = cards.compactMap { firstDay(of: $0) }
    guard !cards.isEmpty, firsts.count == cards.count, let last = firsts.max(),
      range.contains(last)
    else { return nil }
    return Finding(
      .ending, 2, least: 1,
      language.text(
        .storyCollection, language.counted(cards.count, .cards), language.shortText(last)))
  }

  private func questEnd() -> Finding? {
    let ends = state.quests.sets.filter(\.isComplete).compactMap { view in
      let days = view.set.missions.flatMap(\.nodes).compactMap { node in
        state.quests.node(
          QuestReference(set: view.set.id, id: node.id), level: Int64(state.level))?.completion?.day
      }
      return days.max().map { (name: view.set.name, day: $0) }
    }
    guard let end = ends.filter({ range.contains($0.day) }).max(by: { $0.day < $1.day })
    else { return nil }
    return Finding(
      .ending, 1.5, least: 1, language.text(.storyQuests, end.name, language.shortText(end.day)))
  }

  private func projectEnd() -> Finding? {
    let projects = Dictionary(grouping: state.tasks.tasks) { state.tasks.project(of: $0).name.text }
    let ends = projects.compactMap { name, tasks -> (name: String, count: Int, day: CivilDay)? in
      let days = tasks.compactMap { $0.completion?.day }
      guard name != ProjectName.inbox.text, tasks.count >= 5, days.count == tasks.count,
        let last = days.max(), range.contains(last)
      else { return nil }
      return (name, tasks.count, last)
    }
    guard let end = ends.max(by: { ($0.count, $1.name) < ($1.count, $0.name) }) else { return nil }
    return Finding(
      .ending, 1.5, least: 1,
      language.text(
        .storyProject, language.counted(end.count, .tasks), end.name, language.shortText(end.day)))
  }

  private func habitEnd() -> Finding? {
    let ends = habitViews.compactMap {
      view -> (name: String, day: CivilDay, length: Int, days: Int)? in
      guard let habit = view.tracker.habit, habit.plan == nil, let end = habit.spans.last?.end,
        range.contains(end + -1)
      else { return nil }
      var (start, days) = (end, 0)
      // A span that ends where the next one begins has another plan of the same time.
      for span in habit.spans.reversed() {
        if span.end == start { start = span.start }
        days += (span.end ?? end) - span.start
      }
      return (view.tracker.content.name, end + -1, end - start, days)
    }
    guard let end = ends.max(by: { $0.length < $1.length }) else { return nil }
    return Finding(
      .ending, Double(end.length), least: 30,
      language.text(
        .storyHabitEnd, end.name, language.shortText(end.day), language.counted(end.days, .days)))
  }

  private func levelEnd() -> Finding? {
    guard let last = newLevels.last else { return nil }
    return Finding(
      .ending, 1.2, least: 1,
      language.text(
        .storyLevel, text(last.level), levelName(last.level), language.shortText(last.day)))
  }
}

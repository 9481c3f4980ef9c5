package import FlintCalendar

/// What a tracker's events determine about it as a habit: the plans by civil day, and the days that
/// are neutral. Statuses, streaks and strength are computed from it and the tracker's days: see
/// `HabitRecord`.
package struct HabitHistory: Equatable, Sendable {
  /// The plan from a civil day on; `nil` where the tracker is no habit from then on.
  struct Version: Dated, Equatable, Sendable {
    let day: CivilDay
    var plan: HabitPlan?
  }

  /// A plan, and the days on which it applies.
  package struct Span: Equatable, Sendable {
    package let plan: HabitPlan
    package let start: CivilDay
    /// The first day on which it no longer applies; `nil` while it does.
    package internal(set) var end: CivilDay?
  }

  /// A day that was declared neutral.
  struct Skip: Dated, Equatable, Sendable {
    let day: CivilDay
  }

  /// A pause: its days are neutral.
  package struct Pause: Equatable, Sendable {
    package let start: CivilDay
    /// The first day that counts again; `nil` while the pause lasts.
    package internal(set) var end: CivilDay?
  }

  /// The versions of the plan, earliest first; of several of one day only the last is kept.
  private(set) var versions: [Version] = []
  /// The days that were skipped, earliest first.
  private(set) var skips: [Skip] = []
  /// The pauses, in the order of their events.
  package private(set) var pauses: [Pause] = []

  init() {}

  /// The current plan; `nil` when the tracker is no habit now.
  package var plan: HabitPlan? { versions.last?.plan }
  /// The first day with a plan, from which periods of a number of days are counted.
  package var firstDay: CivilDay? { versions.first { $0.plan != nil }?.day }
  package var isPaused: Bool { pauses.last.map { $0.end == nil } ?? false }

  package func isSkipped(_ day: CivilDay) -> Bool { skips.first(on: day) != nil }

  /// The plans with the days on which they apply, earliest first. An equal plan continues.
  package var spans: [Span] {
    var spans: [Span] = []
    var isOpen = false
    for version in versions {
      if isOpen, let last = spans.last {
        if last.plan == version.plan { continue }
        spans[spans.count - 1].end = version.day
      }
      isOpen = version.plan != nil
      if let plan = version.plan { spans.append(Span(plan: plan, start: version.day)) }
    }
    return spans
  }

  /// Returns the plan of a day and the days on which it applies; `nil` when there is none.
  package func span(on day: CivilDay) -> Span? {
    var first = versions.partitioningIndex { $0.day > day } - 1
    guard first >= 0, let plan = versions[first].plan else { return nil }
    var next = first + 1
    while next < versions.count, versions[next].plan == plan { next += 1 }
    while first > 0, versions[first - 1].plan == plan { first -= 1 }
    return Span(
      plan: plan, start: versions[first].day, end: next < versions.count ? versions[next].day : nil)
  }

  /// Returns the plan of a day, else the current one, else the last one before the habit was stopped.
  package func plan(on day: CivilDay) -> HabitPlan? {
    span(on: day)?.plan ?? plan ?? spans.last?.plan
  }

  /// Returns the plan that a change on a day starts from: that of the day from which the change counts.
  package func plan(changedOn day: CivilDay) -> HabitPlan? { plan(on: firstDay(ofChangeOn: day)) }

  /// Returns the next change of the plan after a day; `nil` if none is recorded.
  package func change(after day: CivilDay) -> Span? {
    let current = span(on: day)
    return current?.end.flatMap { span(on: $0) }
  }

  /// Returns the first day of a plan that is recorded on a day: the day itself where the tracker is no
  /// habit; else the first one of the next period, since the plan that it replaces judges the current
  /// period to its end.
  func firstDay(ofChangeOn day: CivilDay) -> CivilDay {
    guard let origin = firstDay, let span = span(on: day) else { return day }
    return span.plan.schedule.bounds(of: day, origin: origin).end
  }

  /// - Returns: the reason why it has no effect; `nil` when it has one.
  mutating func apply(_ action: HabitAction, day: CivilDay) -> VoidReason? {
    if let reason = problem(with: action) { return reason }
    switch action {
    case .plan(let content):
      let first = content.plan == nil ? day : firstDay(ofChangeOn: day)
      // A habit that is stopped has no changes to come.
      if content.plan == nil { versions.removeAll { $0.day > day } }
      let position = versions.position(of: first, orInserting: Version(day: first))
      versions[position].plan = content.plan
    case .skip(let skip):
      _ = skips.position(of: skip.day, orInserting: Skip(day: skip.day))
    case .pause: pauses.append(Pause(start: day))
    case .resume: pauses[pauses.count - 1].end = day
    }
    return nil
  }

  /// Returns the reason why an event would have no effect; `nil` when it would have one.
  func problem(with action: HabitAction) -> VoidReason? {
    switch action {
    case .plan(let content): content.plan == nil && plan == nil ? .notHabit : nil
    case .skip: versions.isEmpty ? .notHabit : nil
    case .pause: plan == nil ? .notHabit : isPaused ? .habitPaused : nil
    case .resume: isPaused ? nil : .habitNotPaused
    }
  }
}

// MARK: Caches

extension HabitHistory {
  func encode(to writer: inout StateWriter) {
    writer.write(list: versions) { writer, version in
      writer.write(version.day)
      writer.write(
        record: HabitContent(tracker: EventID(high: 0, low: 0), plan: version.plan))
    }
    writer.write(list: skips) { $0.write($1.day) }
    writer.write(list: pauses) { writer, pause in
      writer.write(pause.start)
      writer.write(pause.end) { $0.write($1) }
    }
  }

  init(from reader: inout StateReader) {
    versions = reader.list { Version(day: $0.day(), plan: $0.record(HabitContent.self).plan) }
    skips = reader.list { Skip(day: $0.day()) }
    pauses = reader.list { Pause(start: $0.day(), end: $0.optional { $0.day() }) }
    if !versions.areInOrder || !skips.areInOrder { reader.fail() }
  }
}

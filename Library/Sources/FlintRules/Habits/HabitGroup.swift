package import FlintCalendar

extension HabitMembers {
  /// The greatest number of groups, one within the other; members that are deeper are left out.
  static let greatestDepth = 16

  /// Returns the status of a day of a group by those of its members. Members that are neutral, not due
  /// or no habits on the day (`nil`) are left out; of a day on which all of the others are neutral the
  /// status is `skipped`, and of one on which none is due `notDue`.
  ///
  /// - Parameter isOver: Whether the day is over.
  func status(of statuses: some Sequence<HabitDayStatus?>, isOver: Bool) -> HabitDayStatus {
    var (done, counted, open, started, neutral) = (0, 0, 0, 0, 0)
    for status in statuses {
      switch status {
      case .done: (done, counted) = (done + 1, counted + 1)
      case .partial: (started, open, counted) = (started + 1, open + 1, counted + 1)
      case .unknown: (open, counted) = (open + 1, counted + 1)
      case .notDone: counted += 1
      case .skipped, .paused: neutral += 1
      case .notDue, nil: break
      }
    }
    if counted == 0 { return neutral > 0 ? .skipped : .notDue }
    let required = required(of: counted)
    if done >= required { return .done }
    if done + started > 0 { return .partial }
    return isOver || open < required ? .notDone : .unknown
  }
}

extension HabitHistory {
  /// Returns the plan that applies to a day, if the habit is a group then.
  func members(on day: CivilDay) -> HabitMembers? { span(on: day)?.plan.members }

  /// Returns the trackers that are members of the habit on a day or later, as far as is recorded.
  func members(from day: CivilDay) -> [EventID] {
    let first = max(0, versions.partitioningIndex { $0.day > day } - 1)
    return versions[first...].flatMap { $0.plan?.members?.trackers ?? [] }
  }

  /// Whether the habit ever was a group.
  var hasMembers: Bool { versions.contains { $0.plan?.members != nil } }

  /// Returns whether a day is skipped or paused.
  func isNeutral(_ day: CivilDay) -> Bool {
    isSkipped(day)
      || pauses.contains { $0.start <= day && ($0.end.map { day < $0 } ?? true) }
  }
}

extension Tracker {
  /// Whether the tracker is a group of habits, which has no entries of its own, on a day.
  package func isGroup(on day: CivilDay) -> Bool { habit?.members(on: day) != nil }

  /// Returns whether an entry made a day of the habit done so far: the day itself, or an earlier one of
  /// the period where the goal is over the period.
  fileprivate func isDone(_ span: HabitHistory.Span, on day: CivilDay) -> Bool {
    guard span.plan.isSumOverPeriod, let origin = habit?.firstDay else {
      return days.first(on: day)?.isHabitDone ?? false
    }
    let start = max(span.start, span.plan.schedule.bounds(of: day, origin: origin).start)
    return days(from: start, before: day + 1).contains { $0.isHabitDone }
  }
}

extension TrackersState {
  /// Returns the groups of which an entry that made a day of a habit done made the day done, too.
  ///
  /// - Parameter position: the position of the habit's tracker.
  func groups(doneBy position: Int, on day: CivilDay) -> [EventID] {
    groups.filter { group in
      // What is known of a habit depends on how deep it is in the group.
      var (known, knownWithout): ([Int: HabitDayStatus?], [Int: HabitDayStatus?]) = ([:], [:])
      return group != position && status(of: group, on: day, known: &known).isDone
        && !status(of: group, on: day, without: position, known: &knownWithout).isDone
    }.map { trackers[$0].id }
  }

  /// Returns the status of a day of a habit as of an event of the day; limits, which are done when the
  /// day is over, are open until then.
  ///
  /// - Parameters:
  ///   - other: the position of a tracker whose day counts as open.
  ///   - depth: the number of groups, one within the other, that it was reached by.
  ///   - known: the statuses that were computed already: a habit may be a member of many groups.
  private func status(
    of position: Int, on day: CivilDay, without other: Int? = nil, depth: Int = 0,
    known: inout [Int: HabitDayStatus?]
  ) -> HabitDayStatus? {
    if let status = known[position] { return status }
    let status =
      depth > HabitMembers.greatestDepth
      ? nil : newStatus(of: position, on: day, without: other, depth: depth, known: &known)
    known.updateValue(status, forKey: position)
    return status
  }

  private func newStatus(
    of position: Int, on day: CivilDay, without other: Int?, depth: Int,
    known: inout [Int: HabitDayStatus?]
  ) -> HabitDayStatus? {
    let tracker = trackers[position]
    guard let habit = tracker.habit, let span = habit.span(on: day) else { return nil }
    if !span.plan.schedule.isDue(on: day) { return .notDue }
    let status: HabitDayStatus
    if let members = span.plan.members {
      var statuses: [HabitDayStatus?] = []
      for member in positions(of: members) {
        statuses.append(
          self.status(of: member, on: day, without: other, depth: depth + 1, known: &known))
      }
      status = members.status(of: statuses, isOver: false)
    } else {
      status = position != other && tracker.isDone(span, on: day) ? .done : .unknown
    }
    return status != .done && habit.isNeutral(day) ? .skipped : status
  }

  /// Returns whether a tracker would be a member of itself if it were a group, directly or by others, on a
  /// day or later.
  func hasCycle(_ members: HabitMembers, of position: Int, from day: CivilDay) -> Bool {
    var open = positions(of: members)
    var seen = Set(open)
    while let next = open.popLast() {
      if next == position { return true }
      for id in trackers[next].habit?.members(from: day) ?? [] {
        if let member = self.position(of: id), seen.insert(member).inserted { open.append(member) }
      }
    }
    return false
  }

  /// Returns the positions of the members that exist, each once.
  private func positions(of members: HabitMembers) -> [Int] {
    var seen: Set<Int> = []
    return members.trackers.compactMap { position(of: $0) }.filter { seen.insert($0).inserted }
  }

  /// Returns the members of a group that exist, in the order in which they were given.
  package func members(of members: HabitMembers) -> [Tracker] {
    positions(of: members).map { trackers[$0] }
  }
}

extension HabitDayStatus? {
  fileprivate var isDone: Bool { self == .done }
}

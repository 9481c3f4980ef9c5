import Calendar

extension Rulebook {
  /// Counts an occurrence in the missions with general metrics, and marks those that reach their
  /// targets.
  ///
  /// - Parameters:
  ///   - points: the points of the event itself.
  ///   - times: -1 if an earlier occurrence is taken back, from its own day.
  ///   - isPast: whether the occurrence is an earlier one, by which no mission is completed now.
  func observe(
    _ occurrence: Occurrence, points: Int64, at time: OccurrenceTime, times: Int64 = 1,
    isPast: Bool = false, _ state: inout ProfileState
  ) {
    for position in eventPlan.list(occurrence.kind)
    where eventPlan.missions[position].season.contains(time.day)
      && eventPlan.missions[position].metric.selector.selects(
        occurrence, at: time, state.subjects.trackers)
    {
      let amount = eventPlan.missions[position].metric.amount(of: occurrence, points: points)
      let values = eventPlan.missions[position].metric.values(of: occurrence)
      state.missions.prepare(eventPlan.missions.count)
      let closed = eventPlan.missions[position].add(
        times * amount, values, on: time.day, to: &state.missions.progress[position])
      if let closed, state.retained.contains(.missions) { expire(position, closed, &state) }
      if !isPast { markReady(position, on: time.day, &state) }
    }
  }

  /// Counts the occurrences of an event.
  func observe(
    _ occurrences: Occurrences, points: Int64, at time: OccurrenceTime,
    _ state: inout ProfileState
  ) {
    if let first = occurrences.first { observe(first, points: points, at: time, &state) }
    if let second = occurrences.second { observe(second, points: points, at: time, &state) }
  }

  /// Counts the card of a draw, if there is one.
  func observe(_ draw: Outcome.Draw, at time: OccurrenceTime, _ state: inout ProfileState) {
    guard let card = draw.card.map({ definition.cards[$0] }) else { return }
    observe(
      .card(card.category, card.rarity), points: draw.duplicatePoints, at: time, &state)
  }

  /// Marks a mission with a general metric if it has reached its target in the window of a day.
  private func markReady(_ position: Int, on day: CivilDay, _ state: inout ProfileState) {
    let number = eventPlan.missions[position].mission
    guard
      eventPlan.missions[position].isReached(on: day, in: state.missions.progress[position]),
      !eventPlan.isLocked(number, state)
    else { return }
    state.cells.ready[number &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: number)
  }

  /// Records the progress of a window that closed without completion.
  private func expire(
    _ position: Int, _ tally: EventProgress.Tally, _ state: inout ProfileState
  ) {
    let mission = eventPlan.missions[position]
    guard let start = tally.start, tally.total > 0, !tally.isCompleted else { return }
    state.missions.expiries.append(
      MissionsState.Expiry(
        mission: Int32(truncatingIfNeeded: mission.mission), windowStart: start,
        progress: mission.shown(tally.total)))
  }

  /// Marks the missions that waited for the completion of one, and have reached their targets.
  func unlockDependents(of completed: Int, _ state: inout ProfileState) {
    let day = state.windows.newestDay.day
    for mission in eventPlan.dependents(of: completed)
    where !eventPlan.isLocked(mission, state)
      && definition.missions[mission].season.contains(day)
    {
      if let position = eventPlan.position(of: mission) {
        state.missions.prepare(eventPlan.missions.count)
        markReady(position, on: day, &state)
      } else if progress(of: mission, in: state, day: day) >= plan.missions[mission].target {
        markReady(mission, plan.missions[mission].window, &state)
      }
    }
  }

  /// Returns the progress of a mission with a general metric in the window of a day.
  func progress(ofEvents position: Int, in state: ProfileState, day: CivilDay) -> Int64 {
    let mission = eventPlan.missions[position]
    guard state.missions.progress.indices.contains(position) else { return 0 }
    let progress = state.missions.progress[position]
    let value = mission.shown(mission.value(on: day, in: progress))
    if value > 0 || mission.period.window == .life { return value }
    let start = mission.period.start(containing: day)
    return state.missions.expiries.last {
      Int($0.mission) == mission.mission && $0.windowStart == start
    }?.progress ?? 0
  }
}

extension EventMissionPlan.Mission {
  /// Returns a value of the metric as it is shown: at least 0, in whole minutes or numbers.
  func shown(_ value: Int64) -> Int64 { max(0, value) / (metric.form == .sum ? metric.scale : 1) }
}

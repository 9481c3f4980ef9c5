import FlintCalendar

extension Rulebook {
  /// Counts an occurrence in the missions with general metrics, and marks those that reach their
  /// targets.
  ///
  /// - Parameters:
  ///   - points: the points of the event itself.
  ///   - times: -1 if an earlier occurrence is taken back, from its own day.
  ///   - isPast: whether the occurrence is an earlier one, by which no mission is completed now.
  func observe(
    _ occurrence: Occurrence, _ names: OccurrenceNames, points: Int64, at time: OccurrenceTime,
    times: Int64 = 1, isPast: Bool = false, _ state: inout ProfileState
  ) {
    for filter in eventPlan.filters[occurrence.kind]
    where eventPlan.filters.select(
      occurrence, names, by: filter, at: time, state.subjects.trackers)
    {
      let position = filter.position
      let mission = eventPlan.missions[position]
      if !mission.season.contains(time.day) { continue }
      state.missions.prepare(eventPlan.missions.count)
      let tally = mission.tally(of: time.day, in: &state.missions.progress[position])
      if let closed = tally.closed, state.retained.contains(.missions) {
        expire(mission, closed, &state)
      }
      guard let tally = tally.position else { continue }
      mission.add(
        times * mission.measure.amount(of: occurrence, points: points),
        mission.form == .distinct
          ? mission.measure.values(of: occurrence, names, categories.names) : [],
        on: time.day, to: &state.missions.progress[position].tallies[tally])
      if isPast { continue }
      if mission.isReached(on: time.day, tally: tally, in: state.missions.progress[position]) {
        markReady(mission, &state)
      }
    }
  }

  func observe(
    _ occurrences: Occurrences, points: Int64, at time: OccurrenceTime,
    _ state: inout ProfileState
  ) {
    if let first = occurrences.first {
      observe(first, occurrences.names, points: points, at: time, &state)
    }
    if let second = occurrences.second {
      observe(second, occurrences.names, points: points, at: time, &state)
    }
  }

  /// Counts the card of a draw, if there is one.
  ///
  /// - Parameters:
  ///   - position: the position of the card in the rulebook.
  ///   - points: the points of a duplicate.
  func observeCard(
    _ position: Int?, points: Int64, at time: OccurrenceTime, _ state: inout ProfileState
  ) {
    guard let position, !eventPlan.filters[.card].isEmpty else { return }
    let card = definition.cards[position]
    observe(
      .card(categories[card.category], Int(cards[position].rarity)), OccurrenceNames(),
      points: points,
      at: time, &state)
  }

  /// Marks a mission with a general metric that reached its target, unless it waits for another one.
  private func markReady(_ mission: EventMission, _ state: inout ProfileState) {
    if eventPlan.isLocked(mission.mission, state) { return }
    state.cells.ready[mission.mission &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: mission.mission)
  }

  /// Records the progress of a window that closed without completion.
  private func expire(
    _ mission: EventMission, _ tally: EventProgress.Tally, _ state: inout ProfileState
  ) {
    guard let start = tally.start, tally.total > 0, !tally.isCompleted else { return }
    state.missions.expiries.append(
      MissionsState.Expiry(
        mission: Int32(truncatingIfNeeded: mission.mission), windowStart: start,
        amount: mission.amount(tally.total)))
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
        let mission = eventPlan.missions[position]
        let progress = state.missions.progress[position]
        if let tally = mission.position(of: day, in: progress),
          mission.isReached(on: day, tally: tally, in: progress)
        {
          markReady(mission, &state)
        }
      } else if progress(of: mission, in: state, day: day) >= plan.missions[mission].target {
        markReady(mission, plan.missions[mission].window, &state)
      }
    }
  }

  /// Returns the progress of a mission with a general metric in the window of a day, in millionths.
  func amount(ofEvents position: Int, in state: ProfileState, day: CivilDay) -> Int64 {
    let mission = eventPlan.missions[position]
    guard state.missions.progress.indices.contains(position) else { return 0 }
    let progress = state.missions.progress[position]
    let value = mission.amount(mission.value(on: day, in: progress))
    if value > 0 || mission.period.window == .life && !mission.isYearlyLife { return value }
    let start = mission.windowStart(of: day)
    return state.missions.expiries.last {
      Int($0.mission) == mission.mission && $0.windowStart == start
    }?.amount ?? 0
  }
}

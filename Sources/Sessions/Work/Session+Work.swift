package import FlintCalendar
package import FlintRules
import FlintSchema
import Storage

/// Work on a task that was stopped, and what that recorded.
package struct StoppedWork: Sendable {
  package let task: TaskState
  /// The instant at which the work was started.
  package let since: Instant
  package let sinceOffset: UTCOffset
  /// The stop itself.
  package let stop: Recorded
  /// The minutes of work, rounded to the nearest.
  package let minutes: Int64
  /// The tracker of the minutes, named like the task's project.
  package let tracker: String
  /// The entry of the minutes; `nil` when they are fewer than one.
  package let entry: Recorded?
}

/// Work on a task that was started, and the work on another one that this stopped.
package struct StartedWork: Sendable {
  package let start: Recorded
  package let stopped: StoppedWork?
}

extension Session {
  /// Starts the work on a task. One task is worked on at a time: work on another one is stopped first.
  ///
  /// - Parameters:
  ///   - time: the time of the start; by default now.
  ///   - key: the id that the source assigns to the start.
  /// - Throws: `SessionError.refused` when the task is completed or started already, and
  ///   `SessionError.refusedInDetail` when work was started or stopped after the time: that would end this work,
  ///   whose minutes nothing would record.
  package func startWork(
    on task: EventID, at time: EventTime? = nil, key: String? = nil
  ) throws(SessionError) -> StartedWork {
    let action = ProfileEvent.Action.task(.taskStart(task))
    return try whole { () throws(SessionError) in
      var stopped: StoppedWork?
      if try !isRecorded(action, at: time, key: key) {
        try checkNoWork(after: time)
        if let running = try folded().tasks.running, running.task != task {
          stopped = try stop(running, at: time)
        }
      }
      return StartedWork(start: try record(action, at: time, key: key), stopped: stopped)
    }
  }

  /// Stops the work on the task that was started, and records its minutes as an entry, of kind session
  /// and named like the task, in the tracker that is named like the task's project, which is created if
  /// it does not exist.
  ///
  /// - Parameters:
  ///   - time: the time of the stop; by default now.
  ///   - key: the id that the source assigns to the stop.
  /// - Throws: `SessionError.refusedInDetail` when no task was started at that time.
  package func stopWork(
    at time: EventTime? = nil, key: String? = nil
  ) throws(SessionError) -> StoppedWork {
    try whole { () throws(SessionError) in
      if let running = try folded().tasks.running, try running.since <= end(of: running, at: time) {
        return try stop(running, at: time, key: key)
      }
      if let known = try recordedStop(at: time) { return known }
      try checkNoWork(after: time)
      throw .refusedInDetail(.taskNotStarted, "no task is started")
    }
  }

  /// Completes a task, after work on it was stopped as `stopWork` does.
  package func complete(
    _ task: EventID, at time: EventTime? = nil, key: String? = nil
  ) throws(SessionError) -> (completion: Recorded, stopped: StoppedWork?) {
    let action = ProfileEvent.Action.task(.taskComplete(task))
    guard try mayHaveWork(), let running = try folded().tasks.running, running.task == task,
      try running.since <= end(of: running, at: time)
    else { return (try record(action, at: time, key: key), nil) }
    return try whole { () throws(SessionError) in
      let stopped = try stop(running, at: time)
      return (try record(action, at: time, key: key), stopped)
    }
  }

  /// Throws if work was started or stopped after a time.
  private func checkNoWork(after time: EventTime?) throws(SessionError) {
    guard let time else { return }
    var query = EventQuery(kinds: [.taskStart, .taskStop])
    query.since = try zone.resolve(time, until: progress.clock.latest).at.next
    query.limit = 1
    guard let event = try reader.events(query).first?.event, case .task(let action) = event.action
    else { return }
    let tasks = try folded().tasks
    let name = action.task.flatMap { tasks.task($0)?.name } ?? "a task"
    let (reason, done): (VoidReason, String) =
      action.kind == .taskStart ? (.taskStarted, "started") : (.taskNotStarted, "stopped")
    throw .refusedInDetail(
      reason,
      "work on \"\(name)\" was \(done) \(zone.text(event.at)), after that time; flint entry records the minutes "
        + "of earlier work")
  }

  /// Returns the instant of a time at which work may end, without counting it. Without a time it is now,
  /// but not before the start: what a script records without a time follows what it recorded before.
  private func end(of running: TaskWork, at time: EventTime?) throws(SessionError) -> Instant {
    guard let time else { return max(now, running.since) }
    return try zone.resolve(time, until: progress.clock.latest).at
  }

  private func stop(
    _ running: TaskWork, at time: EventTime?, key: String? = nil
  ) throws(SessionError) -> StoppedWork {
    let tasks = try folded().tasks
    guard let task = tasks.task(running.task) else { throw .refused(.unknownTask) }
    let name = tasks.project(of: task).name.text
    let minutes = try minutes(since: running.since, until: end(of: running, at: time))
    let tracker: EventID? = minutes > 0 ? try entryTracker(named: name, at: time) : nil
    let stop = try record(.task(.taskStop(task.id)), at: time, key: key)
    var entry: Recorded?
    if let tracker {
      let content = try checked { () throws(FieldError) in
        try EntryContent(
          tracker: tracker, kind: .session(minutes: minutes), title: task.name, tags: task.tags)
      }
      entry = try record(content.action, at: time, key: key.map { $0 + "/minutes" })
    }
    return StoppedWork(
      task: task, since: running.since, sinceOffset: running.offset, stop: stop, minutes: minutes,
      tracker: name, entry: entry)
  }

  /// Returns the tracker of the minutes; `nil` if it can have no entry at the time, since it is a group of
  /// habits or was created later: work can always be stopped.
  private func entryTracker(named name: String, at time: EventTime?) throws(SessionError)
    -> EventID?
  {
    if let known = try folded().trackers.tracker(named: name) {
      let isLater = try time.map { time throws(SessionError) in
        try zone.resolve(time, until: progress.clock.latest).at < known.createdAt
      }
      if isLater ?? false || known.isGroup(on: day(of: time)) { return nil }
    }
    return try tracker(named: name, at: time)
  }

  private func minutes(since: Instant, until: Instant) -> Int64 {
    max(0, (until.milliseconds - since.milliseconds + 30_000) / 60_000)
  }

  /// Returns the tracker of a name, which is created if it does not exist.
  private func tracker(named name: String, at time: EventTime?) throws(SessionError) -> EventID {
    if let tracker = try definitions().trackers.tracker(named: name) { return tracker.id }
    let content = try checked { () throws(FieldError) in try TrackerContent(name: name) }
    return try record(content.action, at: time).id
  }

  private func checked<Content>(
    _ body: () throws(FieldError) -> Content
  ) throws(SessionError) -> Content {
    do {
      return try body()
    } catch {
      throw .field(error)
    }
  }

  /// Returns what a stop recorded that is in the profile already, so that a script can run again.
  private func recordedStop(at time: EventTime?) throws(SessionError) -> StoppedWork? {
    guard let time else { return nil }
    let at = try zone.resolve(time, until: progress.clock.latest).at
    var query = EventQuery(kinds: [.taskStop])
    query.since = at
    query.before = at.next
    guard let event = try reader.events(query).first?.event,
      case .task(.taskStop(let id)) = event.action, let task = try folded().tasks.task(id)
    else { return nil }
    var starts = EventQuery(kinds: [.taskStart])
    starts.before = at.next
    starts.members = [("task", [id.description])]
    starts.isNewestFirst = true
    let start = try reader.events(starts).first?.event ?? event
    return StoppedWork(
      task: task, since: start.at, sinceOffset: start.offset, stop: unchanged(event),
      minutes: minutes(since: start.at, until: at),
      tracker: try folded().tasks.project(of: task).name.text, entry: nil)
  }

  /// Returns whether a task may be started: without a fold of events that were recorded late, unless
  /// the profile has any start.
  private func mayHaveWork() throws(SessionError) -> Bool {
    if isUpToDate { return fold.current.tasks.running != nil }
    if related.hasStarts == nil {
      var query = EventQuery(kinds: [.taskStart])
      query.limit = 1
      related.hasStarts = try !reader.events(query).isEmpty
    }
    return related.hasStarts ?? true
  }

  /// Records several events, completely or not at all.
  private func whole<Result>(
    _ body: () throws(SessionError) -> Result
  ) throws(SessionError) -> Result {
    do {
      return try savepoint { try body() }
    } catch {
      throw SessionError(error, path: access.path)
    }
  }
}

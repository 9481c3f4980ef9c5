import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

/// Starts the work on a task.
struct StartCommand: RecordingCommand {
  static let name = "start"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Start the work on a task.",
    usage: "flint start TASK [OPTION …]",
    discussion: """
      One task is worked on at a time: work on another one is stopped. flint stop, or
      flint done, ends the work and records its minutes in the tracker that has the
      name of the task's project; it is created if there is none.

      Examples:
        flint start 3
        flint start report --at 14:30
      """)

  @OptionGroup var options: RecordOptions
  @Option(help: "The time of the start (default: now).") var at: MomentArgument?
  @Argument(
    help: "The id, the name or the number of a task in the list last shown.",
    completion: .profile(.openTasks))
  var what: String

  var line: [String] { ["start", what] + (at.map { ["--at", $0.expression.text] } ?? []) }
  var isAboutRecords: Bool { true }

  func run() throws {
    try recording { session in
      let names = try session.tasksByNumber([what])
      guard names.count == 1 else {
        throw CommandFailure(.failure, "one task is worked on at a time; name one")
      }
      return try start(names[0], session)
    }
  }

  func record(in session: Session) throws -> [RecordedView] { try start(what, session) }

  private func start(_ name: String, _ session: Session) throws -> [RecordedView] {
    let task = try session.event(name, of: [.taskAdd])
    let work = try session.startWork(
      on: task, at: try at.map { EventTime.written(try $0.resolve(session)) })
    let text = try EventText(session).text(of: work.start.event.action, .addition)
    return try (work.stopped?.views(session) ?? []) + [RecordedView(work.start, text, session)]
  }
}

/// Stops the work on the task that was started.
struct StopCommand: RecordingCommand {
  static let name = "stop"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Stop the work on a task, and record its minutes.",
    usage: "flint stop [OPTION …]",
    discussion: """
      The minutes are an entry in the tracker that has the name of the task's
      project: flint trackers shows its totals, and flint edit last corrects it.

      Examples:
        flint stop
        flint stop --at 17:15
      """)

  @OptionGroup var options: RecordOptions
  @Option(help: "The time of the stop (default: now).") var at: MomentArgument?

  var line: [String] { ["stop"] + (at.map { ["--at", $0.expression.text] } ?? []) }
  var isAboutRecords: Bool { true }

  func record(in session: Session) throws -> [RecordedView] {
    try session.stopWork(at: try at.map { EventTime.written(try $0.resolve(session)) })
      .views(session)
  }
}

/// Takes back the completion of a task.
struct ReopenCommand: RecordingCommand {
  static let name = "reopen"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Open a completed task again.",
    usage: "flint reopen TASK [OPTION …]",
    discussion: """
      The last completion of the task no longer counts, and what it scored and earned
      is taken back. flint tasks --all lists the completed tasks, too.

      Examples:
        flint reopen report
        flint reopen 3f2a --at yesterday
      """)

  @OptionGroup var options: RecordOptions
  @Option(help: "The time of the reopening (default: now).") var at: MomentArgument?
  @Argument(
    help: "The id, the name or the number of a task in the list last shown.",
    completion: .profile(.completedTasks))
  var what: String

  var line: [String] { ["reopen", what] + (at.map { ["--at", $0.expression.text] } ?? []) }
  var isAboutRecords: Bool { true }

  func record(in session: Session) throws -> [RecordedView] {
    try session.tasksByNumber([what]).map { name in
      let task = try session.event(name, of: [.taskAdd])
      let reopened = try session.record(
        .task(.taskReopen(task)), at: try at.map { EventTime.written(try $0.resolve(session)) })
      return try RecordedView(
        reopened, EventText(session).text(of: reopened.event.action, .addition), session)
    }
  }
}

extension StoppedWork {
  /// The stop, and the entry of its minutes if there is one.
  func views(_ session: Session) throws -> [RecordedView] {
    var text = try EventText(session).text(of: stop.event.action, .addition)
    if minutes == 0 {
      text += ", after less than a minute"
    } else if entry == nil {
      text +=
        ", after \(counted(minutes, "minute")), which are not recorded: \(tracker) can have no entry then"
    }
    let words = try EventText(session)
    return try [RecordedView(stop, text, session)]
      + (entry.map { [try RecordedView($0, words.text(of: $0.event.action, .addition), session)] }
        ?? [])
  }
}

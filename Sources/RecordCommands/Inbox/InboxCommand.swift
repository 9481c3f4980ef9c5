import ArgumentParser
import Commands
import Sessions
import Views

/// Records the lines of text files.
struct InboxCommand: Subcommand {
  static let name = "inbox"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Record the lines of text files, each once.",
    usage: "flint inbox FILE … [OPTION …]",
    discussion: """
      A line is a command that records, as a telephone's shortcut or a program can
      append it: spark, task, done, mood, entry, habit or journal, with its words
      and options. A time in front of it, such as 2026-11-28T18:30, is its present;
      a line without one was written when the file was changed last. Blank lines and
      lines that begin with # are left out.

      Each line is recorded once, known by the name of the file and its own content;
      what was removed since does not come back. A line that cannot be recorded is
      written with the reason to FILE.rejects; the others are recorded all the same.
      The file itself is never changed.

      Examples:
        flint inbox phone.txt
        flint inbox phone.txt --dry-run
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The text files.", completion: .file()) var files: [String] = []

  /// Ends a session in which nothing can be recorded, so that no profile is created.
  private struct NothingRecorded: Error {}

  func validate() throws {
    if files.isEmpty { throw ValidationError("expected a text file of lines to record") }
    if let file = files.first(where: { $0.hasSuffix(InboxFile.rejectsEnding) }) {
      throw ValidationError(
        "\(file): lines that were refused are corrected in the file that they are from")
    }
  }

  func run() throws {
    let inboxes = files.map(InboxFile.init)
    var reports: [InboxReport] = []
    do {
      try options.recording(
        [Self.name] + files, outputs: options.dryRun ? [] : inboxes.map(\.rejectsPath)
      ) { session in
        reports = try inboxes.map { try $0.record(in: session) }
        let events = reports.flatMap(\.events)
        if events.isEmpty, reports.contains(where: { !$0.failures.isEmpty }) {
          throw NothingRecorded()
        }
        return options.format == .text && events.count > Self.mostShown ? [] : events
      }
    } catch is NothingRecorded {}
    if !options.dryRun {
      for (inbox, report) in zip(inboxes, reports) {
        try inbox.writeRejects(report, permissionsOf: options.profile.path)
      }
    }
    reports.forEach { $0.noteFailures() }
    if !options.quiet { reports.forEach { note($0.summary) } }
    let failed = zip(inboxes, reports).filter { !$1.failures.isEmpty }
    if failed.isEmpty { return }
    let count = failed.reduce(0) { $0 + $1.1.failures.count }
    throw CommandFailure(
      .failure,
      "\(counted(count, "line was", "lines were")) not recorded"
        + (options.dryRun
          ? "" : "; the reasons are in " + failed.map(\.0.rejectsPath).joined(separator: ", ")))
  }

  /// The number of events up to which each is shown.
  private static let mostShown = 20
}

import ArgumentParser
import Rules
import Scripting
import Sessions

/// Lists what wants attention.
struct DueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due", _superCommandName: "flint",
    abstract: "Show what wants attention: tasks, streak, missions, moods, the week.",
    discussion: """
      Kinds:
        overdue   open tasks whose due day is past
        reminder  open tasks to be reminded of, past reminders too
        task      open tasks whose due day is near
        streak    a spark streak, while today has no spark
        mission   missions under way whose window closes, and what is missing
        mood      today and yesterday unrated, once a day was ever rated
        rung      achievements that come by themselves or lack one act
        report    the week, on its Sunday

      The exit status is 0 whether anything is due or not. For cron, --quiet
      prints nothing when nothing is due; --format ics is a calendar to subscribe
      to, whose entries keep their ids from run to run.

      Examples:
        flint due
        flint due --within 12h --kind reminder --kind task --quiet
        flint due --within 1w --format ics > due.ics
      """)

  /// How the list is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
    case ics
  }

  @OptionGroup var profile: ProfileOptions
  @Option(help: ArgumentHelp("How to write the list.", valueName: "table|json|csv|ics"))
  var format = Format.table
  @Option(
    help: ArgumentHelp(
      "How far to look ahead, such as 12h, 2d or 1w; a plain number is days (default: 2d).",
      valueName: "span"),
    transform: { try DueCommand.span($0) })
  var within: DueSpan?
  @Option(help: ArgumentHelp("Only this kind; may be repeated.", valueName: "kind"))
  var kind: [DueKind] = []
  @Option(help: "How to be spoken to: nice or rude.") var tone = DueTone.nice
  @Flag(help: "Print nothing when nothing is due.") var quiet = false
  /// Taken, and not offered: there is nothing that would be changed.
  @Flag(help: .hidden) var dryRun = false

  private static func span(_ text: String) throws -> DueSpan {
    do throws(FieldError) {
      return try DueSpan(text)
    } catch {
      throw ValidationError("expected \(error.expected)")
    }
  }

  func run() throws {
    try profile.reading { session in
      let dues = try session.dues(within: within ?? .usual, kinds: Set(kind))
      if quiet && dues.isEmpty { return }
      switch format {
      case .table: list(dues, .table, session)
      case .csv: list(dues, .csv, session)
      case .json:
        let value = JSONValue.object([
          ("count", .integer(Int64(dues.count))), ("now", .string(session.zone.text(session.now))),
          ("due", .array(dues.map { $0.json(session, tone) })),
        ])
        StandardOutput.shared.write(value.text(indented: true) + "\n")
      case .ics:
        StandardOutput.shared.write(
          Due.calendar(of: dues, now: session.now, profile: session.profile.id, tone: tone))
      }
    }
  }

  private func list(_ dues: [Due], _ format: ListFormat, _ session: Session) {
    let isTable = format == .table
    var listing = Listing(
      format,
      columns: isTable
        ? ["due", "kind", "title", "detail"]
        : ["kind", "id", "title", "due", "urgency", "detail", "missing"])
    for due in dues {
      listing.append(
        isTable
          ? [
            .text(due.shortText(session)), .text(due.kind.name), .text(due.title),
            .text(due.detail(tone)),
          ]
          : [
            .text(due.kind.name), .text(due.id), .text(due.title),
            .text(due.momentText(session.zone)), .text(due.urgency.name),
            .text(due.detail(tone)), Cell(due.missing),
          ])
    }
    listing.end(empty: "nothing due")
  }
}

extension Due {
  /// When it is due, as a table shows it: to the minute.
  fileprivate func shortText(_ session: Session) -> String {
    guard case .at(let instant) = moment else { return momentText(session.zone) }
    return CivilTime(instant, offset: session.zone.offset(at: instant)).minuteText
  }
}

import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

/// Lists habits, or one of them with its last days.
struct HabitsCommand: Subcommand, PagedCommand {
  static let name = "habits"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List habits: schedule, today, streak, strength, completion.",
    discussion: """
      Without options, lists the habits that are not stopped, by group where they
      have one: flint edit Read group=Evening gives a habit a group of your own.
      With --name, shows that habit and its last days with their notes. flint habit
      adds habits and records their days.

      A day is done, partial (below the goal), not done, open (today, without an
      entry; unknown in JSON and CSV), skipped, paused or not due. The streak counts
      periods: days, weeks, months or whatever the schedule says. The last 14 days
      are \(HabitDayStatus.signs).
      The strength is Loop Habit Tracker's score. The completion is that of the last
      30 days.

      Examples:
        flint habits
        flint habits --name Read --days 30
        flint habits --where 'streak>=7' --order strength:desc
        flint habits --group Evening
        flint habits --stopped --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(
    help: "Show the habit with this name or id, and its last days.",
    completion: .profile(.habits))
  var name: String?
  @Option(help: "The number of days to show with --name (default: 14).") var days: Int?
  @Option(name: .shortAndLong, help: "List only habits of trackers of this category.") var category:
    TrackerCategory?
  @Option(help: "List only habits of this group.", completion: .profile(.groups)) var group: String?
  @Flag(help: "Also list habits that were stopped.") var stopped = false

  func validate() throws {
    if let days {
      if name == nil { throw ValidationError("--days requires --name") }
      if days < 1 { throw ValidationError("--days: expected 1 or more, got \(days)") }
    }
    if name != nil && (category != nil || group != nil || stopped) {
      throw ValidationError("--name cannot be combined with --category, --group or --stopped")
    }
  }

  func run() throws {
    try profile.reading { session in
      let trackers = try session.state().trackers
      guard let name else {
        let views = trackers.habits(today: session.today, includesStopped: stopped)
          .filter { view in category.map { view.tracker.content.category == $0 } ?? true }
          .filter { view in group.map(view.tracker.content.isListed) ?? true }
        try trackers.checkGroup(group)
        return try ResultList.write(
          views.listed(by: \.group).flatMap(\.elements), HabitView.schema, list, session: session,
          empty: "no habits\(category == nil ? "; flint habit add NAME adds one" : "")")
      }
      let tracker =
        try trackers.tracker(reference: name) ?? session.habit(named: name)
      guard let view = trackers.habitView(of: tracker, today: session.today) else {
        throw CommandFailure.notHabit(tracker)
      }
      try show(view, session)
    }
  }

  private func show(_ view: HabitView, _ session: Session) throws {
    let page = try HabitPage(view, days: days ?? 14, session)
    if list.format == .json, list.given == nil {
      return StandardOutput.shared.write(json: page.json)
    }
    if list.format == .table { StandardOutput.shared.write(view.page + "\n") }
    try ResultList.write(
      page.days, HabitDayRow.schema, list, session: session, empty: "no days yet")
  }
}

extension HabitView {
  fileprivate var page: String {
    var text = "\(name): \(self.text)\(isPaused ? ", paused" : "")\n"
    text +=
      "\(streakText()), longest \(grouped(record.bestStreak)), strength \(percentText(record.strength))"
    if let recentCompletion {
      text += ", \(percentText(recentCompletion)) of the last \(HabitView.recentDays) days"
    }
    text += "\n"
    if let period = record.current, plan != nil, hasLongPeriods {
      text += "\(period.start) to \(period.end + -1): \(period.status.name)"
      if let goal = plan?.goal, goal.isOverPeriod {
        text += ", \(Language.english.sum(period.amount, of: goal)) so far\n"
      } else {
        text += ", \(period.done) of \(period.required) done\n"
      }
    }
    return text
  }
}

extension CommandFailure {
  fileprivate static func notHabit(_ tracker: Tracker) -> CommandFailure {
    CommandFailure(
      .failure,
      "\"\(tracker.content.name)\" is a tracker without a schedule; flint habit add gives it one, and "
        + "flint trackers --name shows its entries")
  }
}

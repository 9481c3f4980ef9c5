import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Sessions

/// The options that select the events that statistics cover.
struct StatisticsFilterOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Include only sparks of this category.") var category:
    SparkCategory?
  @Option(help: "Include only sparks of this intensity.") var intensity: SparkIntensity?
  @Option(help: "Include only sparks of at least this intensity.") var minIntensity: SparkIntensity?
  @Option(
    name: .shortAndLong, help: "Include only sparks with this tag.", completion: .profile(.tags))
  var tag: String?
  @Option(help: "Include only sparks with this text in title, notes or a tag (case-insensitive).")
  var text: String?
  @Option(
    help: "Include only tasks that are now in this project.", completion: .profile(.projects))
  var project: String?
  @Option(
    name: .shortAndLong, help: "Include only tasks that had this priority when they were completed."
  ) var priority: TaskPriority?
  @Option(
    help: "Include only entries of the tracker with this name or id.",
    completion: .profile(.trackers))
  var tracker: String?
  @Option(help: ArgumentHelp("Include only activities of this kind.", valueName: "kind"))
  var activity: ActivityKind?

  /// - Throws: `CommandFailure` if the profile has no project or tracker of the given name.
  func filter(in session: Session) throws -> StatisticsFilter {
    try session.rulebook.checkOptions(category, intensity, minIntensity)
    let state = try session.state()
    if let project, state.tasks.project(named: project) == nil {
      throw CommandFailure.unknown(project: project, state.tasks)
    }
    var filter = writtenFilter
    if let tracker {
      filter.tracker = try session.tracker(named: tracker, among: state.trackers).id.description
    }
    return filter
  }

  /// The options that were given, in words.
  var words: [String] {
    let values: [(String, String?)] = [
      ("category", category?.name), ("intensity", intensity?.name),
      ("at least intensity", minIntensity?.name), ("tag", tag), ("text", text),
      ("project", project), ("priority", priority?.name), ("tracker", tracker),
      ("activity", activity?.name),
    ]
    return values.compactMap { name, value in value.map { "\(name) \($0)" } }
  }

  /// The name of the first option that was given.
  var given: String? {
    writtenFilter.fields.first.map { "--" + $0.name.replacing("_", with: "-") }
  }

  /// The name of the first option that was given, other than `--tracker`.
  var others: String? {
    writtenFilter.fields.first { $0 != .tracker }.map { "--" + $0.name.replacing("_", with: "-") }
  }

  private var writtenFilter: StatisticsFilter {
    var filter = StatisticsFilter()
    filter.tracker = tracker
    filter.category = category
    filter.intensity = intensity
    filter.minIntensity = minIntensity
    filter.tag = tag
    filter.text = text
    filter.project = project
    filter.priority = priority
    filter.activity = activity
    return filter
  }
}

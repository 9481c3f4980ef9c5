import ArgumentParser
import Rules

/// The options that select the events that statistics cover.
struct StatisticsFilterOptions: ParsableArguments {
  @Option(help: "Include only sparks of this category.")
  var category: Category?
  @Option(help: "Include only sparks of this intensity.")
  var intensity: Intensity?
  @Option(help: "Include only sparks of at least this intensity.")
  var minIntensity: Intensity?
  @Option(help: "Include only sparks with this tag.") var tag: String?
  @Option(help: "Include only sparks with this text in title, notes or a tag (case-insensitive).")
  var text: String?
  @Option(help: "Include only tasks that are now in this project.") var project: String?
  @Option(help: "Include only tasks that had this priority when they were completed.") var priority:
    TaskPriority?
  @Option(help: "Include only entries of the tracker with this name or id.") var tracker: String?
  @Option(help: ArgumentHelp("Include only activities of this kind.", valueName: "kind"))
  var activity: ActivityKind?

  /// Throws if the profile has no project or tracker of the given name.
  func check(against state: ProfileState) throws(CommandFailure) {
    if let project, state.tasks.project(named: project) == nil {
      throw .unknown(project: project, state.tasks)
    }
    if let tracker, state.trackers.tracker(reference: tracker) == nil {
      throw .unknown(tracker: tracker, state.trackers)
    }
  }

  /// The filter that the options define.
  var filter: StatisticsFilter {
    var filter = StatisticsFilter()
    filter.category = category
    filter.intensity = intensity
    filter.minIntensity = minIntensity
    filter.tag = tag
    filter.text = text
    filter.project = project
    filter.priority = priority
    filter.tracker = tracker
    filter.activity = activity
    return filter
  }
}

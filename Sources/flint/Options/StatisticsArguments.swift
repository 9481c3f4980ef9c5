// Values of statistics and of what is due as words of a command line.
public import ArgumentParser
public import Rules
import Scripting

extension SeriesMetric: ExpressibleByArgument {}

extension SeriesPeriod: ExpressibleByArgument {}

extension DueKind: ExpressibleByArgument {}

extension DueTone: ExpressibleByArgument {}

/// Which part of a profile statistics are about.
struct StatisticsFilterOptions: ParsableArguments {
  @Option(help: "Only sparks of this category.")
  var category: Category?
  @Option(help: "Only sparks of this intensity.")
  var intensity: Intensity?
  @Option(help: "Only sparks of this intensity or a stronger one.")
  var minIntensity: Intensity?
  @Option(help: "Only sparks with this tag.") var tag: String?
  @Option(help: "Only sparks with this in title, notes or a tag, upper or lower case alike.")
  var text: String?
  @Option(help: "Only tasks that are in this project now.") var project: String?
  @Option(help: "Only tasks that were completed with this priority.") var priority: TaskPriority?
  @Option(help: "Only entries of the tracker of this name or id.") var tracker: String?
  @Option(help: ArgumentHelp("Only activities of this kind.", valueName: "kind"))
  var activity: ActivityKind?

  /// Refuses names that the profile does not have.
  func check(against state: ProfileState) throws(CommandFailure) {
    if let project, state.tasks.project(named: project) == nil {
      throw .unknown(project: project, state.tasks)
    }
    if let tracker, state.trackers.tracker(reference: tracker) == nil {
      throw .unknown(tracker: tracker, state.trackers)
    }
  }

  /// What is asked for.
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

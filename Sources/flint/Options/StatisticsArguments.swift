// Values of statistics and of what is due as words of a command line.
public import ArgumentParser
public import Rules

extension SeriesMetric: ExpressibleByArgument {}

extension SeriesPeriod: ExpressibleByArgument {}

extension DueKind: ExpressibleByArgument {}

extension DueTone: ExpressibleByArgument {}

/// Which part of a profile statistics are about.
struct StatisticsFilterOptions: ParsableArguments {
  @Option(help: "Only sparks of this category: \(Category.names.joined(separator: ", ")).")
  var category: Category?
  @Option(help: "Only sparks of this intensity: \(Intensity.names.joined(separator: ", ")).")
  var intensity: Intensity?
  @Option(help: "Only sparks of this intensity or a stronger one.")
  var minIntensity: Intensity?
  @Option(help: "Only sparks with this tag.") var tag: String?
  @Option(help: "Only sparks with this in title, notes or a tag, upper or lower case alike.")
  var text: String?
  @Option(help: "Only tasks that are in this project now.") var project: String?
  @Option(help: "Only tasks that were completed with this priority.") var priority: TaskPriority?
  @Option(help: "Only entries of the tracker of this name or id.") var tracker: String?
  @Option(
    help: ArgumentHelp(
      "Only activities of this kind: \(ActivityKind.names.joined(separator: ", ")).",
      valueName: "kind"), transform: { try StatisticsFilterOptions.activity($0) })
  var activity: ActivityKind?

  private static func activity(_ name: String) throws -> ActivityKind {
    guard let kind = ActivityKind(name: name) else {
      throw ValidationError("expected \(ActivityKind.names.joined(separator: ", "))")
    }
    return kind
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

/// What of a profile statistics are about. What is not given filters nothing.
public struct StatisticsFilter: Hashable, Sendable {
  /// What can be asked of what is counted.
  public enum Field: String, Sendable, CaseIterable {
    /// The category of sparks.
    case category
    /// The intensity of sparks.
    case intensity
    /// The least intensity of sparks.
    case minIntensity = "min_intensity"
    /// A tag of sparks.
    case tag
    /// A text in title, notes or a tag of sparks.
    case text
    /// The project of tasks.
    case project
    /// The priority of tasks.
    case priority
    /// The tracker of entries.
    case tracker
    /// The kind of activities.
    case activity

    /// The name in Lua and the command line.
    public var name: String { rawValue }

    /// The metrics that it goes with.
    public var metrics: [SeriesMetric] {
      switch self {
      case .category, .intensity, .minIntensity, .tag, .text:
        SeriesMetric.allCases.filter(\.isOfSparks)
      case .project, .priority: [.tasks, .taskScore]
      case .tracker: [.entries]
      case .activity: [.activities]
      }
    }

    /// The metrics that it goes with, as part of a sentence.
    fileprivate var metricNames: String {
      let names = metrics.map(\.name)
      guard let last = names.last, names.count > 1 else { return names.first ?? "" }
      return names.dropLast().joined(separator: ", ") + " or " + last
    }
  }

  /// Only sparks of this category.
  public var category: Category?
  /// Only sparks of this intensity.
  public var intensity: Intensity?
  /// Only sparks of this intensity or a stronger one.
  public var minIntensity: Intensity?
  /// Only sparks with this tag.
  public var tag: String?
  /// Only sparks with this in title, notes or a tag, case aside.
  public var text: String?
  /// Only tasks that are in the project of this name now.
  public var project: String?
  /// Only tasks that had this priority when they were completed.
  public var priority: TaskPriority?
  /// Only entries of the tracker of this name or id.
  public var tracker: String?
  /// Only activities of this kind.
  public var activity: ActivityKind?

  /// Makes a filter that filters nothing.
  public init() {}

  /// What is asked for.
  public var fields: [Field] {
    let given: [(Field, Bool)] = [
      (.category, category != nil), (.intensity, intensity != nil),
      (.minIntensity, minIntensity != nil), (.tag, tag != nil), (.text, text != nil),
      (.project, project != nil), (.priority, priority != nil), (.tracker, tracker != nil),
      (.activity, activity != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  /// Whether it filters nothing.
  public var isEmpty: Bool { fields.isEmpty }

  /// Why it does not go with a metric, or, without one, with a summary; `nil` when it does.
  func problem(with metric: SeriesMetric?) -> FieldError? {
    let unfit = fields.first { field in
      metric.map { !field.metrics.contains($0) } ?? (field.metrics.first?.isOfSparks == false)
    }
    guard let unfit else { return nil }
    return FieldError(
      field: unfit.name, expected: "a metric that it goes with (\(unfit.metricNames))",
      found: metric?.name ?? "a summary")
  }

  /// The sparks of a range of days, and some of its neighbours: which of them lie in the range,
  /// their own offsets tell.
  func sparkQuery(in range: DayRange) -> SparkQuery {
    var query = SparkQuery()
    query.category = category
    query.intensity = intensity
    query.minIntensity = minIntensity
    query.tag = tag
    query.text = text
    // East of Greenwich a day begins earlier than in UTC, west of it ends later.
    let widest = UTCOffset(seconds: UTCOffset.widest)
    query.since = CivilTime(day: range.since).instant(offset: widest)
    query.until = CivilTime(day: range.until).instant(
      offset: UTCOffset(seconds: -UTCOffset.widest))
    return query
  }
}

extension ProfileState {
  /// What a filter names that the profile does not have; `nil` when it has everything.
  public func problem(with filter: StatisticsFilter) -> FieldError? {
    if let project = filter.project, tasks.project(named: project) == nil {
      return FieldError(
        field: "project", expected: "a project of the profile",
        found: "\"\(project)\""
          + NearestName.hint(for: project, among: tasks.projects.map(\.name.text)))
    }
    if let tracker = filter.tracker, self.tracker(tracker) == nil {
      return FieldError(
        field: "tracker", expected: "the name or id of a tracker of the profile",
        found: "\"\(tracker)\""
          + NearestName.hint(for: tracker, among: trackers.trackers.map(\.content.name)))
    }
    return nil
  }

  /// The tracker of a name or id.
  func tracker(_ text: String) -> Tracker? {
    EventID(text).flatMap { trackers.tracker($0) } ?? trackers.tracker(named: text)
  }
}

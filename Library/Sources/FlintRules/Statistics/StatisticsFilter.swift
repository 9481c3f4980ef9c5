import FlintCalendar
package import FlintSchema

/// A filter of statistics. Conditions that are `nil` match everything.
package struct StatisticsFilter: Hashable, Sendable {
  package enum Field: String, Sendable, CaseIterable {
    case category
    case intensity
    case minIntensity = "min_intensity"
    case tag
    /// A substring of the title, the notes or a tag of sparks.
    case text
    case project
    case priority
    case tracker
    case activity

    package var name: String { rawValue }

    package var metrics: [SeriesMetric] {
      switch self {
      case .category, .intensity, .minIntensity, .text: SeriesMetric.allCases.filter(\.countsSparks)
      case .tag: SeriesMetric.allCases.filter(\.countsSparks) + [.tasks, .taskScore]
      case .project, .priority: [.tasks, .taskScore]
      case .tracker: [.entries, .habits]
      case .activity: [.activities]
      }
    }
  }

  package var category: SparkCategory?
  package var intensity: SparkIntensity?
  package var minIntensity: SparkIntensity?
  package var tag: String?
  /// A substring of the title, the notes or a tag of sparks; letter case is ignored.
  package var text: String?
  /// The name of the project that tasks must be in now.
  package var project: String?
  /// The priority that tasks must have had at completion.
  package var priority: TaskPriority?
  /// The name or id of the tracker that entries must belong to.
  package var tracker: String?
  package var activity: ActivityKind?

  package init() {}

  package var fields: [Field] {
    let given: [(Field, Bool)] = [
      (.category, category != nil), (.intensity, intensity != nil),
      (.minIntensity, minIntensity != nil), (.tag, tag != nil), (.text, text != nil),
      (.project, project != nil), (.priority, priority != nil), (.tracker, tracker != nil),
      (.activity, activity != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  package var isEmpty: Bool { fields.isEmpty }

  /// Returns the error of filtering a metric or, for `nil`, a summary; `nil` if supported.
  func problem(with metric: SeriesMetric?) -> FieldError? {
    let unsupported = fields.first { field in
      metric.map { !field.metrics.contains($0) } ?? (field.metrics.first?.countsSparks == false)
    }
    guard let unsupported else { return nil }
    return FieldError(
      field: unsupported.name,
      expected:
        "a metric that supports this filter (\(unsupported.metrics.map(\.name).alternatives))",
      found: metric?.name ?? "a summary")
  }

  /// Returns a query for the sparks of a range of days. Sparks of adjacent days may match too,
  /// since the civil day depends on a spark's own offset.
  func sparkQuery(in range: DayRange, _ dayStart: DayStart) -> SparkQuery {
    var query = SparkQuery()
    query.category = category
    query.intensity = intensity
    query.minIntensity = minIntensity
    query.tag = tag
    query.text = text
    // East of Greenwich a day begins earlier than in UTC, west of it a day ends later.
    let widest = UTCOffset(seconds: UTCOffset.widest)
    query.since = dayStart.start(of: range.since).instant(offset: widest)
    query.before = dayStart.start(of: range.before).instant(
      offset: UTCOffset(seconds: -UTCOffset.widest))
    return query
  }
}

extension ProfileState {
  /// Returns the error of a filter for a project or tracker that the profile lacks, if it is one.
  package func problem(with filter: StatisticsFilter) -> FieldError? {
    if let project = filter.project, tasks.project(named: project) == nil {
      return FieldError(
        field: "project", expected: "a project of the profile",
        found: "\"\(project)\""
          + NearestName.hint(for: project, among: tasks.projects.map(\.name.text)))
    }
    if let tracker = filter.tracker, trackers.tracker(reference: tracker) == nil {
      return FieldError(
        field: "tracker", expected: "the name or id of a tracker of the profile",
        found: "\"\(tracker)\""
          + NearestName.hint(for: tracker, among: trackers.trackers.map(\.content.name)))
    }
    return nil
  }
}

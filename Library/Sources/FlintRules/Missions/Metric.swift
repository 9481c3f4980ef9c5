/// The value that a mission counts.
///
/// Within a day or a week, sums count the events of that window's days. `streak` and `level` are
/// not sums, but the current values at the event.
package enum Metric: Hashable, Sendable {
  /// Sparks that match the filters; `beforeHour` compares the local hour.
  case sparks(category: SparkCategory?, minIntensity: SparkIntensity?, beforeHour: Int?)
  /// Civil days with a spark.
  case sparkDays
  /// Distinct categories of sparks.
  case distinctCategories
  /// Points from sparks and duplicates.
  case earnedPoints
  /// Completions of missions, including repetitions; only missions of one window when it is set.
  case missionsCompleted(window: Window?)
  /// Distinct cards that became owned.
  case cards(category: SparkCategory?, rarity: CardRarity?, set: String? = nil)
  /// Sets of which every card became owned.
  case sets
  /// Points from all sources.
  case totalPoints
  /// The spark streak at the event.
  case streak
  case overloads
  /// The level at the event.
  case level
  /// Tasks completed, minus those reopened.
  case tasks
  /// The score of completed tasks, minus that of reopened ones.
  case taskScore
  /// Days rated with a mood for the first time.
  case moods
  /// Activities recorded.
  case activities
  /// Quest nodes completed, minus those reset.
  case questSteps
  /// Tracker entries.
  case entries
  /// An aggregate of occurrences in general.
  case events(EventMetric)

  /// All metrics that have a name of their own, without filters.
  package static let all: [Metric] = Kind.allCases.filter { $0 != .events }.map { Metric($0) }

  /// The name in rulebook files and `flint rules show`; of a general metric its description.
  package var name: String {
    if case .events(let metric) = self { metric.name } else { declaration.name }
  }
  /// What the metric counts, in the reference of rulebooks.
  package var summary: String { declaration.summary }

  /// The filters that are set, by name, in a fixed order.
  package var filters: [(name: String, value: String)] {
    if case .events(let metric) = self {
      let least = metric.eachAtLeast.map { [("each_at_least", String($0))] } ?? []
      return metric.selector.filters + least
    }
    let given = parameters
    return [
      given.category.map { ("category", $0.name) },
      given.minIntensity.map { ("min_intensity", $0.name) },
      given.beforeHour.map { ("before_hour", String($0)) },
      given.rarity.map { ("rarity", $0.name) }, given.set.map { ("set", $0) },
      given.window.map { ("window", $0.name) },
    ].compactMap(\.self)
  }
}

extension Metric {
  /// The kind of a metric, regardless of its filters. The order is that of the reference and of error texts.
  enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    case sparks, sparkDays, distinctCategories, earnedPoints, missionsCompleted, cards, sets
    case totalPoints, streak, overloads, level, tasks, taskScore, moods, activities, questSteps
    case entries, events
  }

  struct Parameters {
    var category: SparkCategory?
    var minIntensity: SparkIntensity?
    var beforeHour: Int64?
    var rarity: CardRarity?
    var set: String?
    var window: Window?

    /// A value of every filter.
    static let all = Parameters(
      category: .decision, minIntensity: .low, beforeHour: 1, rarity: .common, set: "",
      window: .day)
  }

  private struct Declaration {
    var kind: Kind
    var name: String
    var summary: String
    var parameters: Parameters
    var gauge: MissionPlan.Gauge?

    init(
      _ kind: Kind, _ name: String, _ summary: String, _ parameters: Parameters = Parameters(),
      gauge: MissionPlan.Gauge? = nil
    ) {
      self.kind = kind
      self.name = name
      self.summary = summary
      self.parameters = parameters
      self.gauge = gauge
    }
  }

  private var declaration: Declaration {
    switch self {
    case .sparks(let category, let minIntensity, let hour):
      Declaration(
        .sparks, "sparks", "Sparks.",
        Parameters(
          category: category, minIntensity: minIntensity, beforeHour: hour.map { Int64($0) }))
    case .sparkDays: Declaration(.sparkDays, "spark_days", "Civil days with a spark.")
    case .distinctCategories:
      Declaration(
        .distinctCategories, "distinct_categories", "Distinct categories among sparks.")
    case .earnedPoints:
      Declaration(.earnedPoints, "earned_points", "Points from sparks and duplicates.")
    case .missionsCompleted(let window):
      Declaration(
        .missionsCompleted, "missions_completed",
        "Completions of other missions, repetitions included.", Parameters(window: window))
    case .cards(let category, let rarity, let set):
      Declaration(
        .cards, "cards", "Distinct cards obtained.",
        Parameters(category: category, rarity: rarity, set: set))
    case .sets: Declaration(.sets, "sets", "Sets of cards completed.")
    case .totalPoints: Declaration(.totalPoints, "total_points", "Points from all sources.")
    case .streak:
      Declaration(.streak, "streak", "The spark streak at the event, in days.", gauge: .streak)
    case .overloads: Declaration(.overloads, "overloads", "Overloads.")
    case .level: Declaration(.level, "level", "The level at the event.", gauge: .level)
    case .tasks: Declaration(.tasks, "tasks", "Tasks completed, minus those reopened.")
    case .taskScore:
      Declaration(
        .taskScore, "task_score", "The score of completed tasks, minus that of reopened ones.")
    case .moods: Declaration(.moods, "moods", "Days rated.")
    case .activities: Declaration(.activities, "activities", "Activities.")
    case .questSteps:
      Declaration(.questSteps, "quest_steps", "Quest nodes completed, minus those reset.")
    case .entries: Declaration(.entries, "entries", "Tracker entries.")
    case .events(let metric):
      Declaration(
        .events, "event", "An aggregate of events.",
        Parameters(
          category: metric.selector.category, minIntensity: metric.selector.minIntensity,
          beforeHour: metric.selector.times.beforeHour, rarity: metric.selector.rarity,
          window: metric.selector.window))
    }
  }

  /// Creates a metric with those of the filters that it takes.
  init(_ kind: Kind, _ parameters: Parameters = Parameters()) {
    self =
      switch kind {
      case .sparks:
        .sparks(
          category: parameters.category, minIntensity: parameters.minIntensity,
          beforeHour: parameters.beforeHour.map { Int(clamping: $0) })
      case .sparkDays: .sparkDays
      case .distinctCategories: .distinctCategories
      case .earnedPoints: .earnedPoints
      case .missionsCompleted: .missionsCompleted(window: parameters.window)
      case .cards:
        .cards(category: parameters.category, rarity: parameters.rarity, set: parameters.set)
      case .sets: .sets
      case .totalPoints: .totalPoints
      case .streak: .streak
      case .overloads: .overloads
      case .level: .level
      case .tasks: .tasks
      case .taskScore: .taskScore
      case .moods: .moods
      case .activities: .activities
      case .questSteps: .questSteps
      case .entries: .entries
      case .events: .events(EventMetric(OccurrenceSelector(.entry)))
      }
  }

  /// The filters; those that the metric does not take are ignored.
  var parameters: Parameters {
    get { declaration.parameters }
    set {
      guard case .events(var metric) = self else {
        self = Metric(declaration.kind, newValue)
        return
      }
      metric.selector.category = newValue.category
      metric.selector.minIntensity = newValue.minIntensity
      metric.selector.times.beforeHour = newValue.beforeHour
      metric.selector.rarity = newValue.rarity
      metric.selector.window = newValue.window
      self = .events(metric)
    }
  }

  /// The names of the filters that the metric takes, in the order of `filters`.
  var takenFilters: [String] { Metric(declaration.kind, .all).filters.map(\.name) }

  /// The current value that the metric shows; `nil` for a sum.
  var gauge: MissionPlan.Gauge? { declaration.gauge }
}

import JSON
import Schema

/// Reading of missions and their metrics.
extension RulebookReader {
  mutating func missions(_ root: Table?) -> [MissionDefinition] {
    let list = EntryList(
      name: "missions", kind: "mission", fields: RulebookKeys.mission, inherited: \.missions,
      id: \.id)
    return entries(root, list) { reader, table, inherited in
      MissionDefinition(
        id: inherited?.id ?? reader.text(table, "id") ?? Self.unread,
        title: reader.text(table, "title", inherited: inherited?.title) ?? Self.unread,
        window: reader.choice(
          table, "window", of: "window", Window.names, inherited: inherited?.window
        ) { Window(name: $0) } ?? .life,
        metric: reader.metric(table, inherited: inherited?.metric),
        target: reader.whole(table, "target", inherited: inherited?.target) ?? 1,
        reward: reader.whole(table, "reward", inherited: inherited?.reward) ?? 0,
        difficulty: reader.choice(
          table, "difficulty", of: "difficulty", Difficulty.names,
          inherited: inherited?.difficulty ?? .medium
        ) { Difficulty(name: $0) } ?? .medium,
        season: reader.season(table, inherited: inherited?.season))
    }
  }

  // MARK: Metrics

  /// The filters of all metrics.
  struct Filters {
    var category: Category?
    var minIntensity: Intensity?
    var beforeHour: Int?
    var rarity: Rarity?
    var window: Window?

    init() {}

    init(_ metric: Metric) {
      switch metric {
      case .sparks(let category, let minIntensity, let beforeHour):
        self.category = category
        self.minIntensity = minIntensity
        self.beforeHour = beforeHour
      case .cards(let category, let rarity):
        self.category = category
        self.rarity = rarity
      case .missionsCompleted(let window): self.window = window
      default: break
      }
    }
  }

  /// A metric by name, with the fields of its filters and the function that creates it.
  struct MetricForm: Sendable {
    var name: String
    var filters: [String]
    var make: @Sendable (Filters) -> Metric

    init(_ metric: Metric) {
      self.init(metric, filters: []) { _ in metric }
    }

    init(_ metric: Metric, filters: [String], make: @escaping @Sendable (Filters) -> Metric) {
      name = metric.name
      self.filters = filters
      self.make = make
    }
  }

  static let metrics = [
    MetricForm(
      .sparks(category: nil, minIntensity: nil, beforeHour: nil),
      filters: ["category", "min_intensity", "before_hour"]
    ) { .sparks(category: $0.category, minIntensity: $0.minIntensity, beforeHour: $0.beforeHour) },
    MetricForm(.sparkDays), MetricForm(.distinctCategories), MetricForm(.earnedPoints),
    MetricForm(.missionsCompleted(window: nil), filters: ["completed_window"]) {
      .missionsCompleted(window: $0.window)
    },
    MetricForm(.cards(category: nil, rarity: nil), filters: ["category", "rarity"]) {
      .cards(category: $0.category, rarity: $0.rarity)
    },
    MetricForm(.totalPoints), MetricForm(.streak), MetricForm(.overloads), MetricForm(.level),
    MetricForm(.tasks), MetricForm(.taskScore), MetricForm(.moods), MetricForm(.activities),
    MetricForm(.questSteps), MetricForm(.entries),
  ]

  /// Reads the metric of a mission. A mission that names a metric inherits no filters; otherwise
  /// given filters replace only the inherited ones of the same name.
  private mutating func metric(_ table: Table, inherited: Metric?) -> Metric {
    let form = choice(
      table, "metric", of: "metric", Self.metrics.map(\.name),
      inherited: inherited.flatMap { metric in Self.metrics.first { $0.name == metric.name } }
    ) { name in Self.metrics.first { $0.name == name } }
    let given = givenFilters(table, form)
    var filters = Filters()
    if let inherited, table["metric"] == nil { filters = Filters(inherited) }
    filters.category = filter(
      given, "category", Category.names.alternatives, filters.category
    ) {
      Self.choice($0, of: "category", Category.names) { Category(name: $0) }
    }
    filters.minIntensity = filter(
      given, "min_intensity", Intensity.names.alternatives, filters.minIntensity
    ) {
      Self.choice($0, of: "intensity", Intensity.names) { Intensity(name: $0) }
    }
    filters.beforeHour = filter(
      given, "before_hour", Self.wholeNumber, filters.beforeHour
    ) { value in
      switch Self.whole(value) {
      case .value(let hour): Int(exactly: hour).map { .value($0) } ?? .mismatch
      case .problem, .mismatch: .mismatch
      }
    }
    filters.rarity = filter(
      given, "rarity", Rarity.names.alternatives, filters.rarity
    ) {
      Self.choice($0, of: "rarity", Rarity.names) { Rarity(name: $0) }
    }
    filters.window = filter(
      given, "completed_window", Window.names.alternatives, filters.window
    ) {
      Self.choice($0, of: "window", Window.names) { Window(name: $0) }
    }
    return form?.make(filters) ?? .totalPoints
  }

  /// A filter of the file, with its path.
  private struct GivenFilter {
    var path: RulebookPath
    var value: JSONValue
  }

  /// Returns the filters of a mission, by field name. They may be among its other fields or in a
  /// table `filters`, where `completed_window` is called `window`.
  private mutating func givenFilters(
    _ table: Table, _ form: MetricForm?
  ) -> [String: GivenFilter] {
    let inner = table["filters"].flatMap {
      self.table(
        $0, at: table.path["filters"],
        fields: RulebookKeys.filters.map { $0 == "completed_window" ? "window" : $0 })
    }
    var given: [String: GivenFilter] = [:]
    for field in RulebookKeys.filters {
      let innerField = field == "completed_window" ? "window" : field
      var found: GivenFilter?
      if let value = table[field] { found = GivenFilter(path: table.path[field], value: value) }
      if let inner, let value = inner[innerField] {
        let path = inner.path[innerField]
        if let found { fault(path, "duplicate field: also given as \(found.path.text)") }
        if found == nil { aliases[table.path[field]] = path }
        found = found ?? GivenFilter(path: path, value: value)
      }
      guard let found else { continue }
      if let form, !form.filters.contains(field) {
        let taken =
          form.filters.isEmpty
          ? "no filters" : "only \(form.filters.listed("and"))"
        fault(found.path, "the metric \(form.name) takes \(taken)")
      } else {
        given[field] = found
      }
    }
    return given
  }

  private mutating func filter<Value>(
    _ given: [String: GivenFilter], _ field: String, _ expected: String, _ inherited: Value?,
    _ read: (JSONValue) -> Reading<Value>
  ) -> Value? {
    guard let filter = given[field] else { return inherited }
    if filter.value == .boolean(false) { return nil }
    switch read(filter.value) {
    case .value(let value): return value
    case .problem(let problem): fault(filter.path, problem)
    case .mismatch: fault(filter.path, "expected \(expected), got \(filter.value.summary)")
    }
    return nil
  }
}

package import FlintSchema

extension MissionDefinition {
  package static let table = TableSchema(
    blank: blank,
    [
      TableField(
        "id", \.id, .rulebookID, "The id, which must not change once history refers to it."
      ).own(),
      TableField("title", \.title, .title, "The title."),
      TableField(
        "window", \.period, .period,
        "The window, \(list(Window.names)): a civil day, a week from Monday to Sunday, or the "
          + "lifetime of the profile. With an event also `month`, or `{days = n}`: the latest days, 1 "
          + "to \(MissionPeriod.maximumDays), which begin anew after a completion."),
      TableField(
        "metric", .choice(of: Metric.all, blank: .totalPoints, \.name),
        "The metric to count: one of the metrics below; or an event.",
        get: { $0.events == nil ? $0.metric : nil }, set: { $0.metric = $1 ?? .totalPoints },
        isRequired: true
      ).or(["event"]),
    ]
      + eventFields + filters().map { $0.storedWithEvent() } + [
        TableField(
          "filters", \.self,
          .table(TableSchema(blank: blank, filters(isInTable: true))),
          "The filters in a table of their own, where `completed_window` is named `window`.",
          isRequired: false
        ).ofMetric(),
        TableField(
          "target", .whole.limited(to: 1...RulebookDefinition.maximumPoints),
          "The count at which the mission completes, 1 to \(RulebookDefinition.maximumPoints).",
          get: { $0.events == nil ? $0.target : nil }, set: { $0.target = $1 ?? 1 },
          isRequired: true
        ).or(EventMetric.Form.allCases.map(\.rawValue)),
        TableField(
          "reward", \.reward, .whole.limited(to: 0...RulebookDefinition.maximumPoints),
          "The points that it pays, which also add fuel, 0 to "
            + "\(RulebookDefinition.maximumPoints)."),
        TableField(
          "difficulty", \.difficulty, .choice(of: Difficulty.allCases, blank: .medium, \.name),
          "The difficulty: \(list(Difficulty.names)) (default: `medium`).", isRequired: false),
      ]
      + TableField.season(
        \.season, from: "The first day of its season (default: no start).",
        before:
          "The first day after its season (default: no end). The seasons of all missions and cards "
          + "may begin or end on at most \(RulebookDefinition.maximumBoundaries) different days in all."
      )
      + [
        TableField(
          "requires", \.requires, optional: .list(of: .name),
          "The ids of the missions that have to be completed, at least once, before this one can be "
            + "(default: none)."),
        TableField(
          "grants", \.grants, optional: .grants,
          "The amounts of currencies that a completion grants, by currency (default: none)."),
      ]
  ) { mission, reader in
    mission.season.check(&reader)
    mission.checkEvents(&reader)
  }

  /// Returns the fields of the filters, among those of the mission or in a table of their own.
  private static func filters(isInTable: Bool = false) -> [TableField<MissionDefinition>] {
    let fields: [TableField<MissionDefinition>] = [
      TableField(
        "category", \.metric.parameters.category,
        .name(in: .categories),
        "Filter: only this category (\(list(SparkCategory.ignitionNames)), or one of `categories`)."
      ),
      TableField(
        "min_intensity", \.metric.parameters.minIntensity,
        .name(in: .intensities),
        "Filter: only this intensity or a higher one (\(list(SparkIntensity.ignitionNames)), or one of "
          + "`intensities`)."),
      TableField(
        "before_hour", \.metric.parameters.beforeHour, .whole.limited(to: 1...24),
        "Filter: only before this hour of local time, 1 to 24."),
      TableField(
        "rarity", \.metric.parameters.rarity, .name(in: .rarities),
        "Filter: only this rarity (\(list(CardRarity.ignitionNames)), or one of `rarities`)."),
      TableField(
        "set", \.metric.parameters.set, .rulebookID, "Filter: only cards of the set with this id."),
      TableField(
        isInTable ? "window" : "completed_window", \.metric.parameters.window,
        .choice(of: Window.allCases, blank: .life, \.name),
        "Filter: only missions with this window (\(list(Window.names)))."),
    ]
    return fields.map { filter($0, isInTable: isInTable) }
  }

  /// Returns the field of a filter, which is given once, and only with metrics that take it.
  private static func filter(
    _ field: TableField<MissionDefinition>, isInTable: Bool
  ) -> TableField<MissionDefinition> {
    let name = key(of: field.name)
    var checked = field
    // The limits of a filter are checked among the fields of the mission.
    if isInTable { checked.check = { _, _ in } }
    checked.read = { source, mission, reader in
      let own = TablePath(reader.path.keys.dropLast(isInTable ? 2 : 1))
      if let other = reader.aliases[own[name]] {
        reader.fault("duplicate field: also given as \(other)")
        return
      }
      reader.aliases[own[name]] = reader.path
      let names = mission.metric.filterNames
      if isInTable && mission.events != nil {
        reader.fault("the filters of an event are fields of the mission")
        return
      }
      if names.contains(name) || reader.isUnread(own["metric"]) {
        field.read(source, &mission, &reader)
      } else {
        let taken = names.isEmpty ? "no filters" : "only \(names.listed("and"))"
        reader.fault("the \(mission.metricText) takes \(taken)")
      }
    }
    return checked
  }

  /// Returns the key of a filter among those of the mission, whose own window is `window`.
  fileprivate static func key(of filter: String) -> String {
    filter == "window" ? "completed_window" : filter
  }

  private static let blank = MissionDefinition(
    id: RulebookReader.unread, title: RulebookReader.unread, window: .life, metric: .totalPoints,
    target: 1, reward: 0, difficulty: .medium)
}

extension Metric {
  /// The keys of the filters that the metric takes.
  package var filterNames: [String] {
    if case .events(let metric) = self { return metric.selector.event.filters }
    return takenFilters.map(MissionDefinition.key(of:))
  }
}

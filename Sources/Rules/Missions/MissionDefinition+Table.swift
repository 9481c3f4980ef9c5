public import Schema

extension MissionDefinition {
  /// The keys of an entry of `missions`.
  public static let table = TableSchema(
    blank: blank,
    [
      TableField(
        "id", \.id, .rulebookID, "The id, which must not change once history refers to it."
      ).own(),
      TableField("title", \.title, .title, "The title."),
      TableField(
        "window", \.window, .choice(of: Window.allCases, blank: .life, \.name),
        "The window, \(list(Window.names)): a civil day, a week from Monday to Sunday, or the "
          + "lifetime of the profile."),
      TableField(
        "metric", \.metric, .choice(of: Metric.all, blank: .totalPoints, \.name),
        "The metric to count: one of the metrics below."),
    ]
      + filters().map { $0.unstored() } + [
        TableField(
          "filters", \.self,
          .table(TableSchema(blank: blank, filters(isInTable: true))),
          "The filters in a table of their own, where `completed_window` is named `window`.",
          isRequired: false),
        TableField(
          "target", \.target, .whole.limited(to: 1...RulebookDefinition.maximumPoints),
          "The count at which the mission completes, 1 to \(RulebookDefinition.maximumPoints)."),
        TableField(
          "reward", \.reward, .whole.limited(to: 0...RulebookDefinition.maximumPoints),
          "The points that it pays, which also add fuel, 0 to "
            + "\(RulebookDefinition.maximumPoints)."),
        TableField(
          "difficulty", \.difficulty, .choice(of: Difficulty.allCases, blank: .medium, \.name),
          "The difficulty: \(list(Difficulty.names)) (default: `medium`).", isRequired: false),
        TableField("from", \.season.from, .day, "The first day of its season (default: no start)."),
        TableField(
          "before", \.season.before, .day,
          "The first day after its season (default: no end). The seasons of all missions and cards may "
            + "begin or end on at most \(RulebookDefinition.maximumBoundaries) different days in all.",
          stored: "until"),
      ]
  ) { $0.season.check(&$1) }

  /// Returns the fields of the filters, among those of the mission or in a table of their own.
  private static func filters(isInTable: Bool = false) -> [TableField<MissionDefinition>] {
    let fields: [TableField<MissionDefinition>] = [
      TableField(
        "category", \.metric.parameters.category,
        .choice(of: Category.allCases, blank: .decision, \.name),
        "Filter: only this category (\(list(Category.names)))."),
      TableField(
        "min_intensity", \.metric.parameters.minIntensity,
        .choice(of: Intensity.allCases, blank: .low, \.name),
        "Filter: only this intensity or a higher one (\(list(Intensity.names)))."),
      TableField(
        "before_hour", \.metric.parameters.beforeHour, .whole.limited(to: 1...24),
        "Filter: only before this hour of local time, 1 to 24."),
      TableField(
        "rarity", \.metric.parameters.rarity, .choice(of: Rarity.allCases, blank: .common, \.name),
        "Filter: only this rarity (\(list(Rarity.names)))."),
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
      if names.contains(name) || reader.isUnread(own["metric"]) {
        field.read(source, &mission, &reader)
      } else {
        let taken = names.isEmpty ? "no filters" : "only \(names.listed("and"))"
        reader.fault("the metric \(mission.metric.name) takes \(taken)")
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
  public var filterNames: [String] { takenFilters.map(MissionDefinition.key(of:)) }
}

import FlintCalendar
import FlintJSON
import FlintSchema

extension MissionDefinition {
  package init(
    id: String, title: String, period: MissionPeriod, events: EventMetric, target: Int64,
    reward: Int64, difficulty: Difficulty, season: Season = .always, requires: [String] = []
  ) {
    self.init(
      id: id, title: title, window: .life, metric: .events(events), target: target, reward: reward,
      difficulty: difficulty, season: season, requires: requires)
    self.period = period
  }

  package var period: MissionPeriod {
    get { span ?? .window(window) }
    set {
      window = newValue.window ?? .life
      span = newValue.window == nil ? newValue : nil
    }
  }

  /// Returns the first day of the window that contains a day, by which completions are told apart; `nil` for a
  /// lifetime. Of a lifetime in a season that recurs it is the first day of the occurrence.
  func windowStart(containing day: CivilDay) -> CivilDay? {
    isYearlyLife ? season.occurrence(near: day).from : period.start(containing: day)
  }

  /// Whether it can be completed once in each occurrence of its season.
  var isYearlyLife: Bool { period == .window(.life) && season.isYearly }

  /// The general metric; `nil` for a short one.
  package var events: EventMetric? {
    get { if case .events(let metric) = metric { metric } else { nil } }
    set { if let newValue { metric = .events(newValue) } }
  }

  /// The selector of a general metric; without one a selector to read filters into.
  var selector: OccurrenceSelector {
    get { events?.selector ?? OccurrenceSelector(.entry) }
    set { events?.selector = newValue }
  }

  /// The metric in messages: `metric sparks`, `event entry`.
  var metricText: String {
    events.map { "event \($0.selector.event.name)" } ?? "metric \(metric.name)"
  }

  static var eventFields: [TableField<MissionDefinition>] {
    let forms = EventMetric.Form.allCases
    let kinds: [TableField<MissionDefinition>] = [
      TableField(
        "event", .kind(of: OccurrenceKind.allCases),
        "The event to count in place of a metric: one of the events below.",
        get: { $0.events?.selector.event },
        set: { mission, event in
          if let event { mission.metric = .events(EventMetric(OccurrenceSelector(event))) }
        })
    ]
    let aggregates = forms.map { form in
      TableField<MissionDefinition>(
        form.rawValue, .whole.limited(to: 1...RulebookDefinition.maximumPoints), form.summary,
        get: { $0.events?.form == form ? $0.target : nil },
        set: { mission, target in
          guard let target else { return }
          mission.target = target
          mission.events?.form = form
        }
      ).or(["target"] + forms.map(\.rawValue)).ofEvent()
    }
    let options: [TableField<MissionDefinition>] = [
      TableField(
        "of", .choice(of: EventMetric.Measure.allCases, blank: .events, \.rawValue),
        "What is summed (`minutes`, `number`, `points` or `score`) or distinguished (`categories`, "
          + "`trackers` or `tags`); by default the `number` of entries, the `points` of other events, "
          + "the `categories` of sparks and cards and the `trackers` of entries and habits.",
        get: { $0.events?.given }, set: { $0.events?.given = $1 }
      ).ofEvent(),
      TableField(
        "each_at_least", .whole.limited(to: 1...RulebookDefinition.maximumPoints),
        "The sum that a day needs in order to count, with `days`: of the `number` of entries, of the "
          + "`events` themselves, or of what `of` names.",
        get: { $0.events?.eachAtLeast }, set: { $0.events?.eachAtLeast = $1 }
      ).ofEvent(),
    ]
    // The filters that short metrics have, too, are among the other fields.
    let shared = ["category", "min_intensity", "before_hour", "rarity", "completed_window"]
    let own = OccurrenceSelector.fields(\MissionDefinition.selector, except: shared)
      .map { $0.ofEvent() }
    return kinds + aggregates + options + own
  }

  /// Records what a general metric cannot aggregate.
  func checkEvents(_ reader: inout TableReader) {
    guard let events else {
      if isYearlyLife {
        reader.fault(
          "in a season of every year, a mission for life counts an event, anew each year; set event in "
            + "place of metric, such as event = \"spark\" with count or days", at: .name("every"))
      }
      if span != nil {
        reader.fault(
          "only missions with an event count within a month or {days = n}", at: .name("window"))
      }
      return
    }
    let measures = events.measures
    if measures.isEmpty {
      reader.fault(
        "the event \(events.selector.event.name) has nothing to distinguish; distinct takes spark, "
          + "card, entry and habit.done", at: .name(events.form.rawValue))
    } else if !measures.contains(events.measure) {
      reader.fault(
        "\(events.form.rawValue) of \(events.selector.event.name) takes "
          + "\(measures.map(\.rawValue).listed("or")), got \(events.measure.rawValue)",
        at: .name(events.given == nil ? events.form.rawValue : "of"))
    }
    if events.eachAtLeast != nil && events.form != .days {
      reader.fault("only days have amounts; set days", at: .name("each_at_least"))
    }
    if events.form == .days, events.given != nil, events.eachAtLeast == nil {
      reader.fault("a day needs an amount; set each_at_least", at: .name("of"))
    }
  }
}

extension TableField<MissionDefinition> {
  /// Returns the field as one of missions with an event alone.
  func ofEvent() -> TableField {
    var field = self
    field.read = { [name, read] source, mission, reader in
      let own = TablePath(reader.path.keys.dropLast())
      if mission.events != nil || reader.isUnread(own["event"]) {
        read(source, &mission, &reader)
      } else if !reader.isUnread(own["metric"]) {
        reader.fault(
          "only missions with an event have \(name); the metric is \(mission.metric.name)")
      }
    }
    field.json = { [json] in $0.events == nil ? nil : json($0) }
    return field
  }

  /// Returns the field as one that stored JSON has only for missions with an event.
  func storedWithEvent() -> TableField {
    var field = self
    field.json = { [json] in $0.events == nil ? nil : json($0) }
    return field
  }

  /// Returns the field as one that only missions with a short metric store.
  func ofMetric() -> TableField {
    var field = self
    field.json = { [json] in $0.events == nil ? json($0) : nil }
    return field
  }
}

extension EventMetric.Form {
  /// The description of the key of the form, whose value is the target.
  fileprivate var summary: String {
    switch self {
    case .count: "The number of events at which the mission completes; `target` means the same."
    case .days: "The number of days with the event at which the mission completes."
    case .sum: "The sum over the events at which the mission completes."
    case .distinct: "The number of different values at which the mission completes."
    }
  }
}

extension MissionPeriod {
  /// Returns the maximum number of days of a season in one period; `nil` without a maximum.
  func mostDays(in season: Season) -> Int64? {
    let all = season.dayCount.map { Int64($0) }
    switch self {
    case .window(.day): return 1
    case .window(.week): return Int64(season.maximumDaysInOneWeek)
    case .window(.life): return all
    case .month: return min(31, all ?? 31)
    case .days(let count): return min(Int64(count), all ?? Int64(count))
    }
  }
}

extension RulebookDefinition {
  /// Records missions that require an unknown mission, or by way of others themselves.
  func checkChains(_ reader: inout TableReader) {
    if missions.allSatisfy({ $0.requires.isEmpty }) { return }
    let positions = Dictionary(
      missions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, mission) in missions.enumerated() {
      for (number, id) in mission.requires.enumerated() {
        let path: [TablePath.Key] = [
          .name("missions"), .position(index + 1), .name("requires"), .position(number + 1),
        ]
        guard let required = positions[id] else {
          reader.fault(
            "there is no mission \"\(id)\""
              + NearestName.hint(for: id, among: missions.map(\.id)), at: path)
          continue
        }
        if reaches(index, from: required, positions) {
          reader.fault("the mission would wait for itself", at: path)
        }
      }
    }
  }

  /// Returns whether a mission is another one, or is required by it, possibly by way of others.
  private func reaches(_ goal: Int, from start: Int, _ positions: [String: Int]) -> Bool {
    var seen: Set<Int> = [start]
    var queue = [start]
    while let next = queue.popLast() {
      if next == goal { return true }
      for required in missions[next].requires.compactMap({ positions[$0] })
      where seen.insert(required).inserted {
        queue.append(required)
      }
    }
    return false
  }
}

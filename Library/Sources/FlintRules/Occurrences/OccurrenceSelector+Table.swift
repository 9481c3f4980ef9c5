import FlintCalendar
import FlintJSON
import FlintSchema

extension OccurrenceSelector {
  /// The filters that are set, by their keys, in the order of the reference.
  package var filters: [(name: String, value: String)] {
    OccurrenceSelector.fields(\Self.self).compactMap { field in
      field.json(self).map { value in
        if case .string(let text) = value { (field.name, text) } else { (field.name, value.text()) }
      }
    }
  }

  /// - Parameters:
  ///   - path: the selector of a record.
  ///   - excluded: the filters that the record declares itself.
  static func fields<Record>(
    _ path: any WritableKeyPath<Record, OccurrenceSelector> & Sendable,
    except excluded: [String] = []
  ) -> [TableField<Record>] {
    func field<Value>(
      _ name: String, _ own: any WritableKeyPath<OccurrenceSelector, Value?> & Sendable,
      _ type: TableType<Value>, _ summary: String
    ) -> TableField<Record> {
      TableField(
        name, type, "Filter: " + summary, get: { $0[keyPath: path][keyPath: own] },
        set: { $0[keyPath: path][keyPath: own] = $1 })
    }
    let fields: [TableField<Record>] = [
      field(
        "category", \.category, .name(in: .categories),
        "only this category (\(list(SparkCategory.ignitionNames)), or one of `categories`)."),
      field(
        "min_intensity", \.minIntensity, .name(in: .intensities),
        "only this intensity or a higher one (\(list(SparkIntensity.ignitionNames)), or one of "
          + "`intensities`)."),
      field(
        "rarity", \.rarity, .name(in: .rarities),
        "only this rarity (\(list(CardRarity.ignitionNames)), or one of `rarities`)."),
      field(
        "completed_window", \.window, .choice(of: Window.allCases, blank: .life, \.name),
        "only missions with this window (\(list(Window.names)))."),
      field(
        "tracker", \.tracker, .name,
        "only entries of the tracker that has this name at the event, in any letter case."),
      field(
        "habit", \.tracker, .name,
        "only the habit that has this name at the event, in any letter case."),
      field("tag", \.tag, .name, "only entries or tasks with this tag."),
      field(
        "project", \.project, .name,
        "only tasks that are in this project when they are completed, in any letter case."),
      field(
        "priority", \.priority, .choice(of: TaskPriority.allCases, blank: .p2, \.name),
        "only tasks with this priority when they are completed (\(list(TaskPriority.names)))."),
      field(
        "min_mood", \.minMood, .choice(of: Mood.ratings, blank: .average, \.name),
        "only this mood or a better one (\(list(Mood.ratings.map(\.name))))."),
      field(
        "kind", \.activity, .choice(of: ActivityKind.allCases, blank: .open, \.name),
        "only activities of this kind (\(list(ActivityKind.names)))."),
      field(
        "before_hour", \.times.beforeHour, .whole.limited(to: 1...24),
        "only before this hour of the local clock, 1 to 24."),
      field(
        "after_hour", \.times.afterHour, .whole.limited(to: 0...23),
        "only from this hour of the local clock on, 0 to 23."),
      field(
        "weekdays", \.times.weekdays, .weekdays,
        "only on these weekdays, a list such as `{\"mon\", \"fri\"}`."),
    ]
    return fields.filter { !excluded.contains($0.name) }.map { field in
      var field = field
      let (name, read, json) = (field.name, field.read, field.json)
      field.read = { source, record, reader in
        let event = record[keyPath: path].event
        let own = TablePath(reader.path.keys.dropLast())
        if event.filters.contains(name) || reader.isUnread(own["event"]) {
          read(source, &record, &reader)
        } else {
          reader.fault("the event \(event.name) takes only \(event.filters.listed("and"))")
        }
      }
      // Two keys share a property: the one of the event is written.
      field.json = { $0[keyPath: path].event.filters.contains(name) ? json($0) : nil }
      return field
    }
  }
}

extension TableType where Value == OccurrenceKind {
  /// Returns the type of one of some kinds; `mood` is short for `mood.record`.
  static func kind(of kinds: [OccurrenceKind]) -> TableType {
    var type = choice(of: kinds, blank: .entry, \.name)
    type.read = { [read = type.read] source, kind, reader in
      read(
        source == .string("mood") ? .string(OccurrenceKind.mood.name) : source, &kind, &reader)
    }
    return type
  }
}

extension TableType where Value == Weekdays {
  static let weekdays = TableType(
    "a list of weekdays such as {\"mon\", \"fri\"}", blank: .all
  ) { value throws(TableProblem) in
    guard case .array(let names) = value, !names.isEmpty else { return nil }
    var weekdays: Weekdays = []
    for name in names {
      guard case .string(let text) = name else { return nil }
      guard let weekday = Weekday(name: text) else {
        throw TableProblem("expected weekdays such as mon or Monday, got \(name.summary)")
      }
      weekdays.insert(Weekdays(weekday))
    }
    return weekdays
  } json: {
    .array($0.weekdays.map { .string(String($0.name.prefix(3)).lowercased()) })
  }
}

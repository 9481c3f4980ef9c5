import Calendar
package import JSON
package import Rules
package import Schema
package import Sessions

extension Tracker {
  /// Returns the tracker and the totals of its entries as JSON.
  package func json(_ session: Session) -> JSONValue {
    let fields = content.fields.map {
      JSONValue.object([("name", .string($0.name)), ("type", .string($0.type.name))])
    }
    return .object(
      [
        ("id", .string(id.description)), ("name", .string(content.name)),
        ("description", content.description.map { .string($0) } ?? .null),
        ("category", .string(content.category.name)),
        ("goal", content.goal.map { .string($0) } ?? .null),
        ("target", content.target?.json ?? .null),
        ("fields", .array(fields)),
        ("created_at", .string(session.zone.text(createdAt))),
      ] + totals(session))
  }

  /// The totals of the entries, together and by kind, as JSON.
  package func statisticsJSON(_ session: Session) -> JSONValue {
    let byKind = totalsByKind.map { kind, entries, values in
      let members: [(name: String, value: JSONValue)] = [
        ("entries", .integer(entries)), ("sum", values.map { .exact($0.sum) } ?? .null),
        ("mean", (values?.mean).map { .exact(Int128($0)) } ?? .null),
        ("min", (values?.minimum).map { .exact(Int128($0)) } ?? .null),
        ("max", (values?.maximum).map { .exact(Int128($0)) } ?? .null),
      ]
      return (name: kind, value: JSONValue.object(members))
    }
    return .object(
      [("id", .string(id.description)), ("name", .string(content.name))] + totals(session) + [
        ("target", content.target?.json ?? .null),
        ("first_day", days.first.map { .string($0.day.description) } ?? .null),
        ("last_day", days.last.map { .string($0.day.description) } ?? .null),
        ("by_kind", .object(byKind)),
      ])
  }

  private func totals(_ session: Session) -> [(name: String, value: JSONValue)] {
    [
      ("entries", .integer(entries)), ("hours", .exact(Int128(hours))),
      ("active_days", .integer(Int64(activeDays))),
      ("streak", .integer(currentStreak(today: session.today))),
      ("best_streak", .integer(bestStreak)), ("total", total.map { .exact($0) } ?? .null),
      ("progress", progress.map { .exact(Int128($0)) } ?? .null),
    ]
  }

  /// The number of entries of each kind that has some, and the totals of their values; `nil` for texts.
  package var totalsByKind: [(kind: String, entries: Int64, values: ValueTotals?)] {
    let all: [(kind: String, entries: Int64, values: ValueTotals?)] = [
      ("session", sessions.count, sessions), ("measurement", measurements.count, measurements),
      ("log", logs, nil), ("checklist", checklists.count, checklists),
      ("rating", ratings.count, ratings),
    ]
    return all.filter { $0.entries > 0 }
  }
}

extension TrackerEntry {
  /// Returns the entry as JSON, with the name of its tracker.
  package func json(tracker: String?, _ session: Session) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(event.id.description)), ("tracker", tracker.map { .string($0) } ?? .null),
      ("kind", .string(content.kind.name)), ("at", .string(event.at.text(offset: event.offset))),
      ("day", .string(event.day(session.dayStart).description)),
    ]
    for name in ["minutes", "number", "text", "done", "rating"] {
      let duration = name == "minutes" ? content.minutes.map { JSONValue.integer($0) } : nil
      members.append((name, recorded.name == name ? recorded.value : duration ?? .null))
    }
    return .object(
      members + [
        ("title", content.title.map { .string($0) } ?? .null),
        ("notes", content.notes.map { .string($0) } ?? .null),
        ("tags", .array(content.tags.map { .string($0) })), ("values", values),
      ])
  }

  /// The value that the kind records, under its name.
  private var recorded: (name: String, value: JSONValue) {
    switch content.kind {
    case .session(let minutes): ("minutes", .integer(minutes))
    case .measurement(let number): ("number", number.json)
    case .log(let text): ("text", .string(text))
    case .checklist(let isDone): ("done", .boolean(isDone))
    case .rating(let rating): ("rating", .integer(rating))
    }
  }

  /// The values of the tracker's own fields as a JSON object.
  package var values: JSONValue { .object(content.values.map { ($0.name, $0.value.json) }) }
}

extension DecimalNumber {
  /// The number as JSON: a whole one without decimals.
  package var json: JSONValue { .exact(Int128(millionths)) }
}

extension TrackerValue {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): number.json
    case .boolean(let flag): .boolean(flag)
    case .day(let day): .string(day.description)
    }
  }
}

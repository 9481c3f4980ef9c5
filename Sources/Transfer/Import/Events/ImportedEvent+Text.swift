import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

extension ImportedEvent {
  /// Returns the fields of the event as texts, in the order in which a person reads them.
  ///
  /// - Parameter zone: the zone in which its time is shown.
  func texts(in zone: CivilZone) -> [(name: String, text: String)] {
    var fields: [(name: String, text: String)] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { fields.append((name, text)) }
    }
    switch self {
    case .spark(let spark):
      add("title", spark.title)
      add("category", spark.category.name)
      add("intensity", spark.intensity?.name)
      add("at", spark.at.map { Self.text($0, in: zone) })
      add("notes", spark.notes)
      add("tags", spark.tags.joined(separator: " | "))
      add("estimated", spark.estimatedMinutes.map(String.init))
      add("actual", spark.actualMinutes.map(String.init))
    case .roll(let category, let at, _):
      add("category", category.name)
      add("at", Self.text(at, in: zone))
    case .entry(let entry):
      add("tracker", entry.tracker.content.name)
      add("at", Self.text(entry.at, in: zone))
      add(entry.kind.kind.valueField, entry.kind.value.plain)
      add("title", entry.title)
      add("notes", entry.notes)
      add("tags", entry.tags.joined(separator: " | "))
      for value in entry.values { add(value.name, value.value.json.plain) }
    case .habit(let habit):
      add("tracker", habit.tracker.content.name)
      add("at", Self.text(habit.at, in: zone))
    case .action(let action):
      add("at", action.isTimeKnown ? Self.text(action.at, in: zone) : nil)
      if let action = try? action.action(References { _, _ in false }),
        case .object(let members) = action.contentJSON
      {
        let present = action.presentFields
        for (name, value) in members where value != .null && name != "entry_type" {
          // Some choices are stored as numbers.
          if case .name(let choice)? = present.first(where: { $0.name == name })?.value {
            add(name, choice)
          } else {
            add(name, value.plain)
          }
        }
      }
    case .known(let id, let event): return event.texts(in: zone) + [("id", id.description)]
    }
    add("key", key)
    return fields
  }

  /// The event as one line, such as `entry: tracker Weight, at 2026-11-28, number 80.5`.
  func line(in zone: CivilZone) -> String {
    let fields = texts(in: zone).map { name, text in
      "\(name) \(text.replacing("\n", with: " ").prefix(60))"
    }
    let kind = entry == nil ? kind.name : "entry"
    return "\(kind): \(fields.joined(separator: ", "))"
  }

  private static func text(_ time: EventTime, in zone: CivilZone) -> String {
    switch time {
    case .instant(let instant): zone.text(instant)
    case .written(let time) where time.isDay: time.local.day.description
    case .written(let time): time.local.description + (time.offset.map { $0.description } ?? "")
    }
  }
}

extension JSONValue {
  /// The value as text, without quotes.
  fileprivate var plain: String {
    switch self {
    case .string(let text): text
    case .array(let values): values.map(\.plain).joined(separator: " | ")
    default: text()
    }
  }
}

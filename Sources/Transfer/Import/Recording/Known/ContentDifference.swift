import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema

/// The difference between the stored content of an event and the content of a row, for messages.
struct ContentDifference {
  /// The maximum number of properties shown, and of characters of each value.
  private static let maximumShown = 2
  private static let maximumCharacters = 40

  private let isOfFile: Bool
  private let properties: [(name: String, stored: String?, row: String?)]

  /// Compares two contents of one event.
  ///
  /// - Parameters:
  ///   - stored: the stored content of the event.
  ///   - row: the content of the row.
  ///   - isOfFile: whether the stored content is that of an earlier row of the file.
  ///   - name: returns the name of the task or tracker of an id.
  init(
    _ stored: Correction.Content, _ row: Correction.Content, isOfFile: Bool = false,
    name: (EventID) -> String?
  ) {
    self.isOfFile = isOfFile
    let (old, new) = (stored.properties(name), row.properties(name))
    var names = new.map(\.name)
    names += old.map(\.name).filter { !names.contains($0) }
    func text(_ properties: [(name: String, text: String)], _ name: String) -> String? {
      properties.first { $0.name == name }?.text
    }
    properties = names.compactMap { name in
      let pair = (text(old, name), text(new, name))
      return pair.0.map { Array($0.utf8) } == pair.1.map { Array($0.utf8) }
        ? nil : (name, pair.0, pair.1)
    }
  }

  /// The message, such as `title is "One" in the profile, "Uno" here`.
  var text: String {
    var sentences = properties.prefix(Self.maximumShown).map { property in
      let (stored, row) = (Self.quoted(property.stored), Self.quoted(property.row))
      return
        "\(property.name) is \(stored) in \(isOfFile ? "that row" : "the profile"), \(row) here"
    }
    if properties.count > Self.maximumShown {
      let names = properties.dropFirst(Self.maximumShown).map(\.name).joined(separator: ", ")
      sentences.append("also different: \(names)")
    }
    let text =
      sentences.isEmpty
      ? "the profile has this with other content" : sentences.joined(separator: "; ")
    return isOfFile ? "an earlier row has this id: \(text)" : text
  }

  private static func quoted(_ text: String?) -> String {
    guard let text else { return "nothing" }
    let start = text.prefix(maximumCharacters)
    return "\"\(start)\(start.count < text.count ? "…" : "")\""
  }
}

extension Correction.Content {
  /// The properties that are present, as tables show them.
  fileprivate func properties(_ name: (EventID) -> String?) -> [(name: String, text: String)] {
    switch self {
    case .spark(let spark):
      return [("at", spark.at.text(offset: spark.offset))]
        + spark.presentFields.map { ($0, $1.shown(spark.offset, name)) }
    case .event(let at, let offset, let action):
      return [("at", at.text(offset: offset))]
        + action.presentFields.map { ($0, $1.shown(offset, name)) }
    }
  }
}

extension ProfileEvent.Action {
  /// The values of the fields of the record that the event adds; for other events, the members of the content.
  var presentFields: [(name: String, value: FieldValue)] {
    switch self {
    case .task(.taskAdd(let task)): return task.presentFields
    case .task(.projectAdd(let project)): return project.presentFields
    case .mood(.record(let rating)): return rating.presentFields
    case .journey(.activity(let activity)): return activity.presentFields
    case .tracker(.create(let tracker)): return tracker.presentFields
    case .tracker(.entry(let entry)): return entry.presentFields
    default:
      guard case .object(let members)? = try? JSONValue(parsing: content) else { return [] }
      return members.map { name, value in
        if case .string(let text) = value { return (name, .text(text)) }
        return (name, .json(value))
      }
    }
  }
}

extension FieldValue {
  /// Returns the value as tables show it: tasks and trackers by name, times with an offset.
  fileprivate func shown(_ offset: UTCOffset, _ name: (EventID) -> String?) -> String {
    func named(_ text: String) -> String { EventID(text).flatMap(name) ?? text }
    return switch self {
    case .text(let text), .name(let text): named(text)
    case .list(let texts): TagList.joined(texts.map(named))
    case .instant(let instant): instant.text(offset: offset)
    default: plain
    }
  }
}

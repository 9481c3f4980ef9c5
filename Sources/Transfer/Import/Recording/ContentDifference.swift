import Calendar
import JSON
import Rules
import Schema

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
  init(_ stored: Correction.Content, _ row: Correction.Content, isOfFile: Bool = false) {
    self.isOfFile = isOfFile
    let (old, new) = (stored.properties, row.properties)
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
  /// The properties that are present, as text.
  fileprivate var properties: [(name: String, text: String)] {
    switch self {
    case .spark(let spark):
      return [("at", spark.at.text(offset: spark.offset))]
        + spark.presentFields.map { name, value in
          if case .list(let tags) = value {
            (name, TagList.joined(tags))
          } else {
            (name, value.plain)
          }
        }
    case .event(let at, let offset, let action):
      var properties: [(name: String, text: String)] = [("at", at.text(offset: offset))]
      guard case .object(let members)? = try? JSONValue(parsing: action.content) else {
        return properties
      }
      for (name, value) in members {
        if case .string(let text) = value {
          properties.append((name, text))
        } else {
          properties.append((name, value.text()))
        }
      }
      return properties
    }
  }
}

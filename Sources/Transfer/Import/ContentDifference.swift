import Rules

/// What two statements about one event differ in, for whoever has to decide which is right.
struct ContentDifference {
  /// No more of them are told, and of each text so much.
  private static let most = 2
  private static let mostCharacters = 40

  private let parts: [(name: String, standing: String?, said: String?)]

  /// - Parameters:
  ///   - standing: what the event says.
  ///   - said: what a row says of it.
  init(_ standing: Correction.Content, _ said: Correction.Content) {
    let (old, new) = (standing.parts, said.parts)
    var names = new.map(\.name)
    names += old.map(\.name).filter { !names.contains($0) }
    func text(_ parts: [(name: String, text: String)], _ name: String) -> String? {
      parts.first { $0.name == name }?.text
    }
    parts = names.compactMap { name in
      let pair = (text(old, name), text(new, name))
      return pair.0.map { Array($0.utf8) } == pair.1.map { Array($0.utf8) }
        ? nil : (name, pair.0, pair.1)
    }
  }

  /// Such as `title is "One" in the profile, "Uno" here`.
  var text: String {
    var sentences = parts.prefix(Self.most).map { part in
      "\(part.name) is \(Self.quoted(part.standing)) in the profile, \(Self.quoted(part.said)) here"
    }
    if parts.count > Self.most {
      let names = parts.dropFirst(Self.most).map(\.name).joined(separator: ", ")
      sentences.append("so are others: \(names)")
    }
    return sentences.isEmpty
      ? "the profile has this with other content"
      : sentences.joined(separator: "; ")
  }

  private static func quoted(_ text: String?) -> String {
    guard let text else { return "nothing" }
    let start = text.prefix(mostCharacters)
    return "\"\(start)\(start.count < text.count ? "…" : "")\""
  }
}

extension Correction.Content {
  /// Each part of it that is there, as text.
  fileprivate var parts: [(name: String, text: String)] {
    switch self {
    case .spark(let spark):
      var parts: [(name: String, text: String)] = [
        ("at", spark.at.text(offset: spark.offset)), ("title", spark.title),
        ("category", spark.category.name), ("intensity", spark.intensity.name),
      ]
      if let notes = spark.notes { parts.append(("notes", notes)) }
      if !spark.tags.isEmpty { parts.append(("tags", TagList.joined(spark.tags))) }
      if let minutes = spark.estimatedMinutes { parts.append(("estimated", "\(minutes)")) }
      if let minutes = spark.actualMinutes { parts.append(("actual", "\(minutes)")) }
      return parts
    case .event(let at, let offset, let action):
      var parts: [(name: String, text: String)] = [("at", at.text(offset: offset))]
      guard case .object(let members)? = try? JSONValue(parsing: action.content) else {
        return parts
      }
      for (name, value) in members {
        if case .string(let text) = value {
          parts.append((name, text))
        } else {
          parts.append((name, value.text()))
        }
      }
      return parts
    }
  }
}

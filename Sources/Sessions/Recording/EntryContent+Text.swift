import FlintRules

extension EntryContent {
  /// The canonical content of the entry, as `ProfileEvent.Action.content` writes it. An entry of nothing but a
  /// number, minutes, a check or a rating, as nearly all of millions are, is written without the
  /// schema.
  var canonicalText: String {
    let isPlain = minutes == nil && title == nil && notes == nil && tags.isEmpty && values.isEmpty
    let value: String
    switch kind {
    case .session(let minutes) where isPlain: value = "\"minutes\":\(minutes)"
    case .measurement(let number) where isPlain: value = "\"number\":\"\(number)\""
    case .checklist(let isDone) where isPlain: value = isDone ? "\"done\":true" : "\"done\":false"
    case .rating(let rating) where isPlain: value = "\"rating\":\(rating)"
    default: return ProfileEvent.Action.tracker(.entry(self)).content
    }
    var text = "{\"tracker\":\""
    text.reserveCapacity(128)
    text += tracker.description
    text += "\",\"kind\":\""
    text += kind.name
    text += "\","
    text += value
    text += "}"
    return text
  }
}

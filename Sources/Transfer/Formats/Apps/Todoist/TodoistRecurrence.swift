import Rules
import Schema

/// A recurring date in the English words of Todoist, such as `every 2 weeks` or `ev! mon, wed at 9am`.
struct TodoistRecurrence {
  let every: TaskRecurrence
  /// The first day, where the words say it: `every month starting 2026-10-01`.
  var first: WrittenDate?
  /// Whether that is all that the words say. Times of day, ends, and days that count from the completion
  /// (`every!`) are none of it.
  private(set) var isWhole = true

  /// Creates the recurrence that words mean; `nil` where a task cannot have it.
  init?(_ text: String, _ dates: DateReader) {
    var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
    guard var verb = words.first else { return nil }
    if verb.hasSuffix("!") || verb == "after" {
      if verb != "after" { verb.removeLast() }
      isWhole = false
    }
    switch verb {
    case "every", "ev", "each", "after": words.removeFirst()
    case "daily", "weekly", "monthly", "yearly", "quarterly": break
    default: return nil
    }
    if let start = words.firstIndex(where: { $0 == "starting" || $0 == "from" }) {
      let written = words[(start + 1)...].joined(separator: " ")
      guard let date = dates.read(written) else { return nil }
      first = date
      if date.time != nil { isWhole = false }
      words.removeSubrange(start...)
    }
    if let end = words.firstIndex(where: { ["at", "until", "ending", "for"].contains($0) }) {
      isWhole = false
      words.removeSubrange(end...)
    }
    // A time without "at": every day 9am, every day 14:30.
    if let last = words.last,
      last.firstMatch(of: /^([0-9]{1,2}(am|pm)|[0-9]{1,2}:[0-9]{2}(am|pm)?)$/) != nil
    {
      isWhole = false
      words.removeLast()
    }
    guard let every = TaskRecurrence(words.joined(separator: " ")) else { return nil }
    self.every = every
  }
}

extension AppTask {
  /// Makes tags of the labels with which the name ends: `Order seeds @shop @spring`.
  mutating func takeLabels() {
    var words = name.split(separator: " ", omittingEmptySubsequences: false)
    var labels: [String] = []
    while words.count > 1, let last = words.last,
      last.isEmpty || last.hasPrefix("@") && last.count > 1
    {
      if !last.isEmpty { labels.insert(String(last.dropFirst()), at: 0) }
      words.removeLast()
    }
    let rest = words.joined(separator: " ").trimmedWhitespace
    guard !labels.isEmpty, !rest.isEmpty, !rest.hasPrefix("@") else { return }
    formerName = name
    name = rest
    tags = labels
  }
}

import FlintCalendar
import FlintRules
import FlintSchema

/// A recurring date in the English words of Todoist, such as `every 2 weeks` or `ev! mon, wed at 9am`.
struct TodoistRecurrence {
  let every: TaskRecurrence
  /// The first day, where the words say it: `every month starting 2026-10-01`.
  private(set) var first: WrittenDate?
  /// The day of each month, where the words say it: `every 15th`; 31 is the last one.
  private var monthDay: Int?
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
    if let day = Self.monthDay(words), let monthly = TaskRecurrence(.each(1, .month)) {
      (every, monthDay) = (monthly, day)
    } else if let known = TaskRecurrence(words.joined(separator: " ")) {
      every = known
    } else {
      return nil
    }
  }

  /// Returns the day of the month that words such as `15th` or `last day` mean.
  private static func monthDay(_ words: [String]) -> Int? {
    if words == ["last", "day"] { return 31 }
    guard words.count == 1, let word = words.first,
      ["st", "nd", "rd", "th"].contains(where: word.hasSuffix),
      let day = Int(word.dropLast(2)), (1...31).contains(day)
    else { return nil }
    return day
  }

  /// Returns the first day from a day on, where the words determine it.
  func firstDay(from day: CivilDay) -> CivilDay? {
    guard let monthDay else { return every.firstDay(from: day) }
    // Two months have every day of the month, or its last one in its place.
    return (0..<62).lazy.map { day + $0 }.first { candidate in
      let (year, month, number) = candidate.components
      return number == min(monthDay, CivilDay.length(ofMonth: month, year: year))
    }
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

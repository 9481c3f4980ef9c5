/// How to be spoken to.
public enum DueTone: String, Sendable, CaseIterable {
  /// With kindness.
  case nice
  /// Without.
  case rude

  /// The name in Lua and the command line.
  public var name: String { rawValue }
  /// The names of all tones.
  public static let names = allCases.map(\.name)

  /// Reads a name; `nil` when it is none.
  public init?(name: String) { self.init(rawValue: name) }
}

extension Due {
  /// What there is to say of it: the facts, and a word in a tone. The same of the same thing in
  /// every run.
  public func detail(_ tone: DueTone = .nice) -> String {
    let words = tone == .nice ? matter.niceWords : matter.rudeWords
    // The id decides, so that a list has variety and a thing keeps its words.
    let sum = id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
    return words.isEmpty ? facts + "." : "\(facts). \(words[sum % words.count])"
  }

  /// What is so, in whatever tone it is said.
  var facts: String {
    switch matter {
    case .reminder(let note, let isPast): "\(isPast ? "still open" : "coming up"), \(note.text)"
    case .task(let note, let days): "due \(Due.text(inDays: days)), \(note.text)"
    case .overdue(let note, let days): "\(counted(days, "day")) late, \(note.text)"
    case .streak: "no spark today yet"
    case .mission(let progress, let target, let missing, let reward):
      "\(grouped(progress)) of \(grouped(target)): \(missing) to go, "
        + "worth \(counted(reward, "point"))"
    case .mood(let isToday): "\(isToday ? "today" : "yesterday") is not rated yet"
    case .rung(let merit, let days): "unlocks by itself \(Due.text(inDays: days)), for \(merit)"
    case .nearRung(let missing): "it lacks \(missing)"
    case .report(let report): report.text
    }
  }

  private static func text(inDays days: Int) -> String {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    default: "in \(days) days"
    }
  }
}

extension Due.TaskNote {
  fileprivate var text: String { "\(priority.name) in \(project)" }
}

extension WeekReport {
  /// The week in a line; what there was none of is left out, but for sparks and points.
  public var text: String {
    let others = [
      tasks == 0 ? nil : counted(tasks, "task"), missions == 0 ? nil : counted(missions, "mission"),
      achievements == 0 ? nil : counted(achievements, "achievement"),
      moodMean.map { mean in "mood \(mean / 1_000_000).\(mean % 1_000_000 / 100_000) of 4" },
    ].compactMap(\.self)
    return ([counted(sparks, "spark"), counted(points.recent, "point") + change] + others)
      .joined(separator: ", ")
  }

  private var change: String {
    guard let change = points.change else { return "" }
    let percent = change.magnitude / 10_000
    if percent == 0 { return " (much as the week before)" }
    return " (\(change < 0 ? "down" : "up") \(percent) %)"
  }
}

import FlintCalendar
package import FlintSchema

/// A setting of a profile that can be changed; each change is recorded.
package enum ProfileSetting: Hashable, Sendable {
  case zone
  /// The local time at which civil days start.
  case dayStart
  /// The first day of the weeks that calendars show.
  case weekStart
  /// The language of texts that people read.
  case language
  /// When lists and messages are coloured.
  case color
  /// When a terminal shows answers in a pager.
  case pager
  /// The maximum number of rows in the tables of long lists.
  case limit
  /// A command line that the profile keeps; empty if it keeps none of that name.
  case saved(SavedName)

  /// The settings that every profile has.
  package static let ordinary: [ProfileSetting] = [
    .zone, .dayStart, .weekStart, .language, .color, .pager, .limit,
  ]

  /// The names of the settings that every profile has.
  package static let names = ordinary.map(\.name)

  /// Returns the setting of a name; `nil` if there is none.
  package init?(name: String) {
    if let setting = Self.ordinary.first(where: { $0.name == name }) {
      self = setting
      return
    }
    for kind in SavedName.Kind.allCases where name.hasPrefix(kind.rawValue + ".") {
      guard let name = SavedName(kind, name.dropFirst(kind.rawValue.count + 1)) else { break }
      self = .saved(name)
      return
    }
    return nil
  }

  /// The name in commands and records.
  package var name: String {
    switch self {
    case .zone: "zone"
    case .dayStart: "day-start"
    case .weekStart: "week-start"
    case .language: "language"
    case .color: "color"
    case .pager: "pager"
    case .limit: "limit"
    case .saved(let name): name.name
    }
  }

  package var summary: String {
    switch self {
    case .zone: "The IANA time zone: today's day, and times without an offset."
    case .dayStart: "When civil days start: 04:00 counts the night as the day before."
    case .weekStart: "The first day of the weeks that calendars show."
    case .language: "The language of today, week, due and reports; auto is that of the locale."
    case .color:
      "When rarities, check marks and what is overdue have colours: auto is on a terminal, unless "
        + "NO_COLOR is set."
    case .pager: "When a terminal shows answers in a pager: auto is where they exceed the screen."
    case .limit: "How many rows the tables of long lists show without --limit; 0 for all."
    case .saved(let name):
      switch name.kind {
      case .alias: "The command line of flint \(name.word)."
      case .list: "The list that flint list \(name.word) shows."
      }
    }
  }

  package var form: String {
    switch self {
    case .zone: "an IANA name such as Europe/Rome or UTC"
    case .dayStart: DayStart.form
    case .weekStart: Weekday.allCases.map { $0.name.lowercased() }.alternatives
    case .language: DisplaySettings.languages.alternatives
    case .color: ColorChoice.allCases.map(\.rawValue).alternatives
    case .pager: PagerChoice.allCases.map(\.rawValue).alternatives
    case .limit: "a whole number from 0 to \(Self.largestLimit)"
    case .saved: SavedLineForm.form
    }
  }

  fileprivate static let largestLimit = 1_000_000

  /// The value of a new profile for which none is given; `nil` for the zone, which is the system's, and for
  /// command lines, of which a new profile keeps none.
  package var defaultValue: String? {
    let display = DisplaySettings()
    return switch self {
    case .zone, .saved: nil
    case .dayStart: DayStart.midnight.description
    case .weekStart, .language, .color, .pager, .limit: display[self]
    }
  }

  /// Returns a value as texts for people show it.
  package func text(of value: String) -> String { value.isEmpty ? "(none)" : value }
}

extension Profile {
  /// The settings of the profile: those that every profile has, and the command lines that it keeps.
  package var settings: [ProfileSetting] {
    ProfileSetting.ordinary
      + display.saved.keys.map { .saved($0) }.sorted { $0.name < $1.name }
  }

  /// Returns the value of a setting, as `set` accepts it.
  package func value(of setting: ProfileSetting) -> String {
    switch setting {
    case .zone: zone
    case .dayStart: dayStart.description
    case .weekStart, .language, .color, .pager, .limit, .saved: display[setting] ?? ""
    }
  }

  /// Changes a setting. Whether a zone exists, or a command line is valid, is not checked here.
  ///
  /// - Throws: `FieldError` with the name of the setting when it does not accept the value.
  package mutating func set(_ setting: ProfileSetting, to text: String) throws(FieldError) {
    func checked<Value>(_ value: Value?) throws(FieldError) -> Value {
      if let value { return value }
      throw FieldError(field: setting.name, expected: setting.form, found: "\"\(text)\"")
    }
    switch setting {
    case .zone: zone = text
    case .dayStart: dayStart = try checked(DayStart(text))
    case .weekStart: display.weekStart = try checked(Weekday(name: text))
    case .language:
      display.language = try checked(DisplaySettings.languages.first { $0 == text.lowercased() })
    case .color: display.color = try checked(ColorChoice(rawValue: text.lowercased()))
    case .pager: display.pager = try checked(PagerChoice(rawValue: text.lowercased()))
    case .limit:
      display.limit = try checked(
        Int(text).flatMap { (0...ProfileSetting.largestLimit).contains($0) ? $0 : nil })
    case .saved(let name):
      let line = try checked(SavedLineForm.checked(text))
      display.saved[name] = line.isEmpty ? nil : line
    }
  }
}

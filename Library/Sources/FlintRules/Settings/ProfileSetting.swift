import FlintCalendar
package import FlintSchema

/// A setting of a profile that can be changed; each change is recorded.
package enum ProfileSetting: String, Sendable, CaseIterable {
  case zone
  /// The local time at which civil days start.
  case dayStart = "day-start"
  /// The first day of the weeks that calendars show.
  case weekStart = "week-start"
  /// The language of texts that people read.
  case language
  /// When lists and messages are coloured.
  case color

  /// The name in commands and records.
  package var name: String { rawValue }

  package static let names = allCases.map(\.name)

  package var summary: String {
    switch self {
    case .zone: "The IANA time zone: today's day, and times without an offset."
    case .dayStart: "When civil days start: 04:00 counts the night as the day before."
    case .weekStart: "The first day of the weeks that calendars show."
    case .language: "The language of today, week, due and reports; auto is that of the locale."
    case .color:
      "When rarities, check marks and what is overdue have colours: auto is on a terminal, unless "
        + "NO_COLOR is set."
    }
  }

  package var form: String {
    switch self {
    case .zone: "an IANA name such as Europe/Rome or UTC"
    case .dayStart: DayStart.form
    case .weekStart: Weekday.allCases.map { $0.name.lowercased() }.alternatives
    case .language: DisplaySettings.languages.alternatives
    case .color: ColorChoice.allCases.map(\.rawValue).alternatives
    }
  }

  /// The value of a new profile for which none is given; `nil` for the zone, which is the system's.
  package var defaultValue: String? {
    let display = DisplaySettings()
    return switch self {
    case .zone: nil
    case .dayStart: DayStart.midnight.description
    case .weekStart, .language, .color: display[self]
    }
  }
}

extension Profile {
  /// Returns the value of a setting, as `set` accepts it.
  package func value(of setting: ProfileSetting) -> String {
    switch setting {
    case .zone: zone
    case .dayStart: dayStart.description
    case .weekStart, .language, .color: display[setting] ?? ""
    }
  }

  /// Changes a setting. Whether a zone exists is not checked here.
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
    }
  }
}

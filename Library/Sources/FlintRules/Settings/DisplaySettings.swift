package import FlintCalendar

/// When the output of commands is coloured.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// Only what a terminal shows is coloured.
  case auto
  case always
  case never
}

/// The settings that determine only how a profile is shown, and nothing that is computed.
package struct DisplaySettings: Equatable, Sendable {
  /// The first day of the weeks that calendars show. The weeks of missions and statistics begin on
  /// Monday.
  package var weekStart = Weekday.monday
  /// The language of texts that people read: a code, or `auto` for that of the locale.
  package var language = "auto"
  /// When the output is coloured.
  package var color = ColorChoice.auto

  package static let languages = ["auto", "en", "es", "it"]

  package init() {}

  subscript(setting: ProfileSetting) -> String? {
    switch setting {
    case .weekStart: weekStart.name.lowercased()
    case .language: language
    case .color: color.rawValue
    case .zone, .dayStart: nil
    }
  }
}

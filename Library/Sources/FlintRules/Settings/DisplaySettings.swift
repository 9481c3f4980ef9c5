package import FlintCalendar

/// When the output of commands is coloured.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// Only what a terminal shows is coloured.
  case auto
  case always
  case never
}

/// When a terminal shows answers in a pager.
package enum PagerChoice: String, Sendable, CaseIterable {
  /// Where an answer is longer than the screen.
  case auto
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
  package var pager = PagerChoice.auto
  /// The maximum number of rows in the tables of long lists; 0 for all.
  package var limit = 50
  /// The command lines that the profile keeps, by their names.
  package var saved: [SavedName: String] = [:]

  package static let languages = ["auto", "en", "es", "it"]

  package init() {}

  subscript(setting: ProfileSetting) -> String? {
    switch setting {
    case .weekStart: weekStart.name.lowercased()
    case .language: language
    case .color: color.rawValue
    case .pager: pager.rawValue
    case .limit: String(limit)
    case .saved(let name): saved[name] ?? ""
    case .zone, .dayStart: nil
    }
  }
}

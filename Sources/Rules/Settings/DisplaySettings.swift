public import Calendar

/// When the output of commands is coloured.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// On a terminal.
  case auto
  /// Always.
  case always
  /// Never.
  case never
}

/// The settings that determine only how a profile is shown, and nothing that is computed.
public struct DisplaySettings: Equatable, Sendable {
  /// The first day of the weeks that calendars show. The weeks of missions and statistics begin on
  /// Monday.
  public var weekStart = Weekday.monday
  /// The language of remarks.
  public var language = "en"
  /// When the output is coloured.
  public var color = ColorChoice.auto

  /// The supported languages.
  public static let languages = ["en"]

  /// Creates the settings of a new profile.
  public init() {}

  subscript(setting: ProfileSetting) -> String? {
    switch setting {
    case .weekStart: weekStart.name.lowercased()
    case .language: language
    case .color: color.rawValue
    case .zone, .dayStart: nil
    }
  }
}

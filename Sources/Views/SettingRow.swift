package import FlintRules
package import FlintSchema

/// A setting of a profile with its value.
package struct SettingRow: ResultRow {
  let setting: ProfileSetting
  let value: String
  let isUsed: Bool?

  /// Creates the row of a setting.
  ///
  /// - Parameter isColored: whether colours are used now.
  package init(_ setting: ProfileSetting, _ profile: Profile, isColored: Bool) {
    self.setting = setting
    value = profile.value(of: setting)
    isUsed = setting == .color ? isColored : nil
  }

  /// The fields.
  package static let schema = ResultSchema<SettingRow>(
    "Setting", "A setting of a profile.", shown: ["name", "value", "default", "summary"],
    [
      ResultField("name", \.setting.name, "The name."),
      ResultField("value", \.value, "The value."),
      ResultField(
        "default", \.setting.defaultValue, "The default; absent where the system's is used.",
        text: { $0.setting.defaultValue ?? ($0.setting == .zone ? "the system's" : "") }),
      ResultField("accepted", \.setting.form, "The accepted values."),
      ResultField("summary", \.setting.summary, "What it sets."),
      ResultField("is_used", \.isUsed, "Of color: whether colours are used now."),
    ])
}

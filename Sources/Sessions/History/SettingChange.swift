import FlintJSON
package import FlintRules

/// A change of a setting of a profile. It is not an event, so its batch stores it in its detail, with
/// which it can be undone, redone and listed in the log.
package struct SettingChange: Equatable, Sendable {
  package var setting: ProfileSetting
  package var old: String
  package var new: String
  /// The number of events whose civil day the change alters, where it has just been made; `nil` for a
  /// setting that does not concern days.
  package var movedEvents: Int?

  package var reversed: SettingChange { SettingChange(setting: setting, old: new, new: old) }

  /// A text such as `day-start 00:00 → 04:00`.
  package var text: String {
    "\(setting.name) \(setting.text(of: old)) → \(setting.text(of: new))"
  }

  /// The detail of the batch, as a JSON object.
  var detail: String {
    JSONValue.object([
      (
        "setting",
        .object([
          ("name", .string(setting.name)), ("old", .string(old)), ("new", .string(new)),
        ])
      )
    ]).text()
  }
}

extension SettingChange {
  /// Reads the detail of a batch; `nil` if it does not describe a change of a setting.
  init?(detail: String) {
    let change = (try? JSONValue(parsing: detail))?["setting"]
    guard case .string(let name)? = change?["name"], let setting = ProfileSetting(name: name),
      case .string(let old)? = change?["old"], case .string(let new)? = change?["new"]
    else { return nil }
    self.init(setting: setting, old: old, new: new)
  }
}

extension StoredBatch {
  /// The change of a setting that the batch made; `nil` if it made none.
  package var settingChange: SettingChange? { detail.flatMap { SettingChange(detail: $0) } }
}

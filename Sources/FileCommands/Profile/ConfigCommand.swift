import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Storage
import Views

/// Shows and changes the settings of a profile.
struct ConfigCommand: Subcommand {
  static let name = "config"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Show or change the settings of the profile.",
    discussion: """
      Without arguments, all settings are listed; with a name, its value is printed.
      A change of the day start or the zone alters which day events belong to, or
      which day is today, so the profile is computed again; the answer and --dry-run
      show what changes, and how many events change their civil day. Events keep
      their times and offsets, and those of a day without a time are at 12:00, which
      belongs to that day whenever days start. Each change is recorded: flint
      log lists it and flint undo reverts it.

      Settings:
      \(settings)
        alias.NAME  the command line of flint NAME
        list.NAME   the list that flint list NAME shows

      An alias or a list begins with a command that records, lists or shows; what
      follows NAME is added. Files are named where it is used. --color, --limit,
      --no-pager and the environment override the settings.

      Examples:
        flint config
        flint config day-start 04:00 --dry-run
        flint config zone Europe/Rome
        flint config alias.w "week --format json"
        flint config list.urgent "tasks --priority P1 --columns name,due"
        flint config --unset alias.w
      """)

  private static let settings = ProfileSetting.ordinary.map { setting in
    let name = setting.name
    return "  " + name + String(repeating: " ", count: 12 - name.count) + setting.form
  }.joined(separator: "\n")

  @OptionGroup var change: ChangeOptions
  @Argument(
    help: "The name of a setting (default: all are listed).",
    completion: .profile(.savedSettings, and: ProfileSetting.names))
  var name: String?
  @Argument(
    help: "The new value.",
    completion: .choice { words in
      ProfileSetting.ordinary.first { words.contains($0.name) }?.values ?? []
    })
  var value: String?
  @Flag(help: "Give the setting its default again, or remove the alias or list.") var unset = false
  @Option(name: .shortAndLong, help: ResultFormat.help) var format = ResultFormat.table
  @OptionGroup var selection: RowSelection

  func validate() throws {
    if name != nil, let option = selection.given {
      throw ValidationError("\(option) and the name of a setting cannot be combined")
    }
    if unset, value != nil { throw ValidationError("--unset and a value cannot be combined") }
    if unset, name == nil { throw ValidationError("--unset: expected the name of a setting") }
  }

  func run() throws {
    guard let name else {
      return try change.profile.reading { session in
        let rows = session.profile.settings.map { row($0, session.profile) }
        if format == .table, selection.given == nil {
          return StandardOutput.shared.write(TerminalTable(rows, SettingRow.schema).text)
        }
        var output = try ResultList(SettingRow.schema, format, selection, session: session)
        try output.append(rows)
        try output.end(empty: "no settings")
      }
    }
    let setting = try setting(named: name)
    if let value = try wanted(setting) { return try set(setting, to: value) }
    try change.profile.reading { session in
      let value = session.profile.value(of: setting)
      if case .saved(let name) = setting, value.isEmpty {
        throw CommandFailure.unknown(
          name.kind.rawValue, name.word,
          among: session.profile.display.saved.keys.filter { $0.kind == name.kind }.map(\.word),
          listedBy: "flint config")
      }
      format.write(row(setting, session.profile), page: TextPage([.sentences([value])]))
    }
  }

  private func row(_ setting: ProfileSetting, _ profile: Profile) -> SettingRow {
    SettingRow(setting, profile, isColored: profile.display.color.isUsed)
  }

  private func setting(named name: String) throws -> ProfileSetting {
    let wanted = name.lowercased().replacing("_", with: "-")
    if let setting = ProfileSetting(name: wanted) { return setting }
    let kinds = SavedName.Kind.allCases.map(\.rawValue)
    if let kind = kinds.first(where: { wanted.hasPrefix($0 + ".") }) {
      throw ValidationError(
        "\(Suggestion.quoted(name)): expected \(SavedName.form) behind \(kind).")
    }
    throw ValidationError(
      "there is no setting \(Suggestion.quoted(name))"
        + NearestName.hint(for: wanted, among: ProfileSetting.names) + "; the settings are "
        + (ProfileSetting.names + kinds.map { $0 + ".NAME" }).listed("and"))
  }

  /// Returns the value that the command line gives; `nil` if it asks for the present one.
  private func wanted(_ setting: ProfileSetting) throws -> String? {
    switch setting {
    case .saved(let name):
      if unset { return "" }
      if value?.trimmedWhitespace == "" {
        throw ValidationError("\(setting.name): expected a command line; --unset removes it")
      }
      return try value.map { line in
        try SavedLine.check(line, for: name)
        return line
      }
    default:
      guard unset else { return value }
      guard let usual = setting.defaultValue else {
        throw ValidationError("\(setting.name) has no default; give another value")
      }
      return usual
    }
  }

  /// Changes a setting, and reports what that changes in the profile.
  private func set(_ setting: ProfileSetting, to value: String) throws {
    try Sandbox.enter(profile: change.profile.path, isWriting: !change.dryRun)
    let source = "\(setting.name) \(value)"
    let text = try withCleanupOnInterrupt {
      try change.open().session(change.session(kind: "config", source: source)) { session in
        let before = try session.reader.summary()
        let voids = try session.state().events.voids
        let changed = try changed(setting, to: value, session)
        let after = try session.reader.summary()
        let text: String
        if let changed {
          text =
            try change.message(
              changed.text + (changed.movedText.map { "; " + $0 } ?? ""), session, before: before)
            + session.voidText(since: voids, in: "the profile")
        } else {
          text =
            "\(setting.name) is \(setting.text(of: session.profile.value(of: setting))) already"
        }
        if !format.isText {
          let new = session.profile.value(of: setting)
          StandardOutput.shared.write(
            json: .object([
              ("name", .string(setting.name)), ("old", .string(changed?.old ?? new)),
              ("new", .string(new)), ("changed", .boolean(changed != nil)),
              ("dry_run", .boolean(change.dryRun)),
              ("moved_events", changed?.movedEvents.map { .integer(Int64($0)) } ?? .null),
              (
                "changes",
                .object(
                  SummaryChanges(before: before, after: after).lines.map {
                    ($0.0.trimmedWhitespace, .string($0.1))
                  })
              ),
            ]))
          try StandardOutput.shared.flush()
        }
        // The commit follows. It must not be interrupted, since the message would report that it was
        // lost.
        TemporaryFiles.commit()
        return text
      }
    }
    if !change.quiet || change.dryRun { note(text) }
  }

  private func changed(
    _ setting: ProfileSetting, to value: String, _ session: Session
  ) throws -> SettingChange? {
    do {
      return try session.history.set(setting, to: value)
    } catch SessionError.field(let error) {
      throw ValidationError(error)
    } catch SessionError.unknownZone(let name) {
      throw ValidationError("\(setting.name): \(SessionError.unknownZone(name))")
    }
  }
}

extension SettingChange {
  /// How many events change their civil day, in words.
  fileprivate var movedText: String? {
    guard let movedEvents else { return nil }
    if movedEvents == 0 { return "no event changes its civil day" }
    return counted(movedEvents, "event") + (movedEvents == 1 ? " changes its" : " change their")
      + " civil day"
  }
}

extension ProfileSetting {
  /// The values that completions offer.
  fileprivate var values: [String] {
    switch self {
    case .zone: CompletionKind.zones()
    case .dayStart: []
    case .weekStart: Weekday.allCases.map { $0.name.lowercased() }
    case .language: DisplaySettings.languages
    case .color: ColorChoice.allCases.map(\.rawValue)
    case .pager: PagerChoice.allCases.map(\.rawValue)
    case .limit, .saved: []
    }
  }
}

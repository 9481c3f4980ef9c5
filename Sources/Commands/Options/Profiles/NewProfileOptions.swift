package import ArgumentParser
package import FlintCalendar
import FlintJSON
package import FlintRules
import Sessions
package import Storage

package struct NewProfileOptions: ParsableArguments {
  @Option(help: "The seed of the new profile, 0 to 2^64 - 1 (default: random; flint test: 1).")
  package var seed: UInt64?

  @Option(
    help: "The IANA time zone, such as Europe/Rome (default: the system's; flint test: UTC).",
    completion: .zone)
  package var zone: String?

  @Option(
    help: ArgumentHelp(
      "When civil days start, 00:00 to 11:59 (default: 00:00).", valueName: "HH:MM"),
    transform: { try DayStart(option: $0) })
  package var dayStart: DayStart?

  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "The rulebook of the new profile: ignition, ignition-shipped, everyday or a Lua file (default: "
        + "\(RulebookDefinition.newProfileDefault.id)).",
      valueName: "rulebook"))
  package var rulebook: RulebookOption?

  /// The options that were given, as words of a command.
  package var words: [String] {
    let given = [
      ("--seed", seed.map(String.init)), ("--zone", zone),
      ("--day-start", dayStart?.description), ("--rules", rulebook?.name),
    ]
    return given.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  package var definition: RulebookDefinition {
    get throws { try rulebook?.definition() ?? .newProfileDefault }
  }

  package func profile(now: MomentArgument?) throws -> Profile {
    try profile(now: now, definition: try definition)
  }

  package func profile(now: MomentArgument?, definition: RulebookDefinition) throws -> Profile {
    do {
      let created = try now.map {
        try $0.instant(
          in: CivilZone.named(zone ?? CivilZone.systemName, dayStart: dayStart ?? .midnight))
      }
      return try Profile.new(
        seed: seed, zone: zone, dayStart: dayStart ?? .midnight, rulebook: definition,
        now: created ?? .present())
    } catch let error as SessionError {
      guard case .unknownZone = error else { throw error }
      throw ValidationError(
        zone == nil ? "the variable TZ: \(error); name the zone with --zone" : "--zone: \(error)")
    }
  }

  /// Returns a note about the system's zone being UTC, which often differs from where the user is.
  /// Empty if the zone was given or is another one.
  package func zoneNote(_ profile: Profile) -> String {
    guard zone == nil, Self.namesOfUTC.contains(profile.zone) else { return "" }
    return
      "\nnote: times without an offset are read in the system's zone, \(profile.zone); to change it: "
      + "flint config zone Europe/Rome"
  }

  private static let namesOfUTC: Set = [
    "UTC", "Etc/UTC", "Etc/UCT", "UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal", "GMT",
    "Etc/GMT",
  ]

  package var isGiven: Bool { seed != nil || zone != nil || dayStart != nil || rulebook != nil }

  /// Throws if an option differs from the existing profile.
  package func check(against profile: Profile, path: String) throws {
    if let seed, seed != profile.seed {
      throw CommandFailure(
        .usage, "--seed \(seed): \(path) has \(profile.seed), which cannot be changed")
    }
    let settings: [(setting: ProfileSetting, wanted: String?)] = [
      (.zone, zone), (.dayStart, dayStart?.description),
    ]
    for (setting, wanted) in settings {
      let actual = profile.value(of: setting)
      if let wanted, wanted != actual {
        if setting == .zone {
          do throws(SessionError) {
            _ = try CivilZone.named(wanted)
          } catch {
            throw ValidationError("--zone: \(error)")
          }
        }
        throw CommandFailure(
          .usage,
          "--\(setting.name) \(wanted): \(path) has \(actual); to change it: "
            + "flint config \(setting.name) \(wanted)")
      }
    }
    guard let rulebook else { return }
    let wanted = try rulebook.rulebook()
    if wanted.hash != profile.rulebookHash {
      // A rulebook may have changed but still have the same id.
      let isNamesake = wanted.definition.id == profile.rulebook
      throw CommandFailure(
        .usage,
        "--rules \(rulebook.name): \(path) is folded with "
          + (isNamesake ? "another rulebook \(profile.rulebook)" : "rulebook \(profile.rulebook)")
          + "; try yours with --dry-run or --scratch, compare with flint replay, or adopt it with "
          + "flint rules set")
    }
  }

  /// - Parameter making: Calls the closure that creates the file, and handles interrupts.
  package func create(
    path: String, now: MomentArgument?, _ making: (() throws -> Store) throws -> Store
  ) throws -> (store: Store, description: String) {
    let profile = try profile(now: now)
    let definition = try definition.json.text()
    let store = try making {
      try Store.create(path: path, profile: profile, definition: definition)
    }
    return (store, description(of: profile))
  }

  /// Returns what defines a new profile, with a note about its zone where that may not be the wanted one.
  package func description(of profile: Profile) -> String {
    "\(profile.daysText), rulebook \(profile.rulebook), seed \(profile.seed)" + zoneNote(profile)
  }

  package init() {}
}

extension DayStart {
  package init(option text: String) throws(ValidationError) {
    self = try parsed(DayStart(text), expected: "\(DayStart.form), got \"\(text)\"")
  }
}

extension Profile {
  /// The zone and, if it is not 00:00, the day start.
  package var daysText: String {
    "zone \(zone)" + (dayStart == .midnight ? "" : ", days from \(dayStart)")
  }
}

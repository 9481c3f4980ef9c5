import ArgumentParser
import Rules
import Sessions
import Storage

/// Makes a new profile.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: "flint",
    abstract: "Make a new, empty profile.",
    discussion: """
      The seed is the key of every draw: two profiles with one seed and the same
      events are equal. It cannot be changed later. The zone decides when a day
      begins.

      Examples:
        flint init
        flint init --db work.db --zone Europe/Rome --seed 2026
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var new: NewProfileOptions
  @Flag(help: "Say nothing.") var quiet = false
  @Flag(help: "Make nothing; tell what would be made.") var dryRun = false

  func run() throws {
    if new.rulebook?.isFile == true {
      try dryRun ? Sandbox.enter() : Sandbox.enter(profile: profile.path, isWriting: true)
    }
    if dryRun {
      let wanted = try new.profile(now: profile.now)
      try Store.checkIsFree(profile.path)
      if !quiet {
        note(
          "dry run: it would make \(profile.path): zone \(wanted.zone), rulebook "
            + wanted.rulebook + new.zoneNote(wanted))
      }
      return
    }
    let created = try new.create(path: profile.path, now: profile.now) { try withoutRemains($0) }
    if !quiet { note("made \(profile.path): \(created.description)") }
  }
}

/// What a profile is given when it is made.
struct NewProfileOptions: ParsableArguments {
  @Option(help: "The new profile's seed, 0 to 2^64 - 1. Without it: a random one.")
  var seed: UInt64?

  @Option(help: "The new profile's IANA time zone, such as Europe/Rome. Without it: the system's.")
  var zone: String?

  @Option(
    name: [.customLong("rules"), .customLong("rulebook")],
    help: ArgumentHelp(
      "The new profile's rulebook: ignition, ignition-shipped or a Lua file. Without it: ignition.",
      valueName: "rulebook"))
  var rulebook: RulebookOption?

  /// The definition of the new profile's rulebook.
  var definition: RulebookDefinition {
    get throws { try rulebook?.definition() ?? .ignition }
  }

  /// What the new profile is.
  func profile(now: Timestamp?) throws -> Profile {
    try profile(now: now, definition: try definition)
  }

  /// What a new profile of a rulebook is.
  func profile(now: Timestamp?, definition: RulebookDefinition) throws -> Profile {
    do {
      let created = try now.map { try Zone(name: zone ?? Zone.systemName).resolve($0).instant }
      return try Profile.new(
        seed: seed, zone: zone, rulebook: definition, now: created ?? .present())
    } catch let error as SessionError {
      guard case .unknownZone = error else { throw error }
      throw ValidationError(
        zone == nil ? "the variable TZ: \(error); name the zone with --zone" : "--zone: \(error)")
    }
  }

  /// A line about a zone that nobody chose: machines that are set to UTC are often somewhere else. Empty
  /// where the zone was given, or is another.
  func zoneNote(_ profile: Profile) -> String {
    guard zone == nil, Self.namesOfUTC.contains(profile.zone) else { return "" }
    return
      "\nnote: the zone \(profile.zone) is the system's, and days begin by it; a profile keeps its "
      + "zone: give another with --zone, such as --zone Europe/Rome"
  }

  private static let namesOfUTC: Set = [
    "UTC", "Etc/UTC", "Etc/UCT", "UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal", "GMT",
    "Etc/GMT",
  ]

  /// Whether any of it was said.
  var isGiven: Bool { seed != nil || zone != nil || rulebook != nil }

  /// Refuses options that say something else than a profile that exists already.
  func check(against profile: Profile, path: String) throws {
    let differences: [(option: String, wanted: String?, is: String)] = [
      ("--seed", seed.map { String($0) }, String(profile.seed)), ("--zone", zone, profile.zone),
    ]
    for (option, wanted, actual) in differences {
      if let wanted, wanted != actual {
        throw CommandFailure(
          status: .usage,
          message: "\(option) \(wanted): \(path) has \(actual), and a profile keeps what it was "
            + "made with")
      }
    }
    guard let rulebook else { return }
    let wanted = try rulebook.rulebook()
    if wanted.hash != profile.rulebookHash {
      // A rulebook may have changed and kept its id.
      let isNamesake = wanted.definition.id == profile.rulebook
      throw CommandFailure(
        status: .usage,
        message: "--rules \(rulebook.name): \(path) is folded with "
          + (isNamesake ? "another rulebook \(profile.rulebook)" : "rulebook \(profile.rulebook)")
          + "; try yours with --dry-run or --scratch, compare with flint replay, or adopt it with "
          + "flint rules set")
    }
  }

  /// Makes the file and answers with a line about it.
  ///
  /// - Parameters:
  ///   - making: does the making, and sees to what happens when it is interrupted.
  func create(
    path: String, now: Timestamp?, _ making: (() throws -> Store) throws -> Store
  ) throws -> (store: Store, description: String) {
    let profile = try profile(now: now)
    let definition = try definition.json.text()
    let store = try making {
      try Store.create(path: path, profile: profile, definition: definition)
    }
    return (
      store,
      "zone \(profile.zone), rulebook \(profile.rulebook), seed \(profile.seed)"
        + zoneNote(profile)
    )
  }
}

package import FlintCalendar
package import FlintRules

/// How the lines of a population are read.
package struct PopulationTerms: Sendable {
  /// The rulebook, whose categories and intensities sparks can have.
  package var rulebook: Rulebook
  /// A second rulebook, whose categories and intensities sparks can have as well; `nil` for none.
  package var other: Rulebook?
  /// The zone of times without an offset.
  package var zone: CivilZone.Definition
  /// Whether times with an offset have the civil days of the zone, too, and not those of their offset.
  package var givesDays: Bool
  /// The instant after which no event may be; `nil` for none.
  package var now: Instant?
  /// The seed of players whose lines have none is derived from this one.
  package var seed: UInt64
  package var mostEvents: Int
  /// The names of members that are not read.
  package var ignored: Set<String>

  package init(
    rulebook: Rulebook, and other: Rulebook? = nil, zone: CivilZone.Definition,
    givesDays: Bool = false,
    now: Instant? = nil,
    seed: UInt64, mostEvents: Int, ignored: Set<String> = []
  ) {
    self.rulebook = rulebook
    self.other = other
    self.zone = zone
    self.givesDays = givesDays
    self.now = now
    self.seed = seed
    self.mostEvents = mostEvents
    self.ignored = ignored
  }

  /// The seeds of players whose lines have none.
  var seeds: PopulationSeed { PopulationSeed(seed: seed) }
}

/// The seeds of players whose lines have none.
struct PopulationSeed {
  fileprivate let seed: UInt64

  /// Returns the seed of a player: a hash of the name.
  func seed(of player: String) -> UInt64 {
    // "flint.pl" in ASCII, as the keys of ids and of corrections are texts of their own.
    var hash = SipHash128(key0: seed, key1: 0x6c70_2e74_6e69_6c66)
    hash.append(utf8: player)
    return hash.finish().0
  }
}

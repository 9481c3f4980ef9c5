package import Schema

extension NameScales {
  /// Creates the scales of a rulebook and of ignition.
  package init(_ rulebook: RulebookDefinition) {
    self.init([
      [rulebook.intensities.names, Intensity.ignitionNames],
      [rulebook.rarities.names, Rarity.ignitionNames], [Mood.allCases.map(\.name)],
    ])
  }
}

package import FlintSchema

extension NameScales {
  package init(_ rulebook: RulebookDefinition) {
    self.init([
      [rulebook.intensities.names, Intensity.ignitionNames],
      [rulebook.rarities.names, Rarity.ignitionNames], [Mood.allCases.map(\.name)],
    ])
  }
}

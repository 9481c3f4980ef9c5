package import FlintSchema

extension NameScales {
  package init(_ rulebook: RulebookDefinition) {
    self.init([
      [rulebook.intensities.names, SparkIntensity.ignitionNames],
      [rulebook.rarities.names, CardRarity.ignitionNames], [Mood.allCases.map(\.name)],
    ])
  }
}

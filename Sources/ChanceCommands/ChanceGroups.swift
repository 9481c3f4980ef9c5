package import Commands

/// The commands about chance, and those about rulebooks.
package enum ChanceGroups {
  package static let chance = SubcommandGroup(
    "Chance:",
    [OddsCommand.self, SimulateCommand.self, AuditCommand.self])

  package static let rules = SubcommandGroup(
    "Rules:",
    [RulesCommand.self, ReplayCommand.self])
}

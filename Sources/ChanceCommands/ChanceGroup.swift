package import Commands

/// The commands about chance and rulebooks.
package enum ChanceGroup {
  package static let chance = SubcommandGroup(
    "Chance and rules:",
    [
      OddsCommand.self, SimulateCommand.self, AuditCommand.self, RulesCommand.self,
      ReplayCommand.self,
    ])
}

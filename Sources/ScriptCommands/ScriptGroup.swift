package import Commands

/// The commands that run and check scripts.
package enum ScriptGroup {
  package static let scripts = SubcommandGroup(
    "Scripts:",
    [
      RunCommand.self, EvalCommand.self, ReplCommand.self,
    ])

  package static let tools = SubcommandGroup(
    "Script tools:",
    [CheckCommand.self, TestCommand.self, NewCommand.self, APICommand.self], isCompact: true)
}

import ArgumentParser
import ChanceCommands
import Commands
import ScriptCommands

/// The commands of flint that run scripts, in a build of tests: it respects the environment variables that switch
/// checks off, so that tests can show what the kernel and the watchdog stop when a check is missing.
@main
struct UncheckedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flint",
    subcommands: ScriptGroup.scripts.commands + ChanceGroups.chance.commands)

  static func main() { CommandProcess.main(Self.self) { try parseAsRoot($0) } }
}

import ArgumentParser
import ChanceCommands
import Commands
import Foundation
import Lua
import ScriptCommands
import Scripting

/// The commands of flint that run scripts, with two environment variables that switch checks off, so that tests can show
/// what the kernel and the watchdog stop where a check is missing. The program that ships has no such switch.
@main
struct UncheckedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flint",
    subcommands: ScriptGroup.scripts.commands + ChanceGroup.chance.commands)

  static func main() {
    let environment = ProcessInfo.processInfo.environment
    FileGrants.areChecksOff = environment["FLINT_TEST_UNCHECKED_FILES"] != nil
    HostCall.isUncharged = environment["FLINT_TEST_UNLIMITED_MEMORY"] != nil
    CommandProcess.main(Self.self) { try parseAsRoot($0) }
  }
}

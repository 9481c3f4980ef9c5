import ArgumentParser
import Scripting

/// Prints the reference of what scripts can call.
struct APICommand: ParsableCommand {
  /// How the reference is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown
    case luals
  }

  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Print the reference of everything that scripts can call.",
    discussion: """
      Examples:
        flint api | less
        flint api --format luals > flint.d.lua   (for the Lua language server)
      """)

  @Option(help: ArgumentHelp("How to write it.", valueName: "markdown|luals"))
  var format = Format.markdown

  func run() {
    let reference = Reference()
    StandardOutput.shared.write(format == .markdown ? reference.markdown : reference.luaLS)
  }
}

import ArgumentParser
import FlintCalendar
import Commands
import Foundation

/// Shows an invented year in a profile of its own.
struct DemoCommand: Subcommand {
  static let name = "demo"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Show an invented year, in a profile of its own.",
    discussion: """
      Fills a new profile with the 365 days of an invented person that end today, and
      shows it by flint today, year and report, each below the line that you would
      type. Nothing of yours is read or changed. The profile, the report and the Lua
      script that invents the year are in a new temporary directory, or in the new
      directory that you name. On a desktop, the report is opened in the browser.

      Examples:
        flint demo
        flint demo invented-year
      """)

  @Argument(
    help: "A new directory in which everything is kept (default: a temporary one).",
    completion: .directory)
  var folder: String?
  @Option(help: ProfileOptions.nowHelp) var now: MomentArgument?

  func run() throws {
    let folder = try DemoFolder(at: folder)
    do {
      try show(folder)
    } catch {
      folder.remove()
      throw error
    }
    StandardOutput.shared.write(
      """
      Nothing of yours was changed. To look around in the invented year:
        export FLINT_DB=\(ShellWord.quoted(folder.profile))
        flint week; flint habits; flint missions; flint calendar Read
      To return to your own profile, and to remove the year:
        unset FLINT_DB; rm -r \(ShellWord.quoted(folder.path))

      """)
    try StandardOutput.shared.flush()
    if PageOpener.isOnDesktop, let problem = PageOpener.show(folder.report) { note(problem) }
  }

  /// Runs the commands that make the profile and show it, each as a person would: with its own output, in a
  /// sandbox of its own.
  private func show(_ folder: DemoFolder) throws {
    // What was shown last is kept beside the profile, too.
    let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"]
    setenv("XDG_STATE_HOME", folder.path + "/state", 1)
    defer {
      if let state { setenv("XDG_STATE_HOME", state, 1) } else { unsetenv("XDG_STATE_HOME") }
    }
    try run(
      ["run", "--create", "--db", folder.profile, "--seed", "2025", "--quiet", folder.script]
        + ["--", "-364d"])
    StandardOutput.shared.write("$ export FLINT_DB=\(ShellWord.quoted(folder.profile))\n\n")
    setenv("FLINT_DB", folder.profile, 1)
    try run(["today"])
    try run(["year", "--since", "-364d"])
    try run(["report", "all", "--with-titles", "--output", folder.report])
  }

  /// Prints a command line, and runs it.
  private func run(_ words: [String]) throws {
    let words = ["flint"] + words
    StandardOutput.shared.write("$ \(words.map(ShellWord.quoted).joined(separator: " "))\n")
    try StandardOutput.shared.flush()
    let given = now.map { ["--now", $0.expression.text] } ?? []
    // Arguments of a script end the line.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    try PageOpener.run(Array(words[..<end] + given + words[end...]))
    StandardOutput.shared.write("\n")
  }
}

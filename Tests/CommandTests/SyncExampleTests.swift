import Foundation
import Testing

/// The files of `examples/sync`, by which a timer synchronizes.
struct `The examples of a timer` {
  private static func lines(_ name: String) throws -> [String] {
    try String(
      contentsOf: Shell.root.appendingPathComponent("examples/sync/\(name)"), encoding: .utf8
    ).split(separator: "\n").map(String.init)
  }

  /// The command of a unit of systemd or of a crontab, as a shell runs it.
  private static func command(_ name: String) throws -> String? {
    for line in try lines(name) where !line.hasPrefix("#") {
      if let match = line.wholeMatch(of: /ExecStart=(.*)/) {
        return String(match.1).replacing("%h", with: "\"$HOME\"")
      }
      if name == "crontab", let match = line.wholeMatch(of: /(?:\S+\s+){5}(.*)/) {
        return String(match.1).replacing("$FLINT", with: "flint")
      }
    }
    return nil
  }

  @Test(arguments: ["flint-sync.service", "crontab"])
  func `have a command that writes the copy of this device and says nothing`(name: String) throws {
    let scratch = try Scratch()
    let command = try #require(try Self.command(name))
    let result = try Shell.run(
      """
      export HOME="$PWD/home"; mkdir -p "$HOME/Sync/flint"; flint init --quiet &&
        \(command) && \(command) && ls "$HOME/Sync/flint" | grep -c '[.]db$'
      """, in: scratch.url)
    #expect(result.status == 0 && result.output == "1\n", "\(result.output)")
  }

  @Test func `name the profile's folder once in each place, and the timer its service`() throws {
    let unit = try Self.lines("flint-sync.service")
    #expect(unit.count { $0.hasSuffix("%h/Sync/flint") } == 2)
    #expect(try Self.lines("flint-sync.timer").contains("OnUnitInactiveSec=10min"))
    let shown = Pages.text("docs/sync.md")
    for name in ["flint-sync.service", "flint-sync.timer"] { #expect(shown.contains(name)) }
  }
}

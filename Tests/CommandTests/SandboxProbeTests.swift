import Confinement
import Foundation
import Testing

/// What code could do that broke out of Lua: `Sandbox/prober.c` tries it in the very process of a
/// `flint eval`, when the sandbox is closed and the profile open.
struct `Native code in the sandbox` {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Sandbox/prober.c").path

  /// A table of what was tried, each behind `held` or `reached`.
  private func probed() throws -> [String] {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      set -e; mkdir outside profile here
      PATH=$PATH:\(Self.compilerFolder)
      clang -shared -fPIC -Wall -Wextra -Werror -o prober.so '\(Self.source)'
      clang -DVICTIM -o victim '\(Self.source)'
      echo hidden >outside/secret; chmod 600 outside/secret
      flint init --quiet --db profile/p.db; cp profile/p.db profile/other.db
      mkfifo input; ./victim <input >ids & exec 9>input
      while [ ! -s ids ]; do sleep 0.02; done
      cd here
      PROBE_VICTIM="$(cat ../ids)" PROBE_OUTSIDE=$PWD/../outside PROBE_PROFILE=$PWD/../profile \
        LD_PRELOAD=../prober.so flint eval --db ../profile/p.db 1 57</dev/null
      cat ../outside/secret; ls -a ../profile
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Where Swift comes from, a C compiler does.
  private static var compilerFolder: String {
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return paths.split(separator: ":").map(String.init)
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/clang") } ?? "/usr/bin"
  }

  @Test func `reaches the profile, and nothing else`() throws {
    guard Walls.available.landlock > 0 else { return }
    let table = try probed()
    #expect(table.count { $0.hasPrefix("held") || $0.hasPrefix("reached") } >= 140)
    #expect(table.filter { $0.hasPrefix("reached") } == ["reached write the profile"])
    // And what was there before is still as it was.
    #expect(
      table.suffix(while: { !$0.hasPrefix("held") && !$0.hasPrefix("reached") }) == [
        "hidden", ".", "..", "other.db", "p.db", "p.db-shm", "p.db-wal",
      ])
  }
}

extension Array {
  /// The longest end of which each element fits.
  fileprivate func suffix(while fits: (Element) -> Bool) -> [Element] {
    Array(reversed().prefix(while: fits).reversed())
  }
}

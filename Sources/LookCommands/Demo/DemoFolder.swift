import CTexts
import Commands
import Foundation

/// The new directory of a demonstration, with the script that invents a year and the quests that it loads.
struct DemoFolder {
  let path: String

  var profile: String { path + "/demo.db" }
  var report: String { path + "/report.html" }
  var script: String { path + "/year.lua" }

  /// Creates the directory and its files.
  ///
  /// - Parameter path: The path of the directory; a new one among the temporary files if it is `nil`.
  /// - Throws: `CommandFailure` if the directory exists or cannot be written.
  init(at path: String?) throws {
    let manager = FileManager.default
    let chosen = path.map { URL(fileURLWithPath: $0).path }
    let folder = chosen ?? manager.temporaryDirectory.path + "/flint-demo-\(Self.word)"
    self.path = folder
    // A folder of another user may be made under a name that can be guessed.
    guard mkdir(folder, 0o700) == 0 else {
      let reason = errno == EEXIST ? "already exists" : String(cString: strerror(errno))
      throw CommandFailure(.storage, "\(folder): \(reason); nothing was changed")
    }
    do {
      try manager.createDirectory(
        atPath: folder + "/data/quests", withIntermediateDirectories: true)
      for (name, text) in [
        ("year.lua", flint_example_year()),
        ("data/quests/harbour.json", flint_example_harbour()),
        ("data/quests/lighthouse.json", flint_example_lighthouse()),
      ] {
        try String(cString: text).write(
          toFile: folder + "/" + name, atomically: false, encoding: .utf8)
      }
    } catch {
      remove()
      throw CommandFailure(.storage, "\(folder): cannot be written: \(error.localizedDescription)")
    }
  }

  private static var word: String { String(UInt32.random(in: 0 ... .max), radix: 36) }

  /// Removes the directory, which nobody else has used yet.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

import CBuild
import CSQLite
import Calendar
import Lua

/// The version of this program, and of what it uses.
enum Version {
  /// The version of this release.
  static let number = "0.2.0"

  /// What `flint --version` prints.
  static var text: String {
    let commit = String(cString: flint_commit())
    return "flint \(number)\(commit.isEmpty ? "" : " (commit \(commit))")\n"
      + "\(LuaDefects.release), SQLite \(String(cString: sqlite3_libversion())), "
      + (Zone.systemRelease.map { "tzdata \($0)" } ?? "no tzdata")
  }
}

import CBuild
import CSystem
import FlintCalendar
import Commands
import Lua

extension Version {
  /// What `flint --version` prints: the version of this program, and of what it uses.
  static var text: String {
    let commit = String(cString: flint_commit())
    return "flint \(number)\(commit.isEmpty ? "" : " (commit \(commit))")\n"
      + "\(LuaLibrary.release), SQLite \(String(cString: sqlite3_libversion())), "
      + (CivilZone.systemRelease.map { "tzdata \($0)" } ?? "no tzdata")
  }
}

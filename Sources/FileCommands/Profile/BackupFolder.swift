import Calendar
import Commands
import Foundation
import Rules
import Storage

/// A folder of dated copies of a profile: `NAME-2026-03-01.db`, with the time behind the day where there are
/// several of one day.
struct BackupFolder {
  let path: String
  /// The name of the profile's file without its ending.
  let name: String

  init(_ path: String, profile: String) {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    self.path = path
    let file = profile.split(separator: "/").last.map(String.init) ?? profile
    name = file.hasSuffix(".db") ? String(file.dropLast(3)) : file
  }

  private func path(of copy: String) -> String { path + "/" + copy }

  /// Returns the names of the copies of a profile, the oldest first. A file of such a name that is a copy of
  /// another profile, or cannot be read, is none.
  func copies(of profile: EventID) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(isDated).sorted()
      .filter { Store.profileID(ofUnused: path(of: $0)) == profile }
  }

  /// Returns whether a name is that of a dated copy.
  private func isDated(_ file: String) -> Bool {
    guard file.hasPrefix(name + "-"), file.hasSuffix(".db") else { return false }
    let stamp = file.dropFirst(name.count + 1).dropLast(3)
    return stamp.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{4}(-[0-9]+)?)?/) != nil
  }

  /// Returns the path of a new copy.
  ///
  /// - Parameter time: The present as `2026-03-01 09:30`.
  func newCopy(at time: String) -> String {
    let day = "\(name)-\(time.prefix(10))"
    let minute = "\(day)T\(time.dropFirst(11).filter { $0 != ":" })"
    var candidates = [day, minute]
    while ProfilePath.exists(path(of: candidates[0] + ".db")) {
      candidates.removeFirst()
      if candidates.isEmpty {
        let number = (2...).first { !ProfilePath.exists(path(of: "\(minute)-\($0).db")) }
        candidates = ["\(minute)-\(number ?? 2)"]
      }
    }
    return path(of: candidates[0] + ".db")
  }

  /// Returns the copies that are more than a number, the oldest first.
  func surplus(of profile: EventID, keeping number: Int) -> [String] {
    copies(of: profile).dropLast(number).map(path(of:))
  }

  /// Returns the latest copy if it is equal to the profile.
  func current(_ store: Store, _ profile: EventID) -> String? {
    guard let latest = copies(of: profile).last.map(path(of:)),
      let copy = try? Store.openForReading(path: latest),
      let (own, other) = try? (
        store.access { try $0.contentDescription }, copy.access { try $0.contentDescription }
      ), own == other
    else { return nil }
    return latest
  }
}

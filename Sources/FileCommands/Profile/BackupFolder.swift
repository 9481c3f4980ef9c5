import Commands
import Foundation
import FlintRules
import Storage

/// A folder of dated copies of a profile: `NAME-2026-03-01.db`, with the time behind the day where there are
/// several of one day.
struct BackupFolder {
  let path: String
  /// The name of the profile's file without its ending.
  let name: String

  init(_ path: String, profile: String) {
    self.path = ProfilePath.withoutSlashes(path)
    let file = profile.split(separator: "/").last.map(String.init) ?? profile
    name = file.hasSuffix(".db") ? String(file.dropLast(3)) : file
  }

  private func path(of copy: String) -> String { path + "/" + copy }

  /// Returns the names of the copies of a profile, the oldest first. A file of such a name that is a copy of
  /// another profile, or cannot be read, is none.
  func copies(of profile: EventID) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { file in date(of: file).map { (file, $0) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
      .filter { Store.profileID(ofUnused: path(of: $0)) == profile }
  }

  /// Returns the day, the time and the number that the name of a dated copy has; `nil` for another name.
  private func date(of file: String) -> (String, String, Int)? {
    guard file.hasPrefix(name + "-"), file.hasSuffix(".db") else { return nil }
    let form = /([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{4})(?:-([0-9]{1,9}))?)?/
    guard let found = file.dropFirst(name.count + 1).dropLast(3).wholeMatch(of: form) else {
      return nil
    }
    return (String(found.1), String(found.2 ?? ""), found.3.flatMap { Int($0) } ?? 0)
  }

  /// Returns the path of a new copy, which is later than those of its day.
  ///
  /// - Parameter time: The present as `2026-03-01 09:30`.
  func newCopy(at time: String) -> String {
    let day = "\(name)-\(time.prefix(10))"
    let minute = "\(day)T\(time.dropFirst(11).filter { $0 != ":" })"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    if !names.contains(where: { $0.hasPrefix(day) }) { return path(of: day + ".db") }
    let last = names.filter { $0.hasPrefix(minute) }.compactMap { date(of: $0)?.2 }.max()
    return path(of: minute + (last.map { "-\(max($0, 1) + 1)" } ?? "") + ".db")
  }

  /// Returns the copies that are more than a number, the oldest first.
  ///
  /// - Parameter new: The copy that was just made, which is not one of them whatever its date is.
  func surplus(of profile: EventID, keeping number: Int, beside new: String?) -> [String] {
    let others = copies(of: profile).map(path(of:)).filter { $0 != new }
    return others.dropLast(new == nil ? number : number - 1)
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

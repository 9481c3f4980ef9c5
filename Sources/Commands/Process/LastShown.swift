import Foundation
package import FlintJSON
import FlintRules
package import Sessions
import Storage

/// What commands showed last of a profile on this device, such as the tasks of a list with their numbers.
///
/// It is kept in a file for each profile and subject, in `flint/shown` of `$XDG_STATE_HOME`, and is no part of the
/// profile: reading a profile does not change it, and other devices have lists of their own.
package struct LastShown {
  /// What was shown.
  package enum Subject: String {
    /// The ids of the tasks that the last list of tasks numbered, in order.
    case tasks
    /// The time up to which the last report of `--since last` went.
    case report
  }

  private static let folder = StateDirectory.path.map { $0 + "/shown" }

  /// What a command that keeps what it showed adds to the files that it writes: a file of the directory, which is
  /// created.
  package static var outputs: [String] {
    guard let folder, StateDirectory.create(folder) else { return [] }
    return [folder + "/shown.json"]
  }

  /// The size in bytes of the largest file that is read.
  private static let maximumSize = 1 << 18
  /// The number of files that are kept; the one that was written longest ago is removed.
  private static let mostFiles = 100

  private let profile: String

  /// Creates the access to what was shown of the profile of a session.
  package init(_ session: Session) { profile = "\(session.profile.id)" }

  private func path(_ subject: Subject) -> String? {
    Self.folder.map { "\($0)/\(profile)-\(subject.rawValue).json" }
  }

  /// Returns what was shown; `nil` if nothing was, or the file cannot be read.
  package subscript(subject: Subject) -> JSONValue? {
    guard let path = path(subject), Self.status(path)?.type == .typeRegular,
      let data = try? FileHandle(forReadingAtPath: path)?.read(upToCount: Self.maximumSize)
    else { return nil }
    return try? JSONValue(parsing: Array(data))
  }

  /// Keeps what is shown.
  ///
  /// - Returns: Whether it could be written; a home directory may be read-only.
  @discardableResult
  package func keep(_ value: JSONValue, as subject: Subject) -> Bool {
    guard let path = path(subject),
      (try? Data((value.text() + "\n").utf8)
        .write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
    else { return false }
    Self.removeOldest()
    return true
  }

  private static func removeOldest() {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      names.count > mostFiles
    else { return }
    let files = names.map { folder + "/" + $0 }.map { ($0, status($0)?.changed ?? .distantPast) }
    for (path, _) in files.sorted(by: { $0.1 < $1.1 }).dropLast(mostFiles) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private static func status(_ path: String) -> (type: FileAttributeType?, changed: Date?)? {
    (try? FileManager.default.attributesOfItem(atPath: path)).map {
      ($0[.type] as? FileAttributeType, $0[.modificationDate] as? Date)
    }
  }
}

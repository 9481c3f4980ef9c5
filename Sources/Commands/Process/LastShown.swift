import Foundation
package import JSON
import Rules
package import Sessions
import Storage

/// What commands showed last of a profile on this device, such as the tasks of a list with their numbers.
///
/// It is kept in `flint/shown` of `$XDG_STATE_HOME`, a file for each profile, and is no part of the profile:
/// reading a profile does not change it, and other devices have lists of their own.
package struct LastShown {
  /// What was shown.
  package enum Subject: String {
    /// The ids of the tasks that the last list of tasks numbered, in order.
    case tasks
    /// The time up to which the last report of `--since last` went.
    case report
  }

  /// The directory; `nil` where the environment names none.
  private static let folder: String? = {
    let environment = ProcessInfo.processInfo.environment
    // “XDG Base Directory Specification”: a relative path in the variable is ignored.
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? environment["HOME"].map { $0 + "/.local/state" }).map { $0 + "/flint/shown" }
  }()

  /// What a command that writes what it showed adds to the files that it writes. The directory is created.
  package static var outputs: [String] {
    guard let folder,
      (try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])) != nil
    else { return [] }
    return [folder + "/profile.json"]
  }

  /// The largest file that is read.
  private static let maximumSize = 1 << 20

  private let path: String?

  /// Creates the access to what was shown of the profile of a session.
  package init(_ session: Session) {
    path = Self.folder.map { "\($0)/\(session.profile.id).json" }
  }

  /// Returns what was shown; `nil` if nothing was, or the file cannot be read.
  package subscript(subject: Subject) -> JSONValue? {
    members.first { $0.name == subject.rawValue }?.value
  }

  /// Keeps what is shown.
  ///
  /// - Returns: Whether it could be written; a home directory may be read-only.
  package func keep(_ value: JSONValue, as subject: Subject) -> Bool {
    guard let path else { return false }
    var members = members.filter { $0.name != subject.rawValue }
    members.append((subject.rawValue, value))
    let data = Data((JSONValue.object(members).text() + "\n").utf8)
    return (try? data.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
  }

  private var members: [(name: String, value: JSONValue)] {
    guard let path, let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Self.maximumSize),
      case .object(let members)? = try? JSONValue(parsing: Array(data))
    else { return [] }
    return members.map { ($0.name, $0.value) }
  }
}

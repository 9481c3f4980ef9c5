import Foundation
package import JSON
import Rules
package import Sessions
import Storage

/// What commands showed last of a profile on this device, such as the tasks of a list with their numbers.
///
/// It is kept in `flint/shown` of `$XDG_STATE_HOME` and is no part of the profile: reading a profile does not
/// change it, and other devices have lists of their own.
package struct LastShown {
  /// What was shown.
  package enum Subject: String {
    /// The ids of the tasks that the last list of tasks numbered, in order.
    case tasks
    /// The time up to which the last report of `--since last` went.
    case report
  }

  private static let folder = StateDirectory.path.map { $0 + "/shown" }

  private static var path: String? { folder.map { $0 + "/profiles.json" } }

  /// What a command that keeps what it showed adds to the files that it writes. The directory is created.
  package static var outputs: [String] {
    guard let folder, let path, StateDirectory.create(folder) else { return [] }
    return [path]
  }

  /// The largest file that is read.
  private static let maximumSize = 1 << 22
  /// The number of profiles that are remembered; the one of which something was shown longest ago is dropped.
  private static let mostProfiles = 20

  private let profile: String

  /// Creates the access to what was shown of the profile of a session.
  package init(_ session: Session) { profile = "\(session.profile.id)" }

  /// Returns what was shown; `nil` if nothing was, or the file cannot be read.
  package subscript(subject: Subject) -> JSONValue? {
    Self.profiles()[profile]?[subject.rawValue]
  }

  /// Keeps what is shown.
  ///
  /// - Returns: Whether it could be written; a home directory may be read-only.
  @discardableResult
  package func keep(_ value: JSONValue, as subject: Subject) -> Bool {
    guard let path = Self.path else { return false }
    var profiles = Self.profiles()
    let shown = (profiles[profile] ?? .object([])).with(value, for: subject.rawValue)
    profiles = profiles.with(nil, for: profile).with(shown, for: profile)
    if case .object(let members) = profiles {
      profiles = .object(members.suffix(Self.mostProfiles))
    }
    let data = Data((profiles.text() + "\n").utf8)
    return (try? data.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
  }

  /// Returns what was shown of all profiles, as an object by their ids.
  private static func profiles() -> JSONValue {
    guard let path,
      (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        == .typeRegular,
      let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: maximumSize),
      let value = try? JSONValue(parsing: Array(data)), case .object = value
    else { return .object([]) }
    return value
  }
}

extension JSONValue {
  /// Returns an object with another value of a member, which becomes the last one, or without it.
  fileprivate func with(_ value: JSONValue?, for name: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name } + (value.map { [(name, $0)] } ?? []))
  }
}

package import ArgumentParser
import Foundation
package import Scripting
import Storage

/// The options that grant a script access to files and environment variables. Without them it has
/// access only to the profile and to what is granted by default.
package struct PermissionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Allow reading this file or directory. Files named in the script's arguments are always "
        + "readable. The script's directory is readable too, except for hidden files, unless it is "
        + "the home directory.", valueName: "path"),
    completion: .file())
  package var allowRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "Allow writing this directory, or this file, which need not exist yet. All other writes are "
        + "denied. Written files appear when the script succeeds or calls checkpoint().",
      valueName: "path"),
    completion: .file())
  package var allowWrite: [String] = []

  @Option(
    help: ArgumentHelp(
      "Allow reading this environment variable; NAME* allows every variable with that " + "prefix.",
      valueName: "name"))
  var allowEnv: [String] = []

  @Option(
    help: ArgumentHelp(
      "Deny reading this file or directory, even if it is allowed otherwise.",
      valueName: "path"),
    completion: .file())
  var denyRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "Deny writing this file or directory, even if it is allowed otherwise.",
      valueName: "path"),
    completion: .file())
  var denyWrite: [String] = []

  @Option(
    help: ArgumentHelp(
      "Deny reading this environment variable, even if it is allowed otherwise.", valueName: "name")
  )
  var denyEnv: [String] = []

  package func validate() throws {
    // Denying a path that cannot exist would have no effect, so that is an error too.
    for (option, paths) in [("--allow-write", allowWrite), ("--deny-write", denyWrite)] {
      for path in paths {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
          throw ValidationError("\(option) \(path): there is no directory \(folder)")
        }
      }
    }
    for (option, paths) in [("--allow-read", allowRead), ("--deny-read", denyRead)] {
      for path in paths where !FileManager.default.fileExists(atPath: path) {
        throw ValidationError("\(option) \(path): no such file or directory")
      }
    }
    for (option, names) in [("--allow-env", allowEnv), ("--deny-env", denyEnv)] {
      for name in names where name.isEmpty || name.contains("=") {
        throw ValidationError("\(option): expected the name of a variable, got \"\(name)\"")
      }
    }
  }

  /// The environment variables that the script may read.
  package var environment: EnvironmentGrants {
    EnvironmentGrants(allowing: allowEnv, denying: denyEnv)
  }

  /// Returns the files that the script may read and write.
  ///
  /// - Parameters:
  ///   - directory: The directory of the script, if it has one.
  ///   - arguments: The arguments of the script; files named there are readable.
  ///   - profile: The profile that the script works on, if any.
  package func files(
    directory: String?, arguments: [String], profile: ProfileOptions?
  ) -> FileGrants {
    FileGrants(
      reading: allowRead, own: directory, files: arguments, writing: allowWrite,
      denyingReading: denyRead, denyingWriting: denyWrite,
      keeping: profile?.ownFiles ?? [])
  }

  package init() {}
}

import ArgumentParser
import Foundation
import Scripting
import Storage

/// What a script may touch beside the profile: nothing but what is granted.
struct PermissionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file or directory that the script may read. It may read beneath its own directory, but for "
        + "names that begin with a dot and unless that is the home directory, and files named in its "
        + "arguments anyway.", valueName: "path"),
    completion: .file())
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file, which need not be there yet, or a directory that the script may write. It may write "
        + "nothing else. Files appear when the script has ended well, or at a checkpoint.",
      valueName: "path"),
    completion: .file())
  var allowWrite: [String] = []

  @Option(
    help: ArgumentHelp(
      "A variable of the environment that the script may see; NAME* for all that begin like that.",
      valueName: "name"))
  var allowEnv: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file or directory that the script may not read, though it is granted otherwise.",
      valueName: "path"),
    completion: .file())
  var denyRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file or directory that the script may not write, though it is granted otherwise.",
      valueName: "path"),
    completion: .file())
  var denyWrite: [String] = []

  @Option(
    help: ArgumentHelp(
      "A variable that the script may not see, though it is granted otherwise.", valueName: "name"))
  var denyEnv: [String] = []

  func validate() throws {
    // A denial of what can never be would deny nothing, so that is a mistake too.
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

  /// Which variables the script may see.
  var environment: EnvironmentGrants { EnvironmentGrants(allowing: allowEnv, denying: denyEnv) }

  /// Which files the script may touch.
  ///
  /// - Parameters:
  ///   - directory: its own, if it has one.
  ///   - arguments: what it is given; files named there it may read.
  ///   - profile: the profile, if there is one.
  func files(
    directory: String?, arguments: [String], profile: ProfileOptions?
  ) -> FileGrants {
    FileGrants(
      reading: allowRead, own: directory, files: arguments, writing: allowWrite,
      denyingReading: denyRead, denyingWriting: denyWrite,
      keeping: profile?.ownFiles ?? [])
  }
}

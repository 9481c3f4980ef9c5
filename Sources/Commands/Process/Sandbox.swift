import ArgumentParser
package import Confinement
import Foundation
import Lua
import Scripting
import Storage
import Synchronization

/// The kernel's sandbox around this process. Commands that run Lua files or read untrusted files enter
/// it first. If such a file exploits Lua, SQLite or a library, the process can still write only what
/// the command writes, start no program, and has no network.
package enum Sandbox {
  private static let entered = Atomic<Bool>(false)

  private static let required = Atomic<Bool>(false)

  static var isEntered: Bool { entered.load(ordering: .relaxed) }

  /// From now on, entering a sandbox fails if the kernel does not support the complete one.
  static func require() { required.store(true, ordering: .relaxed) }

  /// Enters a sandbox. The process cannot leave it.
  ///
  /// - Parameter isQuiet: Whether no note is printed if the kernel does not support the complete sandbox.
  /// - Throws: `CommandFailure`.
  package static func enter(_ confinement: Confinement, isQuiet: Bool = false) throws {
    let status = confinement.enforce()
    entered.store(true, ordering: .relaxed)
    let gaps = gaps(in: status)
    if gaps.isEmpty { return }
    guard !required.load(ordering: .relaxed) else {
      throw CommandFailure(
        .failure, "--require-sandbox: \(gaps.joined(separator: "; ")); see flint doctor")
    }
    // A shell that asks for completions shows notes in the middle of its line.
    if isQuiet || CompletionShell.requesting != nil { return }
    for gap in gaps { note("note: \(gap); see flint doctor") }
  }

  /// Enters a sandbox in which a profile is used. A profile without a write-ahead log is first switched
  /// to one, within a sandbox already, since it may come from an untrusted source.
  package static func enter(
    _ confinement: Confinement, profile: String, isWriting: Bool,
    keepsTemporaryFilesInMemory: Bool = true, isQuiet: Bool = false
  ) throws {
    var confinement = confinement
    let needsLog = isWriting && SandboxedProfile.hasNoLog(profile)
    if needsLog {
      var wider = confinement
      wider.grantFolder(ofProfile: profile)
      try enter(wider, isQuiet: isQuiet)
      // The profile of another user keeps access to its directory: ownership of files created there
      // could not be transferred any more.
      guard SandboxedProfile.isOwn(profile) else { return }
      // An error is reported when the profile is opened next.
      _ = try? Store.open(path: profile)
    }
    confinement.grant(
      profile: profile, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    if needsLog {
      confinement.narrow()
    } else {
      try enter(confinement, isQuiet: isQuiet)
    }
  }

  /// Enters a sandbox for a command that runs Lua files or reads untrusted files.
  ///
  /// - Parameters:
  ///   - reading: Readable files and directories, with everything beneath them.
  ///   - profile: The path of the profile, if the command uses one.
  ///   - others: The paths of other profiles that the command reads.
  ///   - outputs: The files that the command writes; their directories are writable.
  ///   - outputFolders: The new directories that the command writes, which are made beneath theirs.
  ///   - temporary: A private directory in which the command creates files and directories.
  ///   - loadsLibraries: Whether the command reads text in any encoding, for which libraries are loaded.
  package static func enter(
    reading: [String] = ["/"], profile: String? = nil, isWriting: Bool = false,
    others: [String] = [], outputs: [String] = [], outputFolders: [String] = [],
    temporary: String? = nil, loadsLibraries: Bool = true
  ) throws {
    var confinement = Confinement()
    confinement.loadsLibraries = loadsLibraries
    confinement.reading = reading == ["/"] ? reading : Confinement.system + reading
    // A file that replaces another is written beside the target of a link.
    confinement.writing = outputs.map(ScriptText.folder(of:)) + ["/dev/null"]
    confinement.temporary = temporary.map { [$0] } ?? []
    confinement.emptying = temporary.map { [ScriptText.folder(of: $0)] } ?? []
    for folder in outputFolders {
      let made = TemporaryFiles.createFolder(of: folder)
      confinement.temporary.append(ScriptText.folder(of: folder))
      confinement.emptying += made.first.map { [ScriptText.folder(of: $0)] } ?? []
    }
    let isThere = profile.map { FileManager.default.fileExists(atPath: $0) } ?? false
    if let profile, isWriting, !isThere {
      // The created directory is removed if the command fails or is interrupted.
      Signals.block([SIGINT, SIGTERM, SIGHUP])
      let made = TemporaryFiles.createFolder(of: profile)
      confinement.emptying += made.first.map { [ScriptText.folder(of: $0)] } ?? []
    }
    for other in others where FileManager.default.fileExists(atPath: other) {
      confinement.grant(profile: other)
    }
    guard let profile, isWriting || isThere else {
      return try enter(confinement)
    }
    try enter(
      confinement, profile: profile, isWriting: isWriting,
      keepsTemporaryFilesInMemory: temporary == nil)
  }

  /// Enters a sandbox and runs a closure in it. SQLite's temporary files go to a directory beside the
  /// profile, if one can be created there, which is removed afterwards.
  ///
  /// - Parameters:
  ///   - others: The paths of other profiles that are read.
  ///   - folders: Directories in which files and directories are written.
  package static func enterWithTemporaryDirectory(
    profile: String, others: [String] = [], folders: [String] = [], _ body: () throws -> Void
  ) throws {
    try TemporaryFiles.withTemporaryDirectory(beside: profile) { directory in
      // SQLite reads the variable when it is first used.
      if let directory { setenv("SQLITE_TMPDIR", directory, 1) }
      try enter(
        profile: profile, isWriting: true, others: others,
        outputFolders: folders.map { $0 + "/new" }, temporary: directory)
      try body()
    }
  }

  /// Returns descriptions of the parts of the sandbox that the kernel does not enforce.
  private static func gaps(in status: SandboxStatus) -> [String] {
    var gaps: [String] = []
    if !status.confinesFiles {
      gaps.append(
        "this kernel cannot restrict file access (no Landlock); scripts are kept from files "
          + "only by Flint's own checks"
      )
    }
    if !status.filtersCalls {
      let reason = status.filterError.map { " (\(String(cString: strerror($0))))" } ?? ""
      gaps.append(
        "the system call filter could not be installed\(reason); scripts are kept from "
          + "processes and the network only by Lua itself")
    }
    return gaps
  }
}

extension Confinement {
  /// Creates the kernel's restrictions for a script. They cannot express denials within allowed
  /// directories; Flint's own checks enforce those.
  ///
  /// - Parameters:
  ///   - directories: The directories of the script and its modules.
  ///   - arguments: The arguments of the script; files named there are readable.
  ///   - profile: The path of the profile, which may grow by as much as scripts may write, or further
  ///     where output goes to a file, since a process has one limit of the size of files.
  package init(
    _ permissions: PermissionOptions, directories: [String], arguments: [String], profile: String?,
    limits: LimitOptions
  ) {
    self.init()
    reading =
      Confinement.system + permissions.allowRead + directories.flatMap(Self.ownFiles(in:))
      + arguments.filter { Self.kind(of: $0) == S_IFREG }
    writing = permissions.allowWrite.map {
      // A file is first written under a temporary name in the same directory.
      Self.kind(of: $0) == S_IFDIR ? $0 : Self.folder(of: $0)
    }
    // The arena reserves twice the memory limit as address space; Lua's large blocks are allocated
    // outside it.
    addressSpace = 4 * limits.maxMemory.bytes + Self.margin
    fileSize = max(
      Self.profileSize(profile) + limits.maxWritten.bytes,
      Self.outputSize.map { $0 + limits.maxOutput.bytes } ?? 0)
  }

  /// Returns the size in bytes of the largest file of the profile: no file written by a script may
  /// become larger.
  private static func profileSize(_ profile: String?) -> Int {
    var status = stat()
    let files = profile.map { path in ([""] + ProfilePath.companions).map { path + $0 } } ?? []
    return files.map { stat($0, &status) == 0 ? Int(status.st_size) : 0 }.max() ?? 0
  }

  /// The size in bytes of the file to which output is redirected; `nil` if it is not redirected to a
  /// file.
  private static var outputSize: Int? {
    var status = stat()
    return [STDOUT_FILENO, STDERR_FILENO].compactMap { descriptor in
      fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        ? Int(status.st_size) : nil
    }.max()
  }

  /// Grants access to the files of a profile that SQLite uses or, if some of them have to be created or
  /// removed, to their directory.
  package mutating func grant(profile path: String, keepsTemporaryFilesInMemory: Bool = true) {
    let files = SandboxedProfile.prepare(
      path, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    if let files {
      writing += files
    } else {
      grantFolder(ofProfile: path)
    }
  }

  /// Grants access to the directory of a profile, in which SQLite creates files.
  mutating func grantFolder(ofProfile path: String) {
    let folder = Self.folder(of: path)
    writing.append(folder)
    // SQLite's temporary files go there too: it has no access to other directories.
    setenv("SQLITE_TMPDIR", folder, 1)
  }

  /// Returns the paths that a script may read in its own directory: the directory, or, if that is the
  /// home directory, only the Lua files in it, which may be modules.
  package static func ownFiles(in directory: String) -> [String] {
    guard FileGrants.isTooWide(directory) else { return [directory] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".lua") && !$0.hasPrefix(".") }.map { directory + "/" + $0 }
      .filter { Self.kind(of: $0) == S_IFREG }
  }

  /// The address space in bytes for SQLite, Swift and threads.
  package static let margin = 4 << 30

  /// Returns the directory of a file after resolving symbolic links.
  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

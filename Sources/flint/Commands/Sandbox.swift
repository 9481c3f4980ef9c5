import Confinement
import Foundation
import Lua
import Scripting
import Storage
import Synchronization

/// The kernel's sandbox around this process. What runs files of Lua or reads files from elsewhere enters
/// it before: should one of them get through Lua, SQLite or a library, it writes nothing but what the
/// command writes anyway, starts no program unless one is named, and reaches nobody.
enum Sandbox {
  private static let entered = Atomic<Bool>(false)

  /// Whether this process is in one.
  static var isEntered: Bool { entered.load(ordering: .relaxed) }

  /// Enters a sandbox, for ever.
  ///
  /// - Parameters:
  ///   - isRequired: whether the command fails where the kernel does not hold all of it.
  ///   - isQuiet: whether nothing is said of that otherwise.
  /// - Throws: `CommandFailure`.
  static func enter(
    _ confinement: Confinement, isRequired: Bool = false, isQuiet: Bool = false
  ) throws {
    let status = confinement.enforce()
    entered.store(true, ordering: .relaxed)
    let gaps = gaps(in: status)
    if gaps.isEmpty { return }
    guard !isRequired else {
      throw CommandFailure(
        status: .failure,
        message: "--require-sandbox: \(gaps.joined(separator: "; ")); see flint doctor")
    }
    if isQuiet { return }
    for gap in gaps { note("note: \(gap); see flint doctor") }
  }

  /// Enters a sandbox in which a profile is used. One that has no log yet is given one on the way, in a
  /// sandbox already: it may come from elsewhere.
  static func enter(
    _ confinement: Confinement, profile: String, isWriting: Bool,
    keepsTemporaryFilesInMemory: Bool = true, isRequired: Bool = false, isQuiet: Bool = false
  ) throws {
    var confinement = confinement
    let isTurning = isWriting && Store.hasNoLog(profile)
    if isTurning {
      var wider = confinement
      wider.grantFolder(ofProfile: profile)
      try enter(wider, isRequired: isRequired, isQuiet: isQuiet)
      // Somebody else's keeps its directory: what stays beside it could not be given to its owner any more.
      guard Store.isOwn(profile) else { return }
      // What is wrong with it is told by whoever opens it next.
      _ = try? Store.open(path: profile)
    }
    confinement.grant(
      profile: profile, isWriting: isWriting,
      keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    if isTurning {
      confinement.narrow()
    } else {
      try enter(confinement, isRequired: isRequired, isQuiet: isQuiet)
    }
  }

  /// Enters a sandbox for a command that runs files of Lua or reads files on the way.
  ///
  /// - Parameters:
  ///   - reading: files, and directories with everything beneath them, that may be read.
  ///   - profile: the profile, if the command uses one.
  ///   - isWriting: whether it writes that.
  ///   - others: further profiles that it reads.
  ///   - outputs: files that it writes; their directories are granted.
  ///   - temporary: a directory of its own that it makes files and directories in.
  ///   - programs: programs that may be started; they are held by the same sandbox.
  ///   - isRequired: whether the command fails where the kernel does not hold all of it.
  static func enter(
    reading: [String] = ["/"], profile: String? = nil, isWriting: Bool = false,
    others: [String] = [], outputs: [String] = [], temporary: String? = nil,
    starting programs: [String] = [], isRequired: Bool = false
  ) throws {
    var confinement = Confinement()
    confinement.programs = programs
    confinement.reading = reading == ["/"] ? reading : Confinement.system + reading
    // What replaces a file is put beside the link.
    confinement.writing = outputs.map(ScriptText.folder(of:)) + ["/dev/null"]
    confinement.temporary = temporary.map { [$0] } ?? []
    confinement.emptying = temporary.map { [ScriptText.folder(of: $0)] } ?? []
    let isThere = profile.map { FileManager.default.fileExists(atPath: $0) } ?? false
    if let profile, isWriting, !isThere {
      // What was made in vain goes when the command fails or is interrupted.
      Signals.hold([SIGINT, SIGTERM, SIGHUP])
      let made = Drafts.makeFolder(of: profile)
      confinement.emptying += made.first.map { [ScriptText.folder(of: $0)] } ?? []
    }
    for other in others where FileManager.default.fileExists(atPath: other) {
      confinement.grant(profile: other, isWriting: false)
    }
    guard let profile, isWriting || isThere else {
      return try enter(confinement, isRequired: isRequired)
    }
    try enter(
      confinement, profile: profile, isWriting: isWriting,
      keepsTemporaryFilesInMemory: temporary == nil, isRequired: isRequired)
  }

  /// Enters a sandbox and works in it. What SQLite puts aside goes to a directory beside the profile that
  /// is gone afterwards, if one can be made there.
  ///
  /// - Parameter others: further profiles that are read.
  static func enterWithTemporaryDirectory(
    profile: String, others: [String], _ body: () throws -> Void
  ) throws {
    try Drafts.withTemporaryDirectory(beside: profile) { directory in
      // SQLite looks at the variable when it is first used.
      if let directory { setenv("SQLITE_TMPDIR", directory, 1) }
      try enter(profile: profile, isWriting: true, others: others, temporary: directory)
      try body()
    }
  }

  /// What the kernel does not hold.
  private static func gaps(in status: SandboxStatus) -> [String] {
    var gaps: [String] = []
    if !status.confinesFiles {
      gaps.append(
        "this kernel does not confine scripts (no Landlock); only Flint's own checks keep them from files"
      )
    }
    if !status.filtersCalls {
      let reason = status.filterError.map { " (\(String(cString: strerror($0))))" } ?? ""
      gaps.append(
        "the filter of system calls could not be installed\(reason); only Lua itself keeps scripts from "
          + "processes and the network")
    }
    return gaps
  }
}

extension Confinement {
  /// What a script may touch, as the kernel is to know it. It cannot tell what is denied within what
  /// is granted: that is for Flint's own checks.
  ///
  /// - Parameters:
  ///   - permissions: what was granted.
  ///   - directories: where the script and its modules are.
  ///   - arguments: files named there may be read.
  ///   - profile: the profile's file, which may grow by as much as scripts may write.
  ///   - limits: what the script may use up.
  init(
    _ permissions: PermissionOptions, directories: [String], arguments: [String], profile: String?,
    limits: LimitOptions
  ) {
    self.init()
    reading =
      Confinement.system + permissions.allowRead + directories.flatMap(Self.ownFiles(in:))
      + arguments.filter { Self.kind(of: $0) == S_IFREG }
    writing = permissions.allowWrite.map {
      // A file is written under another name first, beside its place.
      Self.kind(of: $0) == S_IFDIR ? $0 : Self.folder(of: $0)
    }
    // The arena takes twice the memory in address space, and Lua's large blocks lie beside it.
    addressSpace = 4 * limits.maxMemory.bytes + Self.margin
    fileSize = max(
      Self.profileSize(profile) + limits.maxWritten.bytes,
      Self.outputSize.map { $0 + limits.maxOutput.bytes } ?? 0)
  }

  /// The size of the largest of a profile's files: no file of a script's own comes to be as large.
  private static func profileSize(_ profile: String?) -> Int {
    var status = stat()
    let files = profile.map { path in ([""] + Store.companions).map { path + $0 } } ?? []
    return files.map { stat($0, &status) == 0 ? Int(status.st_size) : 0 }.max() ?? 0
  }

  /// The size of the file that the output goes to; `nil` where it goes to none.
  private static var outputSize: Int? {
    var status = stat()
    return [STDOUT_FILENO, STDERR_FILENO].compactMap { descriptor in
      fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        ? Int(status.st_size) : nil
    }.max()
  }

  /// Grants what SQLite needs of a profile: the files that it uses, or, where some of them have to be made
  /// or removed, their directory.
  mutating func grant(
    profile path: String, isWriting: Bool, keepsTemporaryFilesInMemory: Bool = true
  ) {
    let files = Store.prepareForSandbox(
      path, isWriting: isWriting, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    if let files {
      writing += files
    } else {
      grantFolder(ofProfile: path)
    }
  }

  /// Grants the directory of a profile, for what SQLite makes there.
  mutating func grantFolder(ofProfile path: String) {
    let folder = Self.folder(of: path)
    writing.append(folder)
    // What SQLite puts aside goes there too: other directories are out of reach.
    setenv("SQLITE_TMPDIR", folder, 1)
  }

  /// What a script may read in its own directory: everything, or, where that is the home directory, the
  /// Lua files in it, which may be modules.
  static func ownFiles(in directory: String) -> [String] {
    guard FileGrants.isTooWide(directory) else { return [directory] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".lua") && !$0.hasPrefix(".") }.map { directory + "/" + $0 }
      .filter { Self.kind(of: $0) == S_IFREG }
  }

  /// Address space for SQLite, Swift and threads.
  static let margin = 4 << 30

  /// The directory that a file really is in, wherever links lead.
  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

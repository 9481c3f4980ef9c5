import Confinement
import Foundation
import Lua
import Storage

extension Confinement {
  /// What a script may touch, as the kernel is to know it. It cannot tell what is denied within what
  /// is granted: that is for Flint's own checks.
  ///
  /// - Parameters:
  ///   - permissions: what was granted.
  ///   - directories: where the script and its modules are.
  ///   - arguments: files named there may be read.
  ///   - profile: the profile's file; SQLite needs its whole directory.
  ///   - limits: what the script may use up.
  init(
    _ permissions: PermissionOptions, directories: [String], arguments: [String], profile: String?,
    limits: LimitOptions
  ) {
    self.init()
    reading =
      Confinement.system + permissions.allowRead + directories
      + arguments.filter { Self.kind(of: $0) == S_IFREG }
    writing = permissions.allowWrite.map {
      // A file is written under another name first, beside its place.
      Self.kind(of: $0) == S_IFDIR ? $0 : Self.folder(of: $0)
    }
    if let profile { writing.append(Self.folder(of: profile)) }
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

  /// Shuts the process in for files of Lua that are run on the way: mappings, plans, rulebooks. Should
  /// one break out of Lua, it writes nothing but where `writing` is, starts no program unless one is named,
  /// and reaches nobody.
  ///
  /// - Parameters:
  ///   - reading: files, and directories with everything beneath them, that may be read.
  ///   - writing: files that are written, first the profile; their directories are granted.
  ///   - folders: directories from which empty directories may be removed.
  ///   - programs: programs that may be started; they are held by the same walls.
  static func shut(
    reading: [String] = ["/"], writing: [String] = [], emptying folders: [String] = [],
    starting programs: [String] = []
  ) {
    var confinement = Confinement()
    confinement.programs = programs
    confinement.emptying = folders
    confinement.reading = reading == ["/"] ? reading : Confinement.system + reading
    if let first = writing.first { putTemporaries(beside: first) }
    // A profile is written where links lead, and what replaces a file is put beside the link.
    confinement.writing =
      writing.flatMap { [Self.folder(of: $0), ScriptText.folder(of: $0)] } + ["/dev/null"]
    _ = confinement.enforce()
  }

  /// The same, where the first file may have to be made with its directory, which has to be there to be
  /// granted. What was made in vain goes when the command fails.
  static func shut(making first: String, writing others: [String] = []) {
    let made = Drafts.makeFolder(of: first)
    shut(
      writing: [first] + others, emptying: made.first.map { [ScriptText.folder(of: $0)] } ?? [])
  }

  /// What SQLite puts aside goes beside the profile: other directories are out of reach.
  static func putTemporaries(beside profile: String) {
    setenv("SQLITE_TMPDIR", folder(of: profile), 1)
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

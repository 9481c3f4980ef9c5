internal import CConfinement

/// The set of resources that a process may use from some moment on, enforced by the kernel: the
/// last line of defence, behind the checks of the script host. It cannot be undone.
///
/// Landlock restricts files and ports, a filter of system calls (seccomp) restricts processes and
/// sockets, and rlimits restrict amounts. A protection that the kernel does not support is omitted
/// and reported.
public struct Confinement: Sendable {
  /// The files, and directories with everything beneath them, that may be read. Missing paths are
  /// ignored.
  public var reading: [String] = []
  /// The files and directories that may be read and written; in the directories files may be
  /// created, renamed and removed.
  public var writing: [String] = []
  /// The directories beneath which files and directories may be created and removed.
  public var temporary: [String] = []
  /// The directories beneath which empty directories may be removed.
  public var emptying: [String] = []
  /// The number of bytes of address space that may be added to the current use; `nil` for no limit.
  public var addressSpace: Int?
  /// The maximum size, in bytes, to which writing may extend a file; `nil` for no limit. Larger
  /// files are left as they are.
  public var fileSize: Int?
  /// Whether the mode of an open file may be set to 0600, as the line editor does with its history.
  public var setsMode = false
  /// Whether libraries may be loaded, as the C library does for most encodings of text.
  public var loadsLibraries = true

  /// Creates a confinement that allows nothing.
  public init() {}

  /// The system files that every script needs: libraries that are loaded late, time zones,
  /// randomness, the table of locks.
  public static let system =
    libraries + [
      "/etc/ld.so.cache", "/usr/share/zoneinfo", "/etc/zoneinfo", "/etc/localtime", "/dev/urandom",
      "/dev/null", "/proc/locks",
    ]

  private static let libraries = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"]

  /// Enforces the confinement for this thread and everything that it starts. It covers the whole
  /// process only if this is the only thread.
  ///
  /// - Returns: the protections that are in force.
  public func enforce() -> SandboxStatus {
    var status = SandboxStatus.available
    status.otherThreads = max(0, Int(cc_thread_count()) - 1)
    status.descriptors = limit(CC_DESCRIPTORS, to: Self.mostDescriptors)
    _ = limit(CC_CORE, to: 0)
    if let fileSize { _ = limit(CC_FILE_SIZE, to: UInt64(max(0, fileSize))) }
    if let addressSpace, let taken = MemoryUse()?.addressSpace {
      let (sum, isTooMuch) = taken.addingReportingOverflow(addressSpace)
      if !isTooMuch { status.addressSpace = limit(CC_ADDRESS_SPACE, to: UInt64(sum)) }
    }
    if status.landlock > 0, !enforceFiles(status.landlock) { status.landlock = 0 }
    let error = cc_filter_calls(setsMode, loadsLibraries)
    status.filtersCalls = error == 0
    status.filterError = error == 0 ? nil : -error
    return status
  }

  /// Reduces the accessible files of a process that is confined already.
  public func narrow() {
    let version = cc_landlock_version()
    if version > 0 { _ = enforceFiles(version) }
  }

  /// Closes every descriptor that the process inherited, except standard input, output and error.
  ///
  /// - Parameter kept: the descriptors that are left open.
  public static func closeInherited(except kept: [Int32]) {
    var first: UInt32 = 3
    for descriptor in kept.sorted() where descriptor >= 3 {
      let next = UInt32(descriptor)
      if next > first { cc_close_range(first, next - 1) }
      first = max(first, next + 1)
    }
    cc_close_range(first, UInt32.max)
  }

  private static let mostDescriptors: UInt64 = 1024

  private func enforceFiles(_ version: Int32) -> Bool {
    let rules = cc_landlock_open(version)
    guard rules >= 0 else { return false }
    // Missing and unreachable paths are ignored: nothing is granted there.
    func allow(_ paths: [String], _ rights: Int) {
      for path in paths { _ = cc_landlock_allow(rules, version, path, Int32(rights)) }
    }
    allow(reading, CC_READ)
    allow(writing, CC_WRITE)
    allow(temporary, CC_WRITE | CC_FOLDERS)
    allow(emptying, CC_EMPTY)
    return cc_landlock_enforce(rules) == 0
  }

  /// Lowers a limit, never raises it.
  ///
  /// - Returns: the resulting limit; `nil` if it could not be set.
  private func limit(_ what: Int, to most: UInt64) -> UInt64? {
    let limit = cc_limit(Int32(what), most)
    return limit == UInt64.max ? nil : limit
  }
}

/// The protections of the sandbox that the kernel enforces.
public struct SandboxStatus: Sendable, Equatable {
  /// The version of Landlock; 0 where the kernel has none.
  public var landlock: Int32
  /// Whether system calls are filtered, so that sockets, other processes and changes of files'
  /// metadata are out of reach.
  public var filtersCalls = false
  /// The `errno` with which installing the filter of system calls failed; `nil` if it did not fail.
  public var filterError: Int32?
  /// The number of threads that existed before, which the sandbox does not cover.
  public var otherThreads = 0
  /// The maximum number of descriptors; `nil` where no limit could be set.
  public var descriptors: UInt64?
  /// The maximum number of bytes of address space; `nil` for no limit.
  public var addressSpace: UInt64?

  /// The protections that this kernel supports, none of them in force.
  public static var available: SandboxStatus { SandboxStatus(landlock: cc_landlock_version()) }

  /// Whether files that were not granted are inaccessible.
  public var confinesFiles: Bool { landlock > 0 && otherThreads == 0 }
  /// Whether Landlock denies TCP; the filter of system calls denies all sockets.
  public var confinesPorts: Bool { landlock >= 4 }
}

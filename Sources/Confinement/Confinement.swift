internal import CConfinement
internal import Glibc

/// What a process may touch from some moment on, enforced by the kernel: the last line of defence, behind
/// what the host of the scripts checks itself. It cannot be undone.
///
/// Files and ports are Landlock's matter, processes and sockets that of a filter of system calls
/// (seccomp), and rlimits cap what may be held. What a kernel lacks is left out, and told.
public struct Confinement: Sendable {
  /// Files, and directories with everything beneath them, that may be read. What is not there is
  /// passed over.
  public var reading: [String] = []
  /// The same that may be read and written; in such directories files may be made, renamed and
  /// removed.
  public var writing: [String] = []
  /// Directories beneath which files and directories may be made and removed.
  public var temporary: [String] = []
  /// Directories beneath which empty directories may be removed.
  public var emptying: [String] = []
  /// Programs that may be started. If there are any, so may be what lies among the system's libraries,
  /// or can be loaded by one of these; all of it is held by the same sandbox. Where there is no Landlock,
  /// every program may be.
  public var programs: [String] = []
  /// Bytes of address space that may be added to what is taken now; `nil` for no limit.
  public var addressSpace: Int?
  /// The most bytes that a file may come to have by what is written; `nil` for no limit. Files that
  /// are larger stay as they are.
  public var fileSize: Int?

  /// Allows nothing.
  public init() {}

  /// What every script needs of the system: libraries that load late, zones, randomness, the table
  /// of locks.
  public static let system =
    libraries + [
      "/etc/ld.so.cache", "/usr/share/zoneinfo", "/etc/localtime", "/dev/urandom", "/dev/null",
      "/proc/locks",
    ]

  private static let libraries = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"]

  /// Puts it in force for this thread and all that it starts. To hold for the process, it has to be
  /// the only one.
  ///
  /// - Returns: what is in force.
  public func enforce() -> SandboxStatus {
    var status = SandboxStatus.available
    status.otherThreads = max(0, Int(cc_thread_count()) - 1)
    status.descriptors = limit(CC_DESCRIPTORS, to: Self.mostDescriptors)
    _ = limit(CC_CORE, to: 0)
    if let fileSize { _ = limit(CC_FILE_SIZE, to: UInt64(max(0, fileSize))) }
    if let addressSpace, !cc_is_sanitized(), let taken = Self.addressSpaceTaken() {
      let (sum, isTooMuch) = taken.addingReportingOverflow(addressSpace)
      if !isTooMuch { status.addressSpace = limit(CC_ADDRESS_SPACE, to: UInt64(sum)) }
    }
    if status.landlock > 0, !enforceFiles(status.landlock) { status.landlock = 0 }
    let error = cc_filter_calls(!programs.isEmpty)
    status.filtersCalls = error == 0
    status.filterError = error == 0 ? nil : -error
    return status
  }

  /// Takes away from what files may be touched, in a process that is confined already.
  public func narrow() {
    let version = cc_landlock_version()
    if version > 0 { _ = enforceFiles(version) }
  }

  /// Closes every descriptor that the process was started with, but standard input, output and error.
  ///
  /// - Parameter kept: those that stay open.
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
    // What is not there, or not to be reached, is passed over: nothing is allowed of it.
    for path in reading { _ = cc_landlock_allow(rules, version, path, Int32(CC_READ)) }
    for path in writing { _ = cc_landlock_allow(rules, version, path, Int32(CC_WRITE)) }
    for path in temporary {
      _ = cc_landlock_allow(rules, version, path, Int32(CC_WRITE | CC_FOLDERS))
    }
    for path in emptying { _ = cc_landlock_allow(rules, version, path, Int32(CC_EMPTY)) }
    // What loads a program is one itself, and lies among the libraries.
    for path in programs.isEmpty ? [] : programs + Self.libraries {
      _ = cc_landlock_allow(rules, version, path, Int32(CC_START))
    }
    return cc_landlock_enforce(rules) == 0
  }

  /// Lowers a limit, never raises it.
  ///
  /// - Returns: what it is then.
  private func limit(_ what: Int, to most: UInt64) -> UInt64? {
    let limit = cc_limit(Int32(what), most)
    return limit == UInt64.max ? nil : limit
  }

  /// Bytes of address space that this process takes now.
  private static func addressSpaceTaken() -> Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var digits = 0
    var found = false
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      for byte in buffer.prefix(max(0, read(file, buffer.baseAddress, 64))) {
        guard byte >= 48, byte <= 57 else { break }
        digits = digits * 10 + Int(byte) - 48
        found = true
      }
    }
    return found ? digits * Int(sysconf(Int32(_SC_PAGESIZE))) : nil
  }
}

/// What the kernel enforces of the sandbox.
public struct SandboxStatus: Sendable, Equatable {
  /// The version of Landlock; 0 where there is none.
  public var landlock: Int32
  /// Whether system calls are filtered: sockets, other processes and files' metadata are out of reach.
  public var filtersCalls = false
  /// Why the filter of calls could not be installed.
  public var filterError: Int32?
  /// Threads that were there before, for which the sandbox does not hold.
  public var otherThreads = 0
  /// The most descriptors; `nil` where no limit could be set.
  public var descriptors: UInt64?
  /// The most bytes of address space; `nil` for no limit.
  public var addressSpace: UInt64?

  /// What this kernel has to offer, none of it in force.
  public static var available: SandboxStatus { SandboxStatus(landlock: cc_landlock_version()) }

  /// Whether files that were not granted are out of reach.
  public var confinesFiles: Bool { landlock > 0 && otherThreads == 0 }
  /// Whether TCP is denied by Landlock; all sockets are by the filter of calls.
  public var confinesPorts: Bool { landlock >= 4 }
}

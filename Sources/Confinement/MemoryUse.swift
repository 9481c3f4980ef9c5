internal import CConfinement
internal import Glibc

/// A meter of the memory that this process uses. It reads a file in `/proc` that is opened once,
/// because a sandboxed process could not open it.
public final class MemoryUse: Sendable {
  private let descriptor: Int32
  private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Opens the meter; `nil` where the file is missing, or where a sanitizer uses memory of its own.
  public init?() {
    if cc_is_sanitized() { return nil }
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The number of bytes of the process's own memory, without mapped files; `nil` if it is unknown.
  /// Allocates nothing.
  public var bytes: Int? {
    pages().map { max(0, $0.resident - $0.shared) * pageSize }
  }

  /// The number of bytes of address space that the process uses; `nil` if it is unknown.
  var addressSpace: Int? { pages().map { $0.all * pageSize } }

  /// Returns the numbers of pages of all address space, of the resident size, and of the resident
  /// size that is shared with files; `nil` if they are unknown.
  private func pages() -> (all: Int, resident: Int, shared: Int)? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      var field = 0
      var (all, resident, shared) = (0, 0, 0)
      for byte in buffer[..<count] {
        guard byte >= 48, byte <= 57 else {
          field += 1
          if field > 2 { break }
          continue
        }
        let digit = Int(byte) - 48
        if field == 0 { all = all * 10 + digit }
        if field == 1 { resident = resident * 10 + digit }
        if field == 2 { shared = shared * 10 + digit }
      }
      return (all, resident, shared)
    }
  }
}

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
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      // The fields, in pages: all address space, the resident size, and the resident size that is
      // shared with files.
      var (field, resident, shared) = (0, 0, 0)
      for byte in buffer[..<count] {
        guard byte >= 48, byte <= 57 else {
          field += 1
          if field > 2 { break }
          continue
        }
        let digit = Int(byte) - 48
        if field == 1 { resident = resident * 10 + digit }
        if field == 2 { shared = shared * 10 + digit }
      }
      return max(0, resident - shared) * pageSize
    }
  }
}

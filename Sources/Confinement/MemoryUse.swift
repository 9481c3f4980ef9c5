internal import CConfinement
internal import Glibc

/// Tells how much memory this process holds, by a file of the system's that is opened once: behind a
/// sandbox it could not be opened any more.
public final class MemoryUse: Sendable {
  private let descriptor: Int32
  private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Opens the file; `nil` where there is none, or where a sanitizer takes memory of its own.
  public init?() {
    if cc_is_sanitized() { return nil }
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Bytes that the process holds of its own, without files that are mapped; `nil` if that is not to be
  /// found out. Allocates nothing.
  public var bytes: Int? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      // In pages: all address space, what is resident of it, what of that is shared with files.
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

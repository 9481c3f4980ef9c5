import CArchives

/// Reads a gzip file, decompressed; a file that is not compressed is read as it is.
public final class GzipReader {
  private let file: gzFile

  /// Opens the file of a descriptor, which belongs to the reader from then on.
  ///
  /// - Throws: `ArchiveError` when there is no memory for it.
  public init(descriptor: Int32) throws(ArchiveError) {
    guard let file = gzdopen(descriptor, "rb") else { throw ArchiveError("out of memory") }
    self.file = file
    gzbuffer(file, 1 << 17)
  }

  deinit { gzclose(file) }

  /// How many bytes of the file itself have been read.
  public var offset: Int64 { Int64(gzoffset(file)) }

  /// Reads on.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  /// - Throws: `ArchiveError` when the file is damaged or cut off.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    let count = gzread(file, buffer.baseAddress, UInt32(clamping: min(buffer.count, 1 << 30)))
    if count < 0 { throw failure() }
    // A file that is cut off ends without an error of gzread's own.
    if count == 0 {
      var code: Int32 = 0
      _ = gzerror(file, &code)
      if code != Z_OK { throw failure() }
    }
    return Int(count)
  }

  private func failure() -> ArchiveError {
    var code: Int32 = 0
    guard let text = gzerror(file, &code) else { return ArchiveError("damaged gzip file") }
    return ArchiveError(
      code == Z_BUF_ERROR
        ? "the gzip file is cut off" : "damaged gzip file: \(String(cString: text))")
  }
}

import CArchives

/// Reads the files in a zip file, one at a time.
public final class ZipReader {
  /// A file in a zip file.
  public struct Entry: Hashable, Sendable {
    /// Its path.
    public var path: String
    /// How many bytes it has, decompressed.
    public var size: Int64
    fileprivate var place: Place

    fileprivate struct Place: Hashable, Sendable {
      var directory: UInt64
      var number: UInt64
    }
  }

  private let file: unzFile
  private var isAtEnd = true
  /// The files in it, in the order of its directory; folders are left out.
  public let entries: [Entry]

  /// Opens a zip file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - listing: whether `entries` are wanted; to open one that is known they need not be read.
  /// - Throws: `ArchiveError` when it is none, or damaged.
  public init(path: String, listing: Bool = true) throws(ArchiveError) {
    guard let file = unzOpen64(path) else { throw ArchiveError("not a zip file, or damaged") }
    do throws(ArchiveError) {
      entries = listing ? try ZipReader.entries(of: file) : []
    } catch {
      unzClose(file)
      throw error
    }
    self.file = file
  }

  deinit { unzClose(file) }

  private static func entries(of file: unzFile) throws(ArchiveError) -> [Entry] {
    var entries: [Entry] = []
    var code = unzGoToFirstFile(file)
    while code == UNZ_OK {
      var info = unz_file_info64()
      var name = [CChar](repeating: 0, count: 4096)
      var position = unz64_file_pos()
      guard
        unzGetCurrentFileInfo64(file, &info, &name, UInt(name.count - 1), nil, 0, nil, 0)
          == UNZ_OK, unzGetFilePos64(file, &position) == UNZ_OK
      else { throw ArchiveError("the zip file's directory is damaged") }
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let path = String(decoding: bytes, as: UTF8.self)
      if !path.hasSuffix("/") {
        entries.append(
          Entry(
            path: path, size: Int64(clamping: info.uncompressed_size),
            place: .init(
              directory: position.pos_in_zip_directory, number: position.num_of_file)))
      }
      code = unzGoToNextFile(file)
    }
    guard code == UNZ_END_OF_LIST_OF_FILE else {
      throw ArchiveError("the zip file's directory is damaged")
    }
    return entries
  }

  /// Goes to the beginning of a file; it is what `read` reads from then on.
  public func open(_ entry: Entry) throws(ArchiveError) {
    unzCloseCurrentFile(file)
    var position = unz64_file_pos()
    position.pos_in_zip_directory = entry.place.directory
    position.num_of_file = entry.place.number
    guard unzGoToFilePos64(file, &position) == UNZ_OK else {
      throw ArchiveError("not in the zip file any more")
    }
    var info = unz_file_info64()
    unzGetCurrentFileInfo64(file, &info, nil, 0, nil, 0, nil, 0)
    // minizip takes the mark of a larger size for the size, and checks nothing then.
    if info.uncompressed_size >= 0xFFFF_FFFF || info.compressed_size >= 0xFFFF_FFFF {
      throw ArchiveError("larger than 4 GiB; unpack the zip file first")
    }
    if info.flag & 1 != 0 {
      throw ArchiveError("encrypted; unpack the zip file first, with its password")
    }
    // minizip gives out what is compressed by some methods as it is.
    if let method = ZipReader.method(info.compression_method) {
      throw ArchiveError("compressed by \(method), which is not read; unpack the zip file first")
    }
    guard unzOpenCurrentFile(file) == UNZ_OK else {
      throw ArchiveError("damaged in the zip file")
    }
    isAtEnd = false
  }

  /// The name of a method of compression, by the number that zip files have for it; `nil` for those
  /// that are read.
  private static func method(_ number: UInt) -> String? {
    switch number {
    case 0, 8: nil
    case 9: "Deflate64"
    case 12: "bzip2"
    case 14: "LZMA"
    case 93: "Zstandard"
    case 95: "xz"
    case 98: "PPMd"
    default: "a method of the number \(number)"
    }
  }

  /// Reads on in the file that is open.
  ///
  /// - Returns: how many bytes were read; 0 at its end.
  /// - Throws: `ArchiveError` when it is damaged.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    if isAtEnd { return 0 }
    let count = unzReadCurrentFile(
      file, buffer.baseAddress, UInt32(clamping: min(buffer.count, 1 << 30)))
    if count < 0 { throw ArchiveError("damaged in the zip file") }
    if count == 0 {
      isAtEnd = true
      if unzCloseCurrentFile(file) == UNZ_CRCERROR {
        throw ArchiveError("damaged in the zip file: its checksum is another")
      }
    }
    return Int(count)
  }
}

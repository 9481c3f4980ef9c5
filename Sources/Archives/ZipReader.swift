import CSystem

/// Reads the files in a zip file, one at a time.
public final class ZipReader {
  /// A file in a zip file.
  public struct Entry: Hashable, Sendable {
    /// The path of the file within the zip file.
    public var path: String
    /// The size of the decompressed file, in bytes.
    public var size: Int64
    fileprivate var location: Location

    fileprivate struct Location: Hashable, Sendable {
      var directory: UInt64
      var number: UInt64
    }
  }

  private let file: unzFile
  private var isAtEnd = true
  /// The files in the zip file, in the order of its directory, without folders.
  public let entries: [Entry]

  /// Opens a zip file.
  ///
  /// - Parameters:
  ///   - path: The path of the zip file.
  ///   - listing: Whether to read `entries`; not needed to open an entry that is already known.
  /// - Throws: `CompressedFileError` if the file is not a zip file or is damaged.
  public init(path: String, listing: Bool = true) throws(CompressedFileError) {
    guard let file = unzOpen64(path) else {
      throw CompressedFileError("not a zip file, or damaged")
    }
    do throws(CompressedFileError) {
      entries = listing ? try ZipReader.entries(of: file) : []
    } catch {
      unzClose(file)
      throw error
    }
    self.file = file
  }

  deinit { unzClose(file) }

  private static func entries(of file: unzFile) throws(CompressedFileError) -> [Entry] {
    var entries: [Entry] = []
    var code = unzGoToFirstFile(file)
    while code == UNZ_OK {
      var info = unz_file_info64()
      var name = [CChar](repeating: 0, count: 4096)
      var position = unz64_file_pos()
      guard
        unzGetCurrentFileInfo64(file, &info, &name, UInt(name.count - 1), nil, 0, nil, 0)
          == UNZ_OK, unzGetFilePos64(file, &position) == UNZ_OK
      else { throw CompressedFileError("the zip file's directory is damaged") }
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let path = String(decoding: bytes, as: UTF8.self)
      if !path.hasSuffix("/") {
        entries.append(
          Entry(
            path: path, size: Int64(clamping: info.uncompressed_size),
            location: .init(
              directory: position.pos_in_zip_directory, number: position.num_of_file)))
      }
      code = unzGoToNextFile(file)
    }
    guard code == UNZ_END_OF_LIST_OF_FILE else {
      throw CompressedFileError("the zip file's directory is damaged")
    }
    return entries
  }

  /// Opens an entry at its beginning, for `read`.
  public func open(_ entry: Entry) throws(CompressedFileError) {
    unzCloseCurrentFile(file)
    var position = unz64_file_pos()
    position.pos_in_zip_directory = entry.location.directory
    position.num_of_file = entry.location.number
    guard unzGoToFilePos64(file, &position) == UNZ_OK else {
      throw CompressedFileError("no longer in the zip file")
    }
    var info = unz_file_info64()
    unzGetCurrentFileInfo64(file, &info, nil, 0, nil, 0, nil, 0)
    // minizip interprets the marker of a ZIP64 size as the size, and then checks nothing.
    if info.uncompressed_size >= 0xFFFF_FFFF || info.compressed_size >= 0xFFFF_FFFF {
      throw CompressedFileError("larger than 4 GiB; unpack the zip file first")
    }
    if info.flag & 1 != 0 {
      throw CompressedFileError("encrypted; unpack the zip file first, with its password")
    }
    // minizip returns data of some compression methods without decompressing it.
    if let method = ZipReader.method(info.compression_method) {
      throw CompressedFileError(
        "compressed by \(method), which is not supported; unpack the zip file first")
    }
    guard unzOpenCurrentFile(file) == UNZ_OK else {
      throw CompressedFileError("damaged in the zip file")
    }
    isAtEnd = false
  }

  /// Returns the name of a compression method, by its number in zip files; `nil` for the supported
  /// ones.
  private static func method(_ number: UInt) -> String? {
    switch number {
    case 0, 8: nil
    case 9: "Deflate64"
    case 12: "bzip2"
    case 14: "LZMA"
    case 93: "Zstandard"
    case 95: "xz"
    case 98: "PPMd"
    default: "method number \(number)"
    }
  }

  /// Reads the next bytes of the open entry into a buffer.
  ///
  /// - Returns: The number of bytes read; 0 at the end of the entry.
  /// - Throws: `CompressedFileError` if the entry is damaged.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(CompressedFileError) -> Int {
    if isAtEnd { return 0 }
    let count = unzReadCurrentFile(
      file, buffer.baseAddress, UInt32(clamping: min(buffer.count, 1 << 30)))
    if count < 0 { throw CompressedFileError("damaged in the zip file") }
    if count == 0 {
      isAtEnd = true
      if unzCloseCurrentFile(file) == UNZ_CRCERROR {
        throw CompressedFileError("damaged in the zip file: its checksum does not match")
      }
    }
    return Int(count)
  }
}

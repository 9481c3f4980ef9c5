/// Builds zip files of uncompressed files (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16).
enum StoredZip {
  /// Returns a zip file with files at some paths.
  static func bytes(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for (path, bytes) in files {
      let name = Array(path.utf8)
      let common =
        little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(crc(bytes), 4)
        + little(bytes.count, 4) + little(bytes.count, 4) + little(name.count, 2) + little(0, 2)
      directory +=
        little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
        + little(0, 4) + little(body.count, 4) + name
      body += little(0x0403_4B50, 4) + common + name + bytes
    }
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(directory.count, 4) + little(body.count, 4) + little(0, 2)
    return body + directory + end
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(crc ^ 0xFFFF_FFFF)
  }
}

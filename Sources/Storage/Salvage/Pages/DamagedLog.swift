import Foundation

/// The write-ahead log beside a damaged profile: its frames are newer copies of pages ("WAL-mode File
/// Format").
struct DamagedLog {
  struct Frame {
    let page: Int
    /// The position of the page's content in the log.
    let position: Int
    /// Whether its checksum fits.
    let isSound: Bool
  }

  let file: DamagedFile
  let pageSize: Int
  /// The frames up to the last one that ends a transaction; what follows was never committed.
  private(set) var frames: [Frame] = []
  /// The last sound frame of each page.
  private(set) var latest: [Int: Frame] = [:]
  /// Whether frames of a transaction without its end were left out: work that was interrupted.
  private(set) var isCutOff = false

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Reads the frames; a damaged header is replaced by what the first frame says.
  init(_ file: DamagedFile, pageSize: Int) {
    self.file = file
    self.pageSize = pageSize
    guard let header = file.bytes(at: 0, count: Self.headerSize + Self.frameHeaderSize),
      file.size >= header.count
    else { return }
    let mark = header.number32(at: 0)
    let isBigEndian = mark == 0x377f_0683
    var sum = LogSum(isBigEndian: isBigEndian)
    sum.add(header[0..<24])
    let isHeaderSound = (isBigEndian || mark == 0x377f_0682) && sum.isStored(in: header, at: 24)
    let salts = isHeaderSound ? Array(header[16..<24]) : Array(header[40..<48])
    // The first checksum of a log whose header is damaged cannot be compared.
    var before: LogSum? = isHeaderSound ? sum : nil
    var found: [Frame] = []
    var (last, used) = (0, 0)
    var position = Self.headerSize
    while position + Self.frameHeaderSize + pageSize <= file.size {
      guard
        let frame = file.bytes(at: position, count: Self.frameHeaderSize + pageSize),
        let page = frame.number32(at: 0), let committed = frame.number32(at: 4)
      else { break }
      let content = position + Self.frameHeaderSize
      position = content + pageSize
      var sum = before
      sum?.add(frame[0..<8])
      sum?.add(frame[Self.frameHeaderSize...])
      let isSound = frame[8..<16].elementsEqual(salts) && sum?.isStored(in: frame, at: 16) == true
      // The next frame is compared with what this one says, so that one damaged frame is only one.
      before = LogSum(isBigEndian: isBigEndian, stored: frame, at: 16)
      found.append(Frame(page: Int(page), position: content, isSound: isSound))
      // Frames of an earlier use of the log follow the last one.
      if frame[8..<16].elementsEqual(salts) { used = found.count }
      if isSound && committed != 0 { last = found.count }
    }
    // Where a part of the last transaction is damaged, its end may be, too.
    let rest = found[last..<max(last, used)]
    if rest.contains(where: { !$0.isSound }) { last = used }
    isCutOff = last < used
    frames = Array(found.prefix(last))
    for frame in frames where frame.isSound { latest[frame.page] = frame }
  }

  /// Whether a frame that was committed is damaged.
  var isDamaged: Bool { frames.contains { !$0.isSound } }

  func content(of frame: Frame) -> [UInt8]? { file.bytes(at: frame.position, count: pageSize) }
}

/// The checksum of the frames of a log ("Checksum Algorithm").
private struct LogSum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Reads a stored checksum, which is big-endian.
  init?(isBigEndian: Bool, stored bytes: [UInt8], at offset: Int) {
    guard let first = bytes.number32(at: offset), let second = bytes.number32(at: offset + 4) else {
      return nil
    }
    self.isBigEndian = isBigEndian
    (self.first, self.second) = (first, second)
  }

  /// Adds bytes, of which there is a multiple of eight.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      var position = 0
      while position + 8 <= bytes.count {
        let words = (
          bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
        )
        first &+=
          (isBigEndian ? UInt32(bigEndian: words.0) : UInt32(littleEndian: words.0))
          &+ second
        second &+=
          (isBigEndian ? UInt32(bigEndian: words.1) : UInt32(littleEndian: words.1))
          &+ first
        position += 8
      }
    }
  }

  func isStored(in bytes: [UInt8], at offset: Int) -> Bool {
    bytes.number32(at: offset) == first && bytes.number32(at: offset + 4) == second
  }
}

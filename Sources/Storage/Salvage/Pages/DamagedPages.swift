/// The pages of a damaged profile, of the file and of its log.
final class DamagedPages {
  let file: DamagedFile
  private let log: DamagedLog?
  var pageSize: Int { file.pageSize }
  /// The pages in which payloads of other pages are continued.
  private var continuations: Set<Int> = []
  /// The pages that are not in use: what they contain was removed, or moved elsewhere.
  private(set) var unused: Set<Int> = []

  /// - Throws: `StoreError`.
  init(_ path: String) throws(StoreError) {
    let file = try DamagedFile(path)
    self.file = file
    let logPath = path + "-wal"
    log =
      ProfilePath.hasContent(logPath)
      ? DamagedLog(try DamagedFile(logPath), pageSize: file.pageSize) : nil
    unused = findUnused()
  }

  /// The number of bytes of all pages, which no payload can exceed.
  var size: Int { file.size + (log?.file.size ?? 0) }

  /// A description of what is wrong with the log; `nil` if nothing is.
  var logProblem: String? {
    if log?.isDamaged ?? false {
      return "the log beside the file is damaged; work that was interrupted may be among what was "
        + "saved"
    }
    return log?.isCutOff ?? false
      ? "the log beside the file ends with work that was interrupted, which was left out" : nil
  }

  /// Whether the log has pages that were committed.
  var usesLog: Bool { log.map { !$0.frames.isEmpty } ?? false }

  /// The copies of a page, the newest first.
  func copies(_ number: Int) -> [[UInt8]] {
    let newest = log?.latest[number].flatMap { log?.content(of: $0) }
    return [newest, file.page(number)].compactMap(\.self)
  }

  /// The copies of a page in which a payload is continued.
  func continuation(_ number: Int) -> [[UInt8]] {
    continuations.insert(number)
    return copies(number)
  }

  func isContinuation(_ number: Int) -> Bool { continuations.contains(number) }

  /// Passes the pages in use to a closure, each with its newest content; `nil` for one that the disk cannot
  /// read.
  func forEach(_ body: (_ number: Int, [UInt8]?) throws -> Void) rethrows {
    for number in 1...max(1, file.pageCount) where !unused.contains(number) {
      try body(number, copies(number).first)
    }
    for number in (log?.latest.keys.sorted() ?? []) where number > file.pageCount {
      if let page = copies(number).first, !unused.contains(number) { try body(number, page) }
    }
  }

  /// Passes the other copies of pages to a closure, the newest first: of pages that were written again, of
  /// damaged frames of the log, and of pages that are not in use.
  func forEachFormer(_ body: (_ number: Int, [UInt8]) throws -> Void) rethrows {
    for frame in log?.frames.reversed() ?? [] {
      let isLatest = log?.latest[frame.page].map { $0.position == frame.position } ?? false
      if !isLatest, let page = log?.content(of: frame) { try body(frame.page, page) }
    }
    for number in (log?.latest.keys.sorted() ?? []) {
      if let page = file.page(number) { try body(number, page) }
    }
    for number in unused.sorted() {
      for page in copies(number) { try body(number, page) }
    }
  }

  /// Returns the pages of the list of free ones ("The Freelist"), as far as it is sound.
  private func findUnused() -> Set<Int> {
    var found: Set<Int> = []
    var next = Int(copies(1).first?.number32(at: 32) ?? 0)
    while next > 1, let page = copies(next).first, found.insert(next).inserted {
      let count = Int(page.number32(at: 4) ?? 0)
      guard count <= pageSize / 4 - 2 else { break }
      for index in 0..<count {
        if let leaf = page.number32(at: 8 + 4 * index), leaf > 1 { found.insert(Int(leaf)) }
      }
      next = Int(page.number32(at: 0) ?? 0)
    }
    return found
  }
}

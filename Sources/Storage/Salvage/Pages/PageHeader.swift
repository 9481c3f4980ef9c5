/// The header of a page of a tree ("B-tree Pages").
struct PageHeader {
  enum Kind: UInt8 {
    case interiorIndex = 2
    case interiorTable = 5
    case leafIndex = 10
    case leafTable = 13
  }

  let kind: Kind
  /// The offsets of the cells.
  let pointers: [Int]
  private let start: Int
  private let contentStart: Int

  /// Reads the header of a page; `nil` if it cannot be one.
  init?(_ page: [UInt8], number: Int) {
    // The first page begins with the header of the file.
    let isFirst = number == 1 || page.starts(with: Array("SQLite format 3".utf8))
    start = isFirst ? 100 : 0
    guard start < page.count, let kind = Kind(rawValue: page[start]),
      let count = page.number16(at: start + 3), let content = page.number16(at: start + 5)
    else { return nil }
    let isLeaf = kind == .leafIndex || kind == .leafTable
    let first = start + (isLeaf ? 8 : 12)
    contentStart = content == 0 ? 65536 : content
    guard first + 2 * count <= contentStart, contentStart <= page.count else { return nil }
    var pointers: [Int] = []
    pointers.reserveCapacity(count)
    for index in 0..<count {
      guard let pointer = page.number16(at: first + 2 * index) else { return nil }
      pointers.append(pointer)
    }
    self.kind = kind
    self.pointers = pointers
  }

  /// Whether every cell begins in the part of the page for content, as in a sound page.
  func hasSoundPointers(_ page: [UInt8]) -> Bool {
    pointers.allSatisfy { $0 >= contentStart && $0 < page.count }
  }

  /// Returns whether cells of some sizes and the free bytes fill the page, so that no cell is missing.
  func isFilled(_ page: [UInt8], byCells cells: [Range<Int>]) -> Bool {
    var free = Int(page[start + 7])
    var block = page.number16(at: start + 1) ?? 0
    // Each free block lies behind the one before.
    while block != 0 {
      guard block >= contentStart, let next = page.number16(at: block),
        let size = page.number16(at: block + 2), next == 0 || next > block
      else { return false }
      free += size
      block = next
    }
    return cells.reduce(free) { $0 + $1.count } == page.count - contentStart
  }
}

/// The rows of one page of a damaged profile.
struct PageScan {
  let page: [UInt8]
  let number: Int
  let reader: CellReader
  private let header: PageHeader?
  /// The cells to which the page points, except those that cannot be read.
  private(set) var cells: [CellReader.Cell] = []
  /// The number of cells to which the page points that cannot be read.
  private(set) var unreadable = 0
  /// Whether the page is one of a tree, and no cell is missing.
  private(set) var isSound: Bool

  init(_ page: [UInt8], number: Int, _ reader: CellReader) {
    self.page = page
    self.number = number
    self.reader = reader
    header = PageHeader(page, number: number)
    isSound = header?.hasSoundPointers(page) ?? false
    guard let header else { return }
    var ranges: [Range<Int>] = []
    for pointer in header.pointers {
      if header.kind == .leafTable {
        if let cell = reader.cell(at: pointer, in: page, number: number) {
          cells.append(cell)
          ranges.append(cell.range)
        } else {
          unreadable += 1
        }
      } else if let range = reader.range(ofCell: header.kind, at: pointer, in: page) {
        ranges.append(range)
      }
    }
    isSound = isSound && unreadable == 0 && header.isFilled(page, byCells: ranges)
  }

  /// Whether the page begins like one of a tree.
  var hasHeader: Bool { header != nil }

  /// Returns the cells anywhere in the page, except those to which it points.
  func otherCells() -> [CellReader.Cell] {
    let known = Set(cells.map(\.range.lowerBound))
    return page.indices.compactMap { offset in
      if known.contains(offset) { return nil }
      let cell = reader.cell(at: offset, in: page, number: number)
      return cell.flatMap { $0.rows.isEmpty ? nil : $0 }
    }
  }
}

extension CellReader {
  /// Returns the bytes that a cell of another page than a leaf of a table takes.
  func range(ofCell kind: PageHeader.Kind, at offset: Int, in page: [UInt8]) -> Range<Int>? {
    let start = kind == .leafIndex ? offset : offset + 4
    guard let first = page.varint(at: start) else { return nil }
    if kind == .interiorTable { return offset..<first.end }
    guard first.value <= UInt64(greatestPayload) else { return nil }
    let size = Int(first.value)
    let local = localSize(of: size, most: (pageSize - 12) * 64 / 255 - 23)
    return offset..<max(offset + 4, first.end + local + (local < size ? 4 : 0))
  }
}

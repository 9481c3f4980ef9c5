/// The reading of rows from the cells of pages that may be damaged.
struct CellReader {
  /// A cell of a leaf of a table.
  struct Cell {
    /// The rows that it may contain: more than one where the file and its log have different continuations.
    let rows: [FoundRow]
    /// The bytes of the page that it takes.
    let range: Range<Int>
  }

  let pageSize: Int
  /// No payload is larger than all pages together.
  let greatestPayload: Int
  /// Returns the copies of a page in which a payload is continued, the newest first.
  let copies: (Int) -> [[UInt8]]

  /// Reads the cell at an offset; `nil` if there is none.
  func cell(at offset: Int, in page: [UInt8], number: Int) -> Cell? {
    guard let payload = page.varint(at: offset), payload.value >= 2,
      payload.value <= UInt64(greatestPayload), let row = page.varint(at: payload.end)
    else { return nil }
    let size = Int(payload.value)
    let local = localSize(of: size, most: pageSize - 35)
    let end = row.end + local + (local < size ? 4 : 0)
    guard end <= page.count, let layout = RecordLayout(page, at: row.end, payload: size) else {
      return nil
    }
    // The least size of a cell is four bytes.
    let range = offset..<max(end, offset + 4)
    guard let shape = RowShape.shape(of: layout.types) else {
      if local < size, let next = page.number32(at: end - 4) {
        _ = continued([], size - local, next)
      }
      return Cell(rows: [], range: range)
    }
    let first = Array(page[row.end..<row.end + local])
    let payloads: [[UInt8]]
    if local == size {
      payloads = [first]
    } else {
      guard let next = page.number32(at: row.end + local) else { return nil }
      payloads = continued(first, size, next)
      // The record is one of a table all the same.
      if payloads.isEmpty {
        let values = layout.values(first)
        return Cell(
          rows: [FoundRow(shape, number: Int64(bitPattern: row.value), page: number, values)],
          range: range)
      }
    }
    return Cell(
      rows: payloads.map {
        FoundRow(
          shape, number: Int64(bitPattern: row.value), page: number, layout.values($0))
      }, range: range)
  }

  /// Returns how much of a payload is in the page itself ("B-tree Cell Format").
  func localSize(of payload: Int, most: Int) -> Int {
    if payload <= most { return payload }
    let least = (pageSize - 12) * 32 / 255 - 23
    let remainder = least + (payload - least) % (pageSize - 4)
    return remainder <= most ? remainder : least
  }

  /// Returns the payloads that begin with some bytes and continue in other pages: by the newest copies of the
  /// pages, and by the oldest ones where they differ.
  private func continued(_ first: [UInt8], _ size: Int, _ next: UInt32) -> [[UInt8]] {
    let newest = continued(first, size, next) { $0.first }
    let oldest = continued(first, size, next) { $0.last }
    return newest == oldest ? [newest].compactMap(\.self) : [newest, oldest].compactMap(\.self)
  }

  private func continued(
    _ first: [UInt8], _ size: Int, _ next: UInt32, _ choice: ([[UInt8]]) -> [UInt8]?
  ) -> [UInt8]? {
    var payload = first
    var next = Int(next)
    // Each page adds bytes, so that pages in a circle come to an end.
    while payload.count < size {
      guard let page = choice(copies(next)), let following = page.number32(at: 0) else {
        return nil
      }
      payload += page.dropFirst(4).prefix(size - payload.count)
      next = Int(following)
    }
    return payload
  }
}

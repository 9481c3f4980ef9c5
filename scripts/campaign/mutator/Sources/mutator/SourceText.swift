/// A source file's bytes and the lines that they are in.
struct SourceText {
  let bytes: [UInt8]
  /// Where each line begins.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Returns the number of a byte's line, from 1.
  func line(of offset: Int) -> Int {
    starts.partitioningIndex { $0 > offset }
  }

  /// Returns the number of a byte in its line, from 1.
  func column(of offset: Int) -> Int { offset - starts[line(of: offset) - 1] + 1 }

  /// Returns the whole lines around a range, as one line; with another text in place of the range, if it is given.
  func lines(around range: Range<Int>, replacement: String? = nil) -> String {
    let end = starts.first { $0 > range.upperBound } ?? bytes.count
    let start = starts[line(of: range.lowerBound) - 1]
    let middle = replacement.map { Array($0.utf8) } ?? Array(bytes[range])
    let all =
      bytes[start..<range.lowerBound] + middle
      + bytes[range.upperBound..<max(end, range.upperBound)]
    return String(decoding: all, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

extension Array {
  /// Returns the first index whose element meets a condition that all later ones meet.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

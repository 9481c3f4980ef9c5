/// A source file with mutations that may be switched on.
struct MutatedText {
  /// The file.
  private(set) var text: SourceText
  /// Each edit's place in the original, and by how many bytes it makes the file longer.
  private var growth: [(range: Range<Int>, bytes: Int)] = []

  /// Writes mutations, which have to be such as do not collide.
  ///
  /// - Parameter mutations: each with its number.
  init(_ source: SourceText, _ mutations: [(id: Int, mutation: Mutation)]) {
    let edits = mutations.flatMap { id, mutation in
      mutation.edits.map {
        (range: $0.range, text: $0.text.replacing(Edit.number, with: "\(id)"))
      }
    }
    var written: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      written += source.bytes[position..<edit.range.lowerBound]
      written += edit.text.utf8
      position = edit.range.upperBound
      growth.append((edit.range, edit.text.utf8.count - edit.range.count))
    }
    written += source.bytes[position...]
    text = SourceText(written)
  }

  /// Returns the lines that a range of the original is in, with the edits at its ends.
  func lines(of range: Range<Int>) -> ClosedRange<Int> {
    let before = growth.filter { $0.range.upperBound < range.lowerBound }.reduce(0) {
      $0 + $1.bytes
    }
    let within = growth.filter { $0.range.lowerBound <= range.upperBound }.reduce(0) {
      $0 + $1.bytes
    }
    return text.line(of: range.lowerBound + before)...text.line(of: range.upperBound + within)
  }
}

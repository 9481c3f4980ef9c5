struct OccurrenceCounter {
  private var counts: [String: Int] = [:]

  /// Returns the number of preceding equal texts.
  mutating func next(_ text: String) -> Int {
    let count = counts[text, default: 0]
    counts[text] = count + 1
    return count
  }
}

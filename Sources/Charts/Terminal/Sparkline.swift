/// A line of values as characters of different height.
package enum Sparkline {
  /// Returns a character for each value: of the height of its share of the greatest one; a value that is
  /// not above 0 is a dot, a missing one a space.
  package static func text(_ values: some Sequence<Double?>) -> String {
    let values = Array(values)
    let greatest = values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
      values.map { value -> Character in
        guard let value, !value.isNaN else { return " " }
        guard value > 0 else { return "·" }
        let share = greatest > 0 ? min(1, value / greatest) : 1
        return blocks[max(0, Int((share * 8).rounded(.up)) - 1)]
      })
  }
}

/// A line of values as characters of different height.
public enum Sparkline {
  /// Returns a character for each value: of the height of its share of the greatest one; a value of 0 is a
  /// dot, a missing one a space.
  public static func text(_ values: some Sequence<Double?>) -> String {
    let values = Array(values)
    let greatest = values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
      values.map { value -> Character in
        guard let value else { return " " }
        guard value > 0, greatest > 0 else { return "·" }
        return blocks[min(7, max(0, Int((value / greatest * 8).rounded(.up)) - 1))]
      })
  }
}

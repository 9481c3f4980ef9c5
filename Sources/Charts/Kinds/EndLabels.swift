/// The names of lines beside their ends, which replace a legend.
struct EndLabels {
  let names: [String]
  /// The width that the names need.
  let width: Double
  private let medium: Medium

  /// Creates the labels; `nil` where a name is wider than the space.
  init?(_ names: [String], on medium: Medium, within space: Double) {
    let widest = names.map { medium.width(of: $0) }.max() ?? 0
    guard widest <= space else { return nil }
    (self.names, self.medium) = (names, medium)
    width = widest + medium.characterWidth * 1.2
  }

  /// Draws names, each as near to the end of its line as those of others let it be.
  ///
  /// - Parameters:
  ///   - ends: The names, each with the ordinate of the end of its line.
  ///   - right: The abscissa at which the lines end.
  ///   - range: The ordinates within which the names are.
  func draw(
    _ ends: [(name: String, y: Double)], right: Double, within range: ClosedRange<Double>,
    in scene: inout Scene
  ) {
    let line = medium.lineHeight
    let sorted = ends.sorted { $0.y < $1.y }
    var ys: [Double] = []
    for (index, end) in sorted.enumerated() {
      // Names that follow need their lines too.
      let last = range.upperBound - Double(sorted.count - 1 - index) * line
      ys.append(max(min(end.y, last), (ys.last ?? -.infinity) + line, range.lowerBound))
    }
    for (end, y) in zip(sorted, ys) {
      scene.label(end.name, x: right + medium.characterWidth * 0.6, y: y, .start, .ink)
    }
  }
}

/// A position in a scene; y grows downwards.
package struct Point: Hashable, Sendable {
  /// The distance from the left edge.
  package var x: Double
  /// The distance from the upper edge.
  package var y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

extension Double {
  /// Whether a chart can have the value: one that is finite, and so small that no position overflows.
  var isDrawable: Bool { magnitude < 1e100 }
}

package struct Rectangle: Hashable, Sendable {
  /// The distance of the left edge.
  package var x: Double
  /// The distance of the upper edge.
  package var y: Double
  package var width: Double
  package var height: Double

  /// The distance of the right edge.
  package var right: Double { x + width }
  /// The distance of the lower edge.
  package var bottom: Double { y + height }
  package var center: Point { Point(x + width / 2, y + height / 2) }
}

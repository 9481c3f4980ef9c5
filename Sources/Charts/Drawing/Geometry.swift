/// A position in a scene; y grows downwards.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the upper edge.
  public var y: Double

  /// Creates a position.
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

extension Double {
  /// Whether a chart can have the value: one that is finite, and so small that no position overflows.
  var isDrawable: Bool { magnitude < 1e100 }
}

/// A rectangle in a scene.
public struct Rectangle: Hashable, Sendable {
  /// The distance of the left edge.
  public var x: Double
  /// The distance of the upper edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The distance of the right edge.
  public var right: Double { x + width }
  /// The distance of the lower edge.
  public var bottom: Double { y + height }
  /// The middle.
  public var center: Point { Point(x + width / 2, y + height / 2) }
}

/// What a scene consists of. A medium draws each mark in its own way: a file of vector graphics as shapes,
/// a terminal as characters.
package enum Mark: Hashable, Sendable {
  /// A cell of a heat map or of a board.
  case tile(Tile)
  /// A bar whose length is a value.
  case bar(Bar)
  case line(Line)
  /// The area between two lines.
  case area(Area)
  case dot(Dot)
  /// A straight line of an axis or of a grid.
  case rule(Rule)
  case label(Label)
}

/// A cell that is filled completely.
package struct Tile: Hashable, Sendable {
  package var frame: Rectangle
  package var paint: Paint
  /// A sign in the middle, with the meaning of the colour.
  package var symbol: Character?
  /// What the cell shows, in words, shown to readers who point at it.
  package var tip: String?
  /// Whether only its outline is drawn.
  package var isOutline = false
}

package struct Bar: Hashable, Sendable {
  /// The direction in which its value grows.
  package enum Direction: Hashable, Sendable {
    case right
    case up
  }

  package var frame: Rectangle
  /// The direction in which its value grows.
  package var direction: Direction
  package var paint: Paint
  /// The number of its series, from 0, of which a medium without enough colours makes a pattern.
  package var pattern = 0
  /// What the bar shows, in words.
  package var tip: String?
}

package struct Line: Hashable, Sendable {
  package var points: [Point]
  package var paint: Paint
  package var width = 2.0
  /// The style of dashes, from 1; 0 for an uninterrupted line.
  package var dash = 0

  /// The lengths of dashes and gaps in turn, in pixels.
  var dashes: [Int] { Line.dashes[dash % Line.dashes.count] }

  private static let dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3], [1, 4], [10, 4]]
}

/// The area between two lines with the same abscissas.
package struct Area: Hashable, Sendable {
  /// The points of the upper line, from left to right.
  package var upper: [Point]
  /// The points of the lower line, from left to right.
  package var lower: [Point]
  package var paint: Paint
  /// How opaque it is, from 0 to 1.
  package var opacity = 0.25
}

package struct Dot: Hashable, Sendable {
  package var center: Point
  package var paint: Paint
  package var radius = 3.0
  /// What the point shows, in words.
  package var tip: String?
}

package struct Rule: Hashable, Sendable {
  package var start: Point
  package var end: Point
  package var paint: Paint
  package var isDashed = false
}

package struct Label: Hashable, Sendable {
  /// The side of the text that is at its position.
  package enum Anchor: String, Hashable, Sendable {
    case start
    case middle
    case end
  }

  /// The text; it is elided to fit where a chart gives it a width.
  package var text: String
  /// The position: of the anchor, and of the middle of the line.
  package var position: Point
  /// The side of the text that is at its position.
  package var anchor = Anchor.start
  package var paint = Paint.ink
  package var isBold = false
}

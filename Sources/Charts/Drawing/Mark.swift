/// What a scene consists of. A medium draws each mark in its own way: a file of vector graphics as shapes,
/// a terminal as characters.
public enum Mark: Hashable, Sendable {
  /// A cell of a heat map or of a board.
  case tile(Tile)
  /// A bar whose length is a value.
  case bar(Bar)
  /// A line through points.
  case line(Line)
  /// The area between two lines.
  case area(Area)
  /// A point.
  case dot(Dot)
  /// A straight line of an axis or of a grid.
  case rule(Rule)
  /// A text.
  case label(Label)
}

/// A cell that is filled completely.
public struct Tile: Hashable, Sendable {
  /// The cell.
  public var frame: Rectangle
  /// The colour.
  public var paint: Paint
  /// A sign in the middle, which also says what the colour does.
  public var symbol: Character?
  /// What the cell shows, in words, for whoever points at it.
  public var tip: String?
  /// Whether only its outline is drawn.
  public var isOutline = false
}

/// A bar.
public struct Bar: Hashable, Sendable {
  /// The direction in which its value grows.
  public enum Direction: Hashable, Sendable {
    /// To the right.
    case right
    /// Upwards.
    case up
  }

  /// The bar.
  public var frame: Rectangle
  /// The direction in which its value grows.
  public var direction: Direction
  /// The colour.
  public var paint: Paint
  /// The pattern drawn over the colour, from 1; 0 for none.
  public var pattern = 0
  /// What the bar shows, in words.
  public var tip: String?
}

/// A line through points.
public struct Line: Hashable, Sendable {
  /// The points, in order.
  public var points: [Point]
  /// The colour.
  public var paint: Paint
  /// The width.
  public var width = 2.0
  /// The style of dashes, from 1; 0 for an uninterrupted line.
  public var dash = 0

  /// The lengths of dashes and gaps in turn, in pixels.
  var dashes: [Int] { Line.dashes[dash % Line.dashes.count] }

  private static let dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3], [1, 4], [10, 4]]
}

/// The area between two lines with the same abscissas.
public struct Area: Hashable, Sendable {
  /// The points of the upper line, from left to right.
  public var upper: [Point]
  /// The points of the lower line, from left to right.
  public var lower: [Point]
  /// The colour.
  public var paint: Paint
  /// How opaque it is, from 0 to 1.
  public var opacity = 0.25
}

/// A point.
public struct Dot: Hashable, Sendable {
  /// The middle.
  public var center: Point
  /// The colour.
  public var paint: Paint
  /// Its radius.
  public var radius = 3.0
  /// What the point shows, in words.
  public var tip: String?
}

/// A straight line.
public struct Rule: Hashable, Sendable {
  /// The beginning.
  public var from: Point
  /// The end.
  public var to: Point
  /// The colour.
  public var paint: Paint
  /// Whether it is dashed.
  public var isDashed = false
}

/// A text.
public struct Label: Hashable, Sendable {
  /// The side of the text that is at its position.
  public enum Anchor: String, Hashable, Sendable {
    case start
    case middle
    case end
  }

  /// The text; it is elided to fit where a chart gives it a width.
  public var text: String
  /// The position: of the anchor, and of the middle of the line.
  public var at: Point
  /// The side of the text that is at its position.
  public var anchor = Anchor.start
  /// The colour.
  public var paint = Paint.ink
  /// Whether it is emphasised.
  public var isBold = false
}

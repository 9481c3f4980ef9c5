/// A colour by its meaning; the medium chooses the colour itself.
package enum Paint: Hashable, Sendable {
  /// Text and what has its colour.
  case ink
  /// Text of less importance, and axes.
  case muted
  /// Lines behind the data.
  case grid
  /// The background of a card.
  case surface
  /// The background, also as the colour of text on a colour that contrasts with it.
  case paper
  /// The dark colour of text on a bright one.
  case darkText
  /// The bright colour of text on a dark one.
  case lightText
  /// A step of a sequential scale, from 0 (nothing) to 4.
  case level(Int)
  /// A step of a scale from bad to good, from 0 to 4.
  case rating(Int)
  /// A step of a scale of rarity, from 0 (commonest) to 3.
  case rank(Int)
  /// A series of a chart, from 0; there are as many colours as `seriesCount`.
  case series(Int)
  /// What was reached.
  case positive
  /// What was reached in part.
  case caution
  /// What is late.
  case negative
  /// What was missed, without reproach.
  case missed
  /// What does not count.
  case neutral

  /// The number of colours that distinguish series.
  package static let seriesCount = 6
  /// The number of steps of a scale of rarity.
  static let rankCount = 4
  /// The number of steps of a sequential scale, including the one for nothing, and of ratings.
  package static let levelCount = 5

  static let all: [Paint] =
    [
      .ink, .muted, .grid, .surface, .paper, .darkText, .lightText, .positive, .caution, .negative,
      .missed, .neutral,
    ]
    + (0..<levelCount).flatMap { [.level($0), .rating($0)] } + (0..<rankCount).map { .rank($0) }
    + (0..<seriesCount).map { .series($0) }

  /// The name of the class in a style sheet.
  var className: String {
    switch self {
    case .ink: "ink"
    case .muted: "mut"
    case .grid: "grd"
    case .surface: "srf"
    case .paper: "pap"
    case .darkText: "onl"
    case .lightText: "ond"
    case .positive: "pos"
    case .caution: "cau"
    case .negative: "neg"
    case .missed: "mis"
    case .neutral: "neu"
    case .level(let step): "l\(Paint.clamped(step, Paint.levelCount))"
    case .rating(let step): "m\(Paint.clamped(step, Paint.levelCount))"
    case .rank(let step): "r\(Paint.clamped(step, Paint.rankCount))"
    case .series(let index): "s\(index % Paint.seriesCount)"
    }
  }

  /// The colour of a sign on this colour.
  var symbolPaint: Paint {
    switch self {
    case .rating(...1), .negative, .rank(2), .darkText: .lightText
    case .missed, .neutral, .surface, .paper, .grid, .level(...2): .ink
    // What is dark on a bright background is bright on a dark one.
    case .ink, .muted, .level(4...): .paper
    case .series(let index) where index % Paint.seriesCount == 0: .paper
    case .positive, .rating, .rank, .caution, .series, .level, .lightText: .darkText
    }
  }

  /// Returns the nearest step of a scale.
  static func clamped(_ step: Int, _ count: Int) -> Int { max(0, min(step, count - 1)) }
}

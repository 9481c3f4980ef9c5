/// The colours that a terminal has.
package enum ColorDepth: Hashable, Sendable {
  case none
  /// The 16 colours of ECMA-48.
  case basic
  /// 256: a cube of 6 × 6 × 6 and 24 greys.
  case indexed
  /// All colours, by red, green and blue.
  case trueColor

  /// Whether a hue has several shades.
  var hasShades: Bool { self == .indexed || self == .trueColor }
}

extension Paint {
  /// The colour on a terminal, whose background is unknown, and the nearest of the 16.
  private var terminalColor: (red: Int, green: Int, blue: Int, basic: String)? {
    switch self {
    case .ink, .paper, .darkText, .lightText: nil
    case .muted, .grid, .surface, .missed, .neutral, .level(...0): (128, 134, 142, "90")
    case .positive: (26, 156, 120, "32")
    case .caution: (214, 148, 0, "33")
    case .negative: (214, 84, 40, "31")
    case .level(let step): Paint.terminalLevels[Paint.clamped(step - 1, 4)]
    case .rating(0): (150, 80, 180, "35")
    case .rating(1): (88, 120, 200, "34")
    case .rating(2): (40, 160, 155, "36")
    case .rating(3): (80, 185, 85, "32")
    case .rating: (214, 180, 20, "33")
    case .rank(0): nil
    case .rank(1): (60, 150, 215, "36")
    case .rank(2): (165, 105, 220, "35")
    case .rank: (214, 160, 0, "1;33")
    case .series(let index): Paint.terminalSeries[index % Paint.seriesCount]
    }
  }

  /// The blues of the steps above 0, which differ on a dark background as on a bright one.
  private static let terminalLevels = [
    (158, 200, 232, "34"), (104, 163, 217, "34"), (56, 122, 194, "34"), (34, 84, 163, "34"),
  ]

  private static let terminalSeries = [
    (62, 142, 204, "34"), (220, 110, 40, "31"), (26, 165, 125, "32"), (205, 125, 170, "35"),
    (214, 160, 20, "33"), (90, 180, 230, "36"),
  ]

  /// The blue of a step above 0 in the cube of 256 colours, in which those of all colours would partly coincide.
  private var indexedLevel: Int {
    guard case .level(let step) = self else { return 0 }
    return [153, 74, 32, 25][Paint.clamped(step - 1, 4)]
  }

  /// Returns a printable text in the colour, between control sequences (ECMA-48, Select Graphic
  /// Rendition); without colours, the text alone.
  package func applied(to text: String, _ depth: ColorDepth) -> String {
    guard !text.isEmpty, let parameters = parameters(depth) else { return text }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  /// Returns the parameters of the control sequence of the colour; `nil` for the terminal's own colour.
  func parameters(_ depth: ColorDepth) -> String? {
    guard let color = terminalColor else { return nil }
    switch depth {
    case .none: return nil
    case .basic: return color.basic
    case .indexed:
      if case .level(1...) = self { return "38;5;\(indexedLevel)" }
      // The levels of the cube are 0, 95, 135, 175, 215 and 255.
      func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
      return "38;5;\(16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue))"
    case .trueColor: return "38;2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}

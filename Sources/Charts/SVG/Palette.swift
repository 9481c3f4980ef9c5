/// The colours of vector graphics, for a light and for a dark background.
///
/// Series are the colours of M. Okabe and K. Ito ("Color Universal Design", 2008), which readers with any
/// kind of colour vision distinguish; ratings are five steps of matplotlib's viridis, which grows brighter
/// from step to step; so do the levels, of one hue.
enum Palette {
  /// Returns the colour on a light and on a dark background, as hexadecimal digits.
  static func colors(of paint: Paint) -> (light: String, dark: String) {
    switch paint {
    case .ink: ("1f2328", "e6e9ee")
    case .muted: ("59606a", "a4acb8")
    case .grid: ("e1e4e8", "33383f")
    case .surface: ("f1f3f5", "23272e")
    case .paper: ("ffffff", "16181d")
    case .darkText: ("111418", "111418")
    case .lightText: ("ffffff", "ffffff")
    case .positive: ("1a9c78", "1a9c78")
    case .caution: ("e69f00", "e69f00")
    case .negative: ("c2410c", "c2410c")
    case .missed: ("b3bac4", "5a626e")
    case .neutral: ("d3d8de", "454c56")
    case .level(let step): levels[Paint.clamped(step, levels.count)]
    case .rating(let step): ratings[Paint.clamped(step, ratings.count)]
    case .rank(let step): ranks[Paint.clamped(step, ranks.count)]
    case .series(let index): series[index % series.count]
    }
  }

  private static let levels = [
    ("e8ebee", "2b3038"), ("c6dbef", "1f4e79"), ("85b9de", "2768a0"), ("3f8ac2", "62abe0"),
    ("0b4f8c", "c3e2f9"),
  ]
  private static let ratings = [
    ("440154", "6f2f87"), ("3b528b", "44609f"), ("21918c", "21918c"), ("5ec962", "5ec962"),
    ("fde725", "fde725"),
  ]
  private static let ranks = [
    ("9aa3ad", "9aa3ad"), ("56a0e0", "56a0e0"), ("8e4ec6", "8e4ec6"), ("e0a100", "e0a100"),
  ]
  private static let series = [
    ("0072b2", "4aa8e0"), ("d55e00", "ff8a4c"), ("009e73", "2fc598"), ("cc79a7", "e3a1c6"),
    ("e69f00", "f2b632"), ("56b4e9", "9bd8f8"),
  ]

  /// The rules of a style sheet that give every colour its dark form.
  static let darkRules = Paint.all.filter { colors(of: $0).light != colors(of: $0).dark }
    .map { paint in
      let color = "#" + colors(of: paint).dark
      return ".\(paint.className){fill:\(color)}.k\(paint.className){stroke:\(color)}"
    }.joined()
}

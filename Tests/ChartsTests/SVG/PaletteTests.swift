import Foundation
import Testing

@testable import Charts

struct `The colours of vector graphics` {
  /// A colour as linear red, green and blue from 0 to 1 (IEC 61966-2-1).
  private struct Color {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(_ digits: String) {
      let value = UInt32(digits, radix: 16) ?? 0
      func linear(_ shift: UInt32) -> Double {
        let share = Double(value >> shift & 0xff) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      self.init(linear(16), linear(8), linear(0))
    }

    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// The contrast of WCAG 2.2 (1.4.3).
    func contrast(with other: Color) -> Double {
      let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
      return (high + 0.05) / (low + 0.05)
    }

    /// What a reader with a kind of colour vision sees.
    func seen(with matrix: [[Double]]) -> Color {
      let values = matrix.map { row in
        min(1, max(0, row[0] * red + row[1] * green + row[2] * blue))
      }
      return Color(values[0], values[1], values[2])
    }

    /// The difference CIE76: the distance in L*a*b* of the white D65.
    func difference(to other: Color) -> Double {
      let (left, right) = (lab, other.lab)
      return (0..<3).reduce(0) { $0 + pow(left[$1] - right[$1], 2) }.squareRoot()
    }

    private var lab: [Double] {
      let rows = [
        [0.4124564, 0.3575761, 0.1804375, 0.95047], [0.2126729, 0.7151522, 0.0721750, 1],
        [0.0193339, 0.1191920, 0.9503041, 1.08883],
      ]
      let f = rows.map { row -> Double in
        let share = (row[0] * red + row[1] * green + row[2] * blue) / row[3]
        return share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
      }
      return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
    }
  }

  /// A paint on the light and on the dark background.
  private func colors(_ paint: Paint) -> [Color] {
    let (light, dark) = Palette.colors(of: paint)
    return [Color(light), Color(dark)]
  }

  /// The contrast of black with white is 21, of equal colours 1; the greys of 4.5 and 4.48 with white are known
  /// (WebAIM): #767676 and #777777.
  @Test func `are measured as WCAG does`() {
    #expect(Color("000000").contrast(with: Color("ffffff")) == 21)
    #expect(Color("123456").contrast(with: Color("123456")) == 1)
    #expect((Color("767676").contrast(with: Color("ffffff")) * 100).rounded() == 454)
    #expect((Color("777777").contrast(with: Color("ffffff")) * 100).rounded() == 448)
    // Of red and of the darkest blue, L*a*b* of D65 is (53.24, 80.09, 67.20) and (32.30, 79.19, -107.86).
    #expect((Color("ff0000").difference(to: Color("0000ff")) * 10).rounded() == 1763)
  }

  @Test(arguments: [Paint.ink, .muted]) func `of text contrast with backgrounds`(paint: Paint) {
    for background in [Paint.paper, .surface] {
      for (text, back) in zip(colors(paint), colors(background)) {
        #expect(text.contrast(with: back) >= 4.5, "\(paint) on \(background)")
      }
    }
  }

  @Test func `of signs contrast with their tiles`() {
    for paint in Paint.all {
      for (sign, tile) in zip(colors(paint.symbolPaint), colors(paint)) {
        #expect(sign.contrast(with: tile) >= 4.5, "\(paint): \(sign.contrast(with: tile))")
      }
    }
  }

  @Test func `of levels and ratings grow brighter or darker from step to step`() {
    let steps = 0..<Paint.levelCount
    for (kind, isLight) in [(Paint.level, true), (Paint.rating, false)] {
      let luminances = steps.map { colors(kind($0)).map(\.luminance) }
      for (left, right) in zip(luminances, luminances.dropFirst()) {
        // On the light background more is darker; ratings are as bright on both.
        #expect(isLight ? left[0] > right[0] : left[0] < right[0])
        #expect(left[1] < right[1])
        for (one, other) in zip(left, right) {
          // Steps differ by 1.15 at least, so that a reader without colours tells neighbours apart.
          #expect((max(one, other) + 0.05) / (min(one, other) + 0.05) >= 1.15)
        }
      }
    }
  }

  /// The matrices of G. Machado, M. Oliveira and L. Fernandes (2009), of severity 1.
  @Test(arguments: [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
    [
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.303900],
    ],
  ])
  func `of series differ for readers with any colour vision`(matrix: [[Double]]) {
    for background in 0..<2 {
      let seen = (0..<Paint.seriesCount).map { colors(.series($0))[background].seen(with: matrix) }
      for (index, left) in seen.enumerated() {
        for right in seen[(index + 1)...] {
          // The least difference is 12.5: blue and green, on a dark background, without blue cones.
          #expect(left.difference(to: right) > 12)
        }
      }
    }
  }

  @Test func `have a dark form in the style sheet and names of their own`() {
    let names = Paint.all.map(\.className)
    #expect(Set(names).count == Paint.all.count)
    for paint in Paint.all {
      let (light, dark) = Palette.colors(of: paint)
      let rules =
        ".\(paint.className){fill:#\(dark)}.k\(paint.className){stroke:#\(dark)}"
      #expect(SVGWriter.styleSheet.contains(rules) == (light != dark), "\(paint)")
    }
    #expect(SVGWriter.styleSheet.hasPrefix("@media screen and (prefers-color-scheme:dark){."))
    #expect(SVGWriter.styleSheet.hasSuffix("}}"))
  }

  @Test func `of steps beyond a scale are its ends`() {
    for (wrong, right) in [
      (Paint.level(-1), Paint.level(0)), (.level(9), .level(4)), (.rating(5), .rating(4)),
      (.rank(4), .rank(3)), (.rank(-2), .rank(0)), (.series(6), .series(0)),
      (.series(13), .series(1)),
    ] {
      #expect(wrong.className == right.className)
      #expect(Palette.colors(of: wrong) == Palette.colors(of: right))
      #expect(wrong.symbolPaint == right.symbolPaint)
    }
  }
}

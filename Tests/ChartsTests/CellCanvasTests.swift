import Testing

@testable import Charts

struct `A canvas of character cells` {
  private func lines(
    _ marks: [Mark], width: Double = 8, height: Double = 1, _ colors: ColorDepth = .none
  ) -> [String] {
    var scene = Scene(width: width, height: height)
    scene.marks = marks
    return CellCanvas(scene, colors).lines
  }

  private func bar(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ direction: Bar.Direction,
    pattern: Int = 0
  ) -> Mark {
    .bar(
      Bar(
        frame: Rectangle(x: x, y: y, width: width, height: height), direction: direction,
        paint: .series(0), pattern: pattern))
  }

  private func label(_ text: String, _ x: Double, _ y: Double, _ anchor: Label.Anchor = .start)
    -> Mark
  {
    .label(Label(text: text, position: Point(x, y), anchor: anchor))
  }

  @Test(arguments: [
    (0.125, "▁"), (0.25, "▂"), (0.375, "▃"), (0.5, "▄"), (0.625, "▅"), (0.75, "▆"), (0.875, "▇"),
    (1, "█"), (0.001, "▁"), (0.06, "▁"), (0.07, "▁"), (0.19, "▂"), (0.99, "█"),
  ])
  func `has eighths of upright bars`(height: Double, character: String) {
    #expect(lines([bar(0, 1 - height, 1, height, .up)]) == [character])
  }

  @Test func `has whole cells below an eighth`() {
    #expect(lines([bar(1, 0.75, 2, 2.25, .up)], height: 3) == [" ▂▂", " ██", " ██"])
  }

  @Test(arguments: [
    (0.125, "▏"), (0.25, "▎"), (0.375, "▍"), (0.5, "▌"), (0.625, "▋"), (0.75, "▊"), (0.875, "▉"),
    (1, "█"), (2.5, "██▌"), (0.001, "▏"),
  ])
  func `has eighths of lying bars`(width: Double, characters: String) {
    #expect(lines([bar(0, 0, width, 1, .right)]) == [characters])
  }

  @Test(arguments: [
    (ColorDepth.none, "·░▒▓█"), (.basic, "·░▒▓█"), (.indexed, "·■■■■"), (.trueColor, "·■■■■"),
  ])
  func `has shades of levels where there are no colours of theirs`(
    depth: ColorDepth, expected: String
  ) {
    let tiles = (0..<5).map { level in
      Mark.tile(
        Tile(
          frame: Rectangle(x: Double(level), y: 0, width: 1, height: 1), paint: .level(level)))
    }
    let line = lines(tiles, depth)[0]
    let text = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(text == expected)
    // Each step above 0 has a blue of its own there.
    let blues = Set(line.matches(of: #/\u{1B}\[(3[0-9;]+)m[^·]/#).map(\.output.1))
    #expect(blues.count == (depth == .none ? 0 : depth == .basic ? 1 : 4))
  }

  @Test func `has shades of patterns`() {
    let marks = (0..<6).map { bar(Double($0), 0, 1, 1, $0 % 2 == 0 ? .up : .right, pattern: $0) }
    #expect(lines(marks) == ["█▓▒░▚▞"])
    // Even the shortest bar is visible.
    #expect(lines([bar(0, 0, 0.1, 1, .right, pattern: 2)]) == ["▒"])
  }

  /// The bits of Braille: dots 1, 2, 3, 7 on the left are 01, 02, 04, 40, dots 4, 5, 6, 8 on the right 08, 10,
  /// 20, 80 (Unicode 15, chapter 21.1).
  @Test(
    arguments: [
      (0, 0, 0x01), (0, 0.25, 0x02), (0, 0.5, 0x04), (0, 0.75, 0x40), (0.5, 0, 0x08),
      (0.5, 0.25, 0x10), (0.5, 0.5, 0x20), (0.5, 0.75, 0x80),
    ] as [(Double, Double, UInt32)])
  func `has a dot of Braille for a point`(x: Double, y: Double, bits: UInt32) throws {
    let character = Character(try #require(Unicode.Scalar(0x2800 + bits)))
    let line = Line(points: [Point(x, y)], paint: .ink)
    #expect(lines([.line(line)]) == [String(character)])
  }

  @Test func `has lines of dots`() {
    func line(_ points: [Point], dash: Int = 0) -> [String] {
      lines([.line(Line(points: points, paint: .ink, dash: dash))], width: 4, height: 2)
    }
    #expect(line([Point(0, 0), Point(3.5, 0)]) == ["⠉⠉⠉⠉", ""])
    #expect(line([Point(0, 0), Point(0, 1.75)]) == ["⡇", "⡇"])
    // Eight dots across and eight down.
    #expect(line([Point(0, 0), Point(3.5, 1.75)]) == ["⠑⢄", "  ⠑⢄"])
    #expect(line([Point(3.5, 1.75), Point(0, 0)]) == ["⠑⢄", "  ⠑⢄"])
    // Six dots and a gap of two, also through many points of the same dot.
    #expect(line([Point(0, 0), Point(3.5, 0)], dash: 1) == ["⠉⠉⠉", ""])
    let close = (0..<100).map { Point(Double($0) * 0.035, 0) }
    #expect(line(close, dash: 1) == ["⠉⠉⠉", ""])
    // Any line begins with a dot.
    for dash in 0..<12 { #expect(line([Point(1, 0)], dash: dash) == [" ⠁", ""]) }
    // What is outside has no dots, instead of some at the edge.
    #expect(line([Point(-5, -5), Point(-1, -3)]) == ["", ""])
    #expect(line([Point(1e300, 0), Point(1e300, 1)]) == ["", ""])
  }

  @Test func `keeps two columns for wide characters`() {
    #expect(lines([label("日本x", 0, 0.5)]) == ["日本x"])
    #expect(lines([label("日本", 8, 0.5, .end)]) == ["    日本"])
    #expect(lines([label("日本", 4, 0.5, .middle)]) == ["  日本"])
    // One that does not fit is left out.
    #expect(lines([label("日本語", 0, 0.5)], width: 5) == ["日本"])
    #expect(lines([label("👩‍👩‍👧🇪🇸", 0, 0.5)], width: 4) == ["👩‍👩‍👧🇪🇸"])
  }

  @Test func `has spaces for what is left of an overwritten wide character`() {
    #expect(lines([label("日本", 0, 0.5), label("x", 1, 0.5)]) == [" x本"])
    #expect(lines([label("日本", 0, 0.5), label("x", 0, 0.5)]) == ["x 本"])
    #expect(lines([label("abcd", 0, 0.5), label("日", 1, 0.5)]) == ["a日d"])
    #expect(lines([label("日本", 0, 0.5), label("語", 1, 0.5)]) == [" 語"])
  }

  @Test func `has no control characters, combining marks stay with their letters`() {
    #expect(lines([label("a\u{1b}[2Jb\r\n\t\0\u{9b}c", 0, 0.5)], width: 20) == ["a[2Jbc"])
    #expect(lines([label("e\u{301}a", 0, 0.5)]) == ["e\u{301}a"])
    let tile = Rectangle(x: 0, y: 0, width: 1, height: 1)
    #expect(lines([.tile(Tile(frame: tile, paint: .positive, symbol: "\u{1b}"))]) == ["■"])
    #expect(lines([.tile(Tile(frame: tile, paint: .rating(3), symbol: "👍"))]) == ["▆"])
  }

  @Test func `has signs and shades of tiles`() {
    let paints: [Paint] = (0..<5).map { .level($0) } + [.positive, .neutral]
    let tiles = paints.enumerated().map { index, paint in
      Mark.tile(
        Tile(frame: Rectangle(x: Double(index), y: 0, width: 1, height: 1), paint: paint))
    }
    #expect(lines(tiles) == ["·░▒▓█■·"])
    let outlines = Array("●◆▲★■×").enumerated().map { index, symbol in
      Mark.tile(
        Tile(
          frame: Rectangle(x: Double(index), y: 0, width: 1, height: 1), paint: .muted,
          symbol: symbol, isOutline: true))
    }
    #expect(lines(outlines) == ["○◇△☆□×"])
  }

  @Test func `has rules that data cover, and no lines of the grid`() {
    let marks: [Mark] = [
      bar(1, 0, 1, 1, .up),
      .rule(Rule(start: Point(1, 0), end: Point(1, 3), paint: .muted, isDashed: true)),
      .rule(Rule(start: Point(3, 0), end: Point(3, 2), paint: .muted)),
      .rule(Rule(start: Point(0, 1.5), end: Point(7, 1.5), paint: .grid)),
      .rule(Rule(start: Point(5, 1.5), end: Point(7, 1.5), paint: .muted)),
      .rule(Rule(start: Point(-4, 0), end: Point(-4, 3), paint: .muted)),
    ]
    #expect(lines(marks, height: 3) == [" █ │", " ┊ │ ───", " ┊"])
  }

  @Test func `has areas where nothing else is`() {
    let area = Area(
      upper: [Point(0, 1), Point(4, 1)], lower: [Point(0, 3), Point(4, 3)], paint: .series(0))
    let wrong = Area(
      upper: [Point(4, 1), Point(0, 1)], lower: [Point(4, 3), Point(0, 3)], paint: .series(0))
    #expect(
      lines([bar(1, 1, 1, 2, .up), .area(area)], height: 4) == ["", "░█░░░", "░█░░░", ""])
    // An area on another is darker.
    let inner = Area(
      upper: [Point(1, 2), Point(3, 2)], lower: [Point(1, 3), Point(3, 3)], paint: .series(0))
    #expect(
      lines([.area(area), .area(inner)], height: 4) == ["", "░░░░░", "░▒▒▒░", ""])
    // Points from right to left are no reason to stop.
    #expect(lines([.area(wrong)], height: 4).count == 4)
  }

  @Test func `changes colours only where they change`() {
    let marks = [bar(0, 0, 2, 1, .right), label("ab", 3, 0.5)]
    #expect(lines(marks, .basic) == ["\u{1b}[34m██\u{1b}[0m ab"])
    let bold = Mark.label(Label(text: "x", position: Point(0, 0.5), paint: .muted, isBold: true))
    #expect(lines([bold], .trueColor) == ["\u{1b}[1;38;2;128;134;142mx\u{1b}[0m"])
    #expect(lines([bold], .none) == ["x"])
  }
}

struct `The colours of a terminal` {
  /// The indexes of 256 colours are 16 + 36 r + 6 g + b, with r, g, b the nearest of 0, 95, 135, 175, 215, 255.
  @Test(arguments: [
    // (26, 156, 120): 0, 175, 135.
    (Paint.positive, "32", "38;5;36", "38;2;26;156;120"),
    // (214, 84, 40): 215, 95, 0.
    (.negative, "31", "38;5;166", "38;2;214;84;40"),
    // (62, 142, 204): 95, 135, 215.
    (.series(0), "34", "38;5;68", "38;2;62;142;204"),
    (.series(6), "34", "38;5;68", "38;2;62;142;204"),
  ])
  func `are the nearest`(paint: Paint, basic: String, indexed: String, full: String) {
    #expect(paint.parameters(.basic) == basic)
    #expect(paint.parameters(.indexed) == indexed)
    #expect(paint.parameters(.trueColor) == full)
    #expect(paint.parameters(.none) == nil)
  }

  @Test func `do not change text, whose background is unknown`() {
    for paint in [Paint.ink, .paper, .darkText, .lightText] {
      #expect(paint.parameters(.trueColor) == nil)
    }
  }
}

struct `A sparkline` {
  @Test(
    arguments: [
      ([0, 1, 2, 3, 4, 5, 6, 7, 8], "·▁▂▃▄▅▆▇█"), ([1, nil, 2], "▄ █"), ([], ""), ([0, 0], "··"),
      ([nil], " "), ([-1, 4], "·█"), ([1, 1e9], "▁█"), ([.nan, 2, 1], " █▄"),
      ([.infinity, 2, 1], "██▄"), ([.infinity], "█"), ([-.infinity, 1], "·█"),
      ([.leastNonzeroMagnitude, .greatestFiniteMagnitude], "▁█"), ([3, 3], "██"),
    ] as [([Double?], String)])
  func `has a character for each value`(values: [Double?], text: String) {
    #expect(Sparkline.text(values) == text)
  }
}

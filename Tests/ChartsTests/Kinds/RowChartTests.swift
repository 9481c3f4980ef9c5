import Testing

@testable import Charts

struct `A histogram` {
  @Test func `has bars from edge to edge, with heights in proportion to counts`() {
    let chart = HistogramChart(
      "Title", summary: "", table: Samples.table,
      bins: [
        .init(from: 10, to: 20, count: 4), .init(from: 20, to: 30, count: 0),
        .init(from: 30, to: 50, count: 8),
      ], markers: [.init(30, "median"), .init(31, "mean"), .init(60, "outside")])
    let scene = chart.scene(on: .vector, width: 360)
    #expect(scene.bars.count == 2)
    let (first, last) = (scene.bars[0].frame, scene.bars[1].frame)
    let right = 360 - 6.9
    // The axis has 40 units; a gap of one is between bars.
    let unit = (right - first.x) / 40
    #expect(isClose(first.width, 10 * unit - 1))
    #expect(isClose(last.x, first.x + 20 * unit))
    #expect(isClose(last.right, right - 1))
    #expect(isClose(last.height, 2 * first.height))
    #expect(isClose(last.height, 360 * 0.36))
    #expect(scene.labels.map(\.text).filter { $0.first?.isLetter ?? false } == ["median", "mean"])
    #expect(scene.rules.first { $0.isDashed }?.start.x == last.x)
  }
}

struct `Dots with intervals` {
  private func chart(_ rows: [DotIntervals.Row], reference: Double? = 0) -> DotIntervals {
    DotIntervals(
      "Title", summary: "", columns: ["Name", "Value", "From", "To"], rows: rows,
      reference: reference)
  }

  @Test func `are at their values on one axis`() {
    let scene = chart([.init("a", 0.5, 0...1), .init("b", -1, nil)]).scene(on: .vector, width: 360)
    let line = scene.rules.first { $0.isDashed }?.start.x ?? .nan
    let interval = scene.rules.first { $0.paint == .series(0) }
    #expect(isClose(interval?.start.x ?? .nan, line))
    let unit = (interval?.end.x ?? .nan) - line
    #expect(isClose(scene.dots[0].center.x, line + unit / 2))
    #expect(isClose(scene.dots[1].center.x, line - unit))
    #expect(scene.rules.count { $0.paint == .series(0) } == 1)
    let texts = scene.labels.filter { $0.anchor == .end }.map(\.text)
    #expect(texts == ["0.50", "−1.00"])
  }

  @Test func `end at the axis where intervals are infinite`() {
    let scene = chart([.init("a", 1, -.infinity ... .infinity), .init("b", 2, 1.5...2)])
      .scene(on: .vector, width: 360)
    let axis = scene.rules.first { $0.paint == .muted && !$0.isDashed }
    let interval = scene.rules.first { $0.paint == .series(0) }
    #expect(interval?.start.x == axis?.start.x)
    #expect(interval?.end.x == axis?.end.x)
  }

  @Test func `are left out for what is no number`() {
    let scene = chart([.init("a", .nan, nil), .init("b", .infinity, nil)], reference: .nan)
      .scene(on: .vector, width: 360)
    #expect(scene.dots.isEmpty && !scene.rules.contains { $0.isDashed })
    #expect(scene.labels.filter { $0.anchor == .end }.map(\.text) == ["–", "∞"])
    #expect(chart([.init("a", .nan, nil)]).caption.table.rows == [["a", "–", "–", "–"]])
  }
}

struct `A board of cards` {
  private func chart(_ count: Int) -> Board {
    Board(
      "Title", summary: "", table: Samples.table,
      groups: [
        (
          "Group",
          (0..<count).map {
            Board.Card(
              "Card \($0)", note: $0 == 1 ? "3 May" : "", .rank($0), symbol: Array("●◆▲★")[$0 % 4],
              isOwned: $0 % 2 == 0)
          }
        )
      ], legend: [])
  }

  /// A card takes at least 26 characters: 179.4 units, of which 360 have two.
  @Test func `has as many columns as fit, one row below the other`() {
    let scene = chart(5).scene(on: .vector, width: 360)
    let cards = scene.tiles.filter { $0.symbol == nil }.map(\.frame)
    #expect(cards.count == 5)
    #expect(cards.map(\.width) == Array(repeating: 178, count: 5))
    #expect(cards.map(\.x) == [0, 182, 0, 182, 0])
    #expect(cards[1].y == cards[0].y && isClose(cards[2].y, cards[0].bottom + 4))
    #expect(
      scene.tiles.map(\.isOutline) == [
        false, false, true, true, false, false, true, true, false, false,
      ])
  }

  @Test(arguments: 20...120) func `shows a note whole beside its name, or not at all`(width: Int) {
    let names = ["Crown", "The Unwritten Page", "A very long name of a card that is rare"]
    let board = Board(
      "Title", summary: "", table: Samples.table,
      groups: [
        (
          "",
          names.map { Board.Card($0, note: "23 Aug 2025", .rank(0), symbol: "●", isOwned: true) }
        )
      ], legend: [])
    let text = board.lines(width: width).joined(separator: "\n")
    // Shorter than a column of 40, the first two names have their dates.
    if width >= 40 { #expect(text.ranges(of: "23 Aug 2025").count >= 2) }
    let rest = text.replacing("23 Aug 2025", with: "")
    #expect(!rest.contains("2"), "\(text)")
    #expect(!rest.contains("Aug"))
  }

  @Test func `shows missing cards as outlines, in a terminal by their signs`() {
    #expect(
      chart(5).lines(width: 60) == [
        "", "Group", "● Card 0                      ◇ Card 1 3 May",
        "▲ Card 2                      ☆ Card 3", "● Card 4",
      ])
    #expect(chart(2).lines(width: 30) == ["", "Group", "● Card 0", "◇ Card 1 3 May"])
  }
}

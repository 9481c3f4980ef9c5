/// Groups of cards: those that are owned are filled, missing ones are outlines.
package struct Board: Chart {
  package struct Card: Hashable, Sendable {
    package var name: String
    /// A note below the name, such as a date; empty for none.
    package var note: String
    package var paint: Paint
    package var symbol: Character
    package var isOwned: Bool

    package init(_ name: String, note: String, _ paint: Paint, symbol: Character, isOwned: Bool) {
      (self.name, self.note, self.paint) = (name, note, paint)
      (self.symbol, self.isOwned) = (symbol, isOwned)
    }
  }

  package let caption: Caption
  private let groups: [(title: String, cards: [Card])]
  private let legend: [LegendEntry]

  package init(
    _ title: String, summary: String, table: DataTable, groups: [(title: String, cards: [Card])],
    legend: [LegendEntry]
  ) {
    caption = Caption(title, summary: summary, table: table)
    (self.groups, self.legend) = (groups, legend)
  }

  package var size: FigureSize { .wide }

  /// Returns a segment for each group.
  package func segments(on medium: Medium, width: Double) -> Segments {
    var footer = Scene(width: width, height: 0)
    footer.height = footer.legend(legend, y: 0, on: medium)
    let scenes = groups.map { group in
      Board("", summary: "", table: caption.table, groups: [group], legend: [])
        .scene(on: medium, width: min(width, 180))
    }
    return scenes.isEmpty
      ? Segments([scene(on: medium, width: width)])
      : Segments(scenes, footer: legend.isEmpty ? nil : footer, areContinuous: false)
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    var scene = Scene(width: width, height: 0)
    var y = scene.legend(legend, y: 0, on: medium)
    let gap = medium.isText ? 1 : 4.0
    let columns = max(1, columns(on: medium, width: width, gap: gap))
    let cardWidth = (width - gap * Double(columns - 1)) / Double(columns)
    let height = medium.isText ? 1 : medium.lineHeight * 2.1
    for group in groups {
      y += medium.isText ? 1 : medium.lineHeight * 0.6
      let title = medium.elided(group.title, to: width)
      scene.label(title, x: 0, y: y + medium.lineHeight / 2, isBold: true)
      y += medium.lineHeight + (medium.isText ? 0 : 4)
      for (index, card) in group.cards.enumerated() {
        let column = index % columns
        let x = Double(column) * (cardWidth + gap)
        draw(
          card,
          Rectangle(
            x: medium.isText ? x.rounded(.down) : x, y: y, width: cardWidth, height: height),
          on: medium, in: &scene)
        if column == columns - 1 || index == group.cards.count - 1 {
          y += height + (medium.isText ? 0 : gap)
        }
      }
    }
    scene.height = y
    return scene
  }

  /// Returns the number of columns; on a terminal few enough for notes beside the names.
  private func columns(on medium: Medium, width: Double, gap: Double) -> Int {
    guard medium.isText else { return Int(width / (medium.characterWidth * 26)) }
    let widest = groups.flatMap(\.cards).map { medium.width(of: $0.line) }.max() ?? 0
    // The sign, and spaces on both sides of the text. A very long name does not widen the others.
    let least = min(max(26, widest + 3), 44)
    return Int((width + gap) / (least + gap))
  }

  private func draw(
    _ card: Card, _ frame: Rectangle, on medium: Medium, in scene: inout Scene
  ) {
    let stripe = medium.isText ? 1 : 16.0
    if !medium.isText {
      scene.marks.append(
        .tile(
          Tile(frame: frame, paint: card.isOwned ? .surface : .muted, isOutline: !card.isOwned)))
    }
    scene.marks.append(
      .tile(
        Tile(
          frame: Rectangle(x: frame.x, y: frame.y, width: stripe, height: frame.height),
          paint: card.paint, symbol: card.symbol, isOutline: !card.isOwned)))
    let x = frame.x + stripe + medium.characterWidth * 0.8
    let room = frame.right - x - medium.characterWidth * 0.5
    let paint = card.isOwned ? Paint.ink : .muted
    if medium.isText {
      // A date that is cut off is useless.
      let text =
        medium.width(of: card.line) <= room ? card.line : medium.elided(card.name, to: room)
      scene.label(text, x: x, y: frame.y + 0.5, .start, paint)
    } else if card.note.isEmpty {
      scene.label(medium.elided(card.name, to: room), x: x, y: frame.center.y, .start, paint)
    } else {
      scene.label(
        medium.elided(card.name, to: room), x: x, y: frame.y + frame.height * 0.29, .start, paint)
      scene.label(
        medium.elided(card.note, to: room), x: x, y: frame.y + frame.height * 0.73, .start, .muted)
    }
  }
}

extension Board.Card {
  fileprivate var line: String { note.isEmpty ? name : "\(name) \(note)" }
}

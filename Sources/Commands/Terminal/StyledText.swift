package import Charts
import Lua
import FlintRules
package import FlintSchema
package import Views

extension Tone {
  /// The colour of charts that means the same.
  private var paint: Paint? {
    switch self {
    case .done: .positive
    case .partial: .caution
    case .overdue: .negative
    case .rank(let step): .rank(step)
    case .days: nil
    }
  }

  /// Returns a printable text in the colour.
  package func applied(to text: String, _ depth: ColorDepth = .current) -> String {
    if let paint { return paint.applied(to: text, depth) }
    return text.map { sign in
      let status = HabitDayStatus.allCases.first { $0.mark.sign == String(sign) }
      return status?.mark.tone?.applied(to: String(sign), depth) ?? String(sign)
    }.joined()
  }
}

/// A line of text whose parts may have colours. Control characters in it are escaped.
package struct StyledText: Equatable, ExpressibleByStringInterpolation {
  private struct Run: Equatable {
    var text: String
    var style: Tone?
  }

  private var runs: [Run]

  package init(_ text: String, _ style: Tone? = nil) {
    runs = [Run(text: TerminalText.printable(text), style: style)]
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// Creates a line of an answer; the names of cards have the colours of their rarities.
  package init(_ pieces: [RecordReport.Piece]) {
    runs = pieces.map {
      Run(text: TerminalText.printable($0.text), style: $0.rank.map(Tone.rank))
    }
  }

  package var plain: String { runs.map(\.text).joined() }

  package var width: Int { TextWidth.of(plain) }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.runs += right.runs
    return sum
  }

  package static func += (left: inout StyledText, right: StyledText) { left = left + right }

  /// Returns the text, cut after a word and with "…" at its end if it is wider than so many columns.
  package func elided(to width: Int) -> StyledText {
    let kept = TextWidth.elided(plain, to: width)
    if kept == plain { return self }
    var left = kept.unicodeScalars.count - 1
    var elided = self
    for index in runs.indices {
      let scalars = runs[index].text.unicodeScalars.prefix(left)
      left -= scalars.count
      elided.runs[index].text = String(scalars)
    }
    return elided + "…"
  }

  /// Returns the text with the control sequences of its colours, or without any.
  func rendered(inColor isColored: Bool) -> String {
    isColored ? runs.map { $0.style?.applied(to: $0.text) ?? $0.text }.joined() : plain
  }
}

extension StandardOutput {
  /// Writes lines, in colours if the profile wants them.
  package func write(lines: [StyledText]) {
    write(rendered: lines.map { $0.rendered(inColor: isColored) + "\n" }.joined())
  }
}

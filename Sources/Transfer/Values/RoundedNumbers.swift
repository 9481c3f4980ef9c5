import FlintRules
import FlintSchema

/// The numbers of a file that have more decimals than are stored, for the report.
final class RoundedNumbers {
  private static let mostShown = 3

  /// The sentence of the remark, without what was counted.
  private let sentence: String
  private var count = 0
  private var shown: [String] = []

  /// - Parameter sentence: what is rounded, and to what.
  init(_ sentence: String = "Numbers with more than six decimals are rounded to six") {
    self.sentence = sentence
  }

  /// Reads a number with a reader that rounds; `nil` when the text is not a number.
  ///
  /// - Parameter line: the line of the row, from 1.
  func read(_ text: String, _ reader: NumberReader, line: Int) -> DecimalNumber? {
    guard let number = reader.read(text) else { return nil }
    if reader.isRounded(text) { note(text, "\(number)", line: line) }
    return number
  }

  /// Counts a text that was rounded.
  func note(_ text: String, _ result: String, line: Int) {
    count += 1
    if shown.count < Self.mostShown { shown.append("line \(line): \(text) is \(result)") }
  }

  /// A remark, if any number was rounded.
  var remarks: [String] {
    if count == 0 { return [] }
    let rest = count > shown.count ? ["…"] : []
    return ["\(sentence): \(count) (\((shown + rest).joined(separator: "; ")))."]
  }
}

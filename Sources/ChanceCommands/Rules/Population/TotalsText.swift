import CSV
import Chance
import Commands
import FlintJSON
import Players

/// The totals of players as text: a line for each, in JSON Lines or CSV. Where two rulebooks are compared, each
/// measure is followed by that under the other one, and the difference.
struct TotalsText: Sendable {
  private let isCSV: Bool
  private let columns: [String]
  /// The names as members of JSON, with their colons.
  private let members: [[UInt8]]

  init(isCSV: Bool, _ measures: [String], isComparison: Bool) {
    self.isCSV = isCSV
    columns =
      ["player", "seed", "events"]
      + (isComparison
        ? ["void", "against.void"]
          + measures.flatMap { [$0, "against.\($0)", "difference.\($0)"] }
        : ["void"] + measures)
    members = columns.enumerated().map { index, name in
      Array(((index == 0 ? "{" : ",") + JSONValue.string(name).text() + ":").utf8)
    }
  }

  var header: [UInt8] {
    var writer = CSVWriter()
    if isCSV { writer.append(record: columns, isGuarded: true) }
    return writer.bytes
  }

  func append(_ player: PlayedPlayer, to text: inout [UInt8]) {
    let totals = player.totals
    var numbers = [totals.events, totals.voidCount]
    if let others = player.others {
      numbers.append(others.voidCount)
      // A difference that overflows ends the replay with an error when it is tallied.
      for (value, other) in zip(totals.values, others.values) {
        numbers += [value, other, value &- other]
      }
    } else {
      numbers += totals.values
    }
    if isCSV {
      var writer = CSVWriter()
      writer.append(player.name, isGuarded: true)
      writer.append(record: [String(player.seed)] + numbers.map { String($0) })
      text += writer.bytes
      return
    }
    text += members[0]
    text += JSONValue.string(player.name).text().utf8
    text += members[1]
    // A text, since JSON's integers have 63 bits, and a column one type.
    text += "\"\(player.seed)\"".utf8
    for (member, number) in zip(members.dropFirst(2), numbers) {
      text += member
      text += String(number).utf8
    }
    text += "}\n".utf8
  }
}

extension CSVWriter {
  fileprivate var bytes: [UInt8] {
    var writer = self
    var bytes: [UInt8] = []
    writer.drain { span in span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    return bytes
  }
}

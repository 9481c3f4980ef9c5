public import Simulation
import Views

extension LootAnswer {
  /// The question as one line.
  public var title: String { subject + (question.until.map { ", until \($0)" } ?? "") }

  /// What is opened, and in which circumstances.
  var subject: String {
    var text =
      question.openings == 1
      ? "an opening of \(name)" : "\(grouped(question.openings)) openings of \(name)"
    let flags = question.circumstances.flags.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    var circumstances = flags.map { $0.value == 1 ? $0.key : "\($0.key) \($0.value)" }
    if let luck = question.circumstances.luckText { circumstances.append("luck \(luck)") }
    if !circumstances.isEmpty { text += " with " + circumstances.joined(separator: ", ") }
    return text
  }

  /// What limits the answer, in lines: how exact it is, which flags are not set, and what was left out.
  public var remarks: [String] {
    var lines: [String] = []
    if isFractional {
      lines.append("exact: all chances and means are fractions")
    } else {
      let magnitude = BoundedMagnitude(error).text
      lines.append("exact up to rounding: relative errors of at most \(magnitude)")
    }
    if !unsetFlags.isEmpty {
      lines.append("flags not set: \(unsetFlags.joined(separator: ", "))")
    }
    for notice in question.tables.notices {
      lines.append(
        "note: \(notice.text)" + (notice.count > 1 ? " (\(grouped(notice.count)) times)" : ""))
    }
    return lines
  }
}

/// A bound of an error rounded up to a power of ten.
private struct BoundedMagnitude {
  let text: String

  init(_ error: Double) {
    // Powers are read as they are written: a product of tens would be rounded.
    let powers = (0...15).reversed().map { "1e-\($0)" }
    text = powers.first { (Double($0) ?? 1) >= error } ?? "1"
  }
}

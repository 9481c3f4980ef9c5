import Chance
import Design
import Views

extension LootAnswer {
  /// The question as one line.
  var title: String { subject + (question.until.map { ", until \($0)" } ?? "") }

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

  /// What limits the answer: how exact it is, which flags are not set, and what was left out.
  var remarks: [String] {
    var lines: [String] = []
    if let noFigures {
      lines.append("no exact figures: \(noFigures)")
    } else if isFractional {
      lines.append("exact: all chances and means are fractions")
    } else {
      let magnitude = BoundedMagnitude(error).text
      lines.append("exact up to rounding: relative errors of at most \(magnitude)")
    }
    if let counts { lines += counts.remarks }
    if let countsReason { lines.append(countsReason) }
    if let time { lines += time.remarks }
    if !unsetFlags.isEmpty {
      lines.append("flags not set: \(unsetFlags.joined(separator: ", "))")
    }
    for notice in question.notices {
      lines.append(
        "note: \(notice.text)" + (notice.count > 1 ? " (\(grouped(notice.count)) times)" : ""))
    }
    return lines
  }
}

extension LootSimulation {
  /// What was simulated, as a sentence.
  var sentence: String {
    let simulated =
      openings == 1
      ? "\(grouped(trials)) simulated openings"
      : "\(grouped(openings)) openings, simulated \(trials == 1 ? "once" : "\(grouped(trials)) times")"
    return "\(simulated), seed \(seed)."
  }
}

extension LootAnswer.Time {
  /// How exact the number of openings is, where that has to be told.
  fileprivate var remarks: [String] {
    guard let exact else {
      return [
        "no exact method is within reach: the openings until the goal are estimated; up to 8 things, rolls of "
          + "single things, and different entries (replacement = false) of single things are exact"
      ]
    }
    return exact.boundedMean.isImprecise
      ? [
        "the mean number of openings has a relative error of up to \(exact.boundedMean.errorMagnitude)"
      ]
      : []
  }
}

extension LootCounts {
  /// What the distribution leaves out, and how exact it is where that is not relative to each chance.
  fileprivate var remarks: [String] {
    var lines: [String] = []
    if absoluteError > 0 {
      lines.append(
        "the distribution of \(name) has absolute errors of at most \(BoundedMagnitude(absoluteError).text), and numbers with a chance below "
          + "\(significant(2 * negligible, 1)) count as impossible")
    } else if at.contains(where: { $0.exactly.value == 0 && $0.exactly.bounded.error > 0 }) {
      lines.append("chances below \(significant(2 * negligible, 1)) are shown as 0")
    }
    let (below, above) = leftOut
    if at.isEmpty, below > 0 || above > 0 {
      let range = range(atMost: Self.mostShown)
      let parts =
        (below > 0 ? ["below \(grouped(range.lowerBound)) (\(chanceText(below)))"] : [])
        + (above > 0 ? ["above \(grouped(range.upperBound)) (\(chanceText(above)))"] : [])
      lines.append(
        "numbers \(parts.joined(separator: " and ")) are not listed; ask for them with --at")
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

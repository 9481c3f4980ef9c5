import FlintCalendar
import Charts
import Foundation
import FlintRules
package import Transfer
import Views

/// Progress as text: a bar if it fits, the rate, and the remaining time.
package struct ProgressText {
  package var message: String
  package var done: Int64
  package var total: Int64
  /// Whether the amounts are bytes, which are shown only as a percentage.
  package var isInBytes = false
  package var seconds: Double

  package init(
    message: String, done: Int64, total: Int64, isInBytes: Bool = false, seconds: Double
  ) {
    self.message = message
    self.done = done
    self.total = total
    self.isInBytes = isInBytes
    self.seconds = seconds
  }

  /// The number of seconds before which a rate is not meaningful.
  private static let leastSeconds = 2.0
  private static let barWidth = 20

  /// The completed percentage, from 0 to 100.
  package var percent: Int64 { Self.percent(done, of: total) }

  /// Returns a percentage of a total, from 0 to 100.
  package static func percent(_ done: Int64, of total: Int64) -> Int64 {
    total > 0 ? whole(min(100, Double(done) / Double(total) * 100)) : 0
  }

  /// Returns a number truncated to a whole one within the range of values that scripts may pass.
  private static func whole(_ number: Double) -> Int64 { Int64(max(0, min(9e18, number))) }

  /// The rate per second; `nil` while it is unknown.
  package var rate: Double? {
    seconds >= Self.leastSeconds && done > 0 ? Double(done) / seconds : nil
  }

  /// The remaining seconds at this rate, rounded up; `nil` while unknown.
  package var secondsLeft: Int64? {
    guard let rate, total >= done else { return nil }
    return Self.whole((Double(total - done) / rate).rounded(.up))
  }

  /// `importing: 550 of 1,000 (55 %), 120 a second, 4 s left`.
  package var line: String {
    let count = isInBytes ? "\(percent) %" : "\(grouped(done)) of \(grouped(total)) (\(percent) %)"
    return "\(message.isEmpty ? "progress" : message): \(count)\(pace)"
  }

  /// `importing ███████████░░░░░░░░░ 55 % 550 of 1,000, 120 a second, 4 s left`.
  ///
  /// - Parameter columns: The width of the terminal; the message is shortened to fit.
  package func bar(columns: Int) -> String {
    let filled = Int(percent) * Self.barWidth / 100
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
    let share = percent < 10 ? "  \(percent)" : percent < 100 ? " \(percent)" : "\(percent)"
    let count = isInBytes ? "" : " \(grouped(done)) of \(grouped(total))"
    let rest = " \(bar) \(share) %\(count)\(pace)"
    let room = columns - 1 - rest.count
    if TextWidth.of(message) <= room { return message + rest }
    return room > 1
      ? "\(TextWidth.prefix(of: message, width: room - 1))…\(rest)"
      : String(rest.prefix(max(0, columns - 1)))
  }

  private var pace: String {
    var text = ""
    if let rate, !isInBytes {
      text +=
        rate >= 10
        ? ", \(grouped(Self.whole(rate))) a second" : ", \(grouped(Self.whole(rate * 60))) a minute"
    }
    if let secondsLeft, done < total { text += ", \(Self.duration(secondsLeft)) left" }
    return text
  }

  /// `42 s`, `3 min 10 s`, `2 h 5 min`.
  package static func duration(_ seconds: Int64) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(grouped(seconds / 3600)) h \(seconds % 3600 / 60) min"
  }
}

/// A line on a terminal that shows progress, rate and remaining time.
package final class ProgressLine {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest: ContinuousClock.Instant?

  /// Creates a line that is shown if standard error is a terminal and `isQuiet` is false.
  package init(isQuiet: Bool) { isShown = !isQuiet && isatty(STDERR_FILENO) == 1 }

  package func show(_ progress: ImportProgress) {
    show { seconds in
      var text = "\(progress.file): \(grouped(progress.records)) rows"
      if seconds > 0.5 { text += ", \(grouped(Int(Double(progress.records) / seconds))) a second" }
      if let size = progress.size, size > 0, progress.bytes > 0 {
        let share = min(1, Double(progress.bytes) / Double(size))
        text += ", \(Int(share * 100)) %"
        if seconds > 1, share > 0.01 {
          text += ", \(Int((seconds / share - seconds).rounded(.up))) s left"
        }
      }
      return text
    }
  }

  package func show(players played: Int64, of total: Int64) {
    show { seconds in
      var text = "\(grouped(played)) of \(grouped(total)) players"
      if seconds > 0.5, played > 0 {
        let rate = Double(played) / seconds
        text += ", \(grouped(Int64(rate))) a second"
        text += ", \(Int64((Double(total - played) / rate).rounded(.up))) s left"
      }
      return text
    }
  }

  /// Shows a text, at most ten times a second.
  ///
  /// - Parameter text: Returns the text for the number of elapsed seconds.
  private func show(_ text: (Double) -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let latest, now - latest < .milliseconds(100) { return }
    latest = now
    TerminalLine.show(text(Double((now - start) / .milliseconds(1)) / 1000))
  }

  package func end() {
    if latest != nil { TerminalLine.show() }
    latest = nil
  }
}

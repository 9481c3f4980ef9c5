import Calendar
import Foundation
import Rules
import Transfer
import Views

/// A line on a terminal that shows progress, rate and remaining time.
final class ProgressLine {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest: ContinuousClock.Instant?

  /// Creates a line that is shown if standard error is a terminal and `isQuiet` is false.
  init(isQuiet: Bool) { isShown = !isQuiet && isatty(STDERR_FILENO) == 1 }

  /// Shows the progress of an import.
  func show(_ progress: ImportProgress) {
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

  /// Shows the progress of a simulation.
  func show(players played: Int64, of total: Int64) {
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

  /// Clears the line.
  func end() {
    if latest != nil { TerminalLine.show() }
    latest = nil
  }
}

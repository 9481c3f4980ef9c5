import Foundation
import Rules
import Transfer

/// A line on a terminal that says how far something is, how fast, and how long it will take.
final class ProgressLine {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest: ContinuousClock.Instant?

  /// Shows a line where standard error is a terminal, unless it is to be quiet.
  init(isQuiet: Bool) { isShown = !isQuiet && isatty(STDERR_FILENO) == 1 }

  /// Shows how far an import is.
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

  /// Shows how far a simulation is.
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

  /// Shows a text, ten times a second at most.
  ///
  /// - Parameter text: makes it of the seconds since the beginning.
  private func show(_ text: (Double) -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let latest, now - latest < .milliseconds(100) { return }
    latest = now
    TerminalLine.show(text(Double((now - start) / .milliseconds(1)) / 1000))
  }

  /// Takes the line away.
  func end() {
    if latest != nil { TerminalLine.show() }
    latest = nil
  }
}

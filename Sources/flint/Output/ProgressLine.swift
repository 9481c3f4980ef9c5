import Foundation
import Rules
import Transfer

/// A line on a terminal that says how far an import is, how fast, and how long it will take.
final class ProgressLine {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest: ContinuousClock.Instant?

  init(isShown: Bool) { self.isShown = isShown }

  /// Shows how far it is, ten times a second at most.
  func show(_ progress: ImportProgress) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let latest, now - latest < .milliseconds(100) { return }
    latest = now
    let seconds = Double((now - start) / .milliseconds(1)) / 1000
    var text = "\(grouped(progress.records)) rows"
    if seconds > 0.5 { text += ", \(grouped(Int(Double(progress.records) / seconds))) a second" }
    if let size = progress.size, size > 0, progress.bytes > 0 {
      let share = min(1, Double(progress.bytes) / Double(size))
      text += ", \(Int(share * 100)) %"
      if seconds > 1, share > 0.01 {
        text += ", \(Int((seconds / share - seconds).rounded(.up))) s left"
      }
    }
    write("\r\u{1B}[K\(progress.file): \(text)")
  }

  /// Takes the line away.
  func end() {
    if latest != nil { write("\r\u{1B}[K") }
    latest = nil
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

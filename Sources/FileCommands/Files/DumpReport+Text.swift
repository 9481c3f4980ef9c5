import Commands
import Storage
import Views

extension DumpReport {
  /// The numbers of events and corrections.
  var summary: String {
    "\(counted(events, "event")) and \(counted(corrections, "correction"))"
  }

  private static let mostShown = 20

  var damageText: String {
    let others = damage.count - Self.mostShown
    return damage.prefix(Self.mostShown).map { "\n  \(shown($0))" }.joined()
      + (others > 0 ? "\n  … and \(grouped(others)) more" : "")
  }
}

import Commands
import Sessions
import Views

/// What became of the lines of an inbox.
struct InboxReport {
  /// A line that was not recorded.
  struct Failure {
    /// Its number, from 1.
    let line: Int
    let text: String
    let reason: String
  }

  /// The name of the file.
  let file: String
  /// The number of lines that were recorded now.
  var recorded = 0
  /// The number of lines that had been recorded before, or say what is so already.
  var known = 0
  var failures: [Failure] = []
  /// The events that were recorded now.
  var events: [RecordedView] = []

  init(file: String) { self.file = file }

  /// The numbers of lines in words.
  var summary: String {
    let parts = [
      "\(counted(recorded, "line")) recorded", known == 0 ? nil : "\(grouped(known)) known",
      failures.isEmpty ? nil : "\(grouped(failures.count)) refused",
    ]
    return "\(file): " + parts.compactMap(\.self).joined(separator: ", ")
  }

  /// Writes the failures to standard error, the first ones if there are many.
  func noteFailures() {
    let most = 20
    for failure in failures.prefix(most) {
      note("\(file):\(failure.line): \(failure.reason)")
    }
    if failures.count > most { note("\(file): … and \(grouped(failures.count - most)) more") }
  }
}

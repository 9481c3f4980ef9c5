import Commands
import Foundation
import Lua
import Storage
import Views

/// The file beside an inbox that has the lines which were not recorded, with the reasons.
extension InboxFile {
  static let rejectsEnding = ".rejects"

  private static let mostRejects = 1000
  private static let head = "# flint inbox: "

  var rejectsPath: String { path + Self.rejectsEnding }

  /// Writes the file of rejects; removes it when no line was refused. It is not touched where nothing
  /// changes, nor if another program wrote it.
  ///
  /// - Parameter profile: The path of the profile, whose permissions the file gets.
  func writeRejects(_ report: InboxReport, permissionsOf profile: String? = nil) throws {
    let present = fileContent(rejectsPath)
    let bytes = Array(Self.text(of: report).utf8)
    if report.failures.isEmpty ? present == nil : present == bytes { return }
    if let present, !present.starts(with: Self.head.utf8) {
      throw CommandFailure(
        .storage,
        "\(rejectsPath): flint inbox did not write this file, and keeps it; give it another name")
    }
    if !report.failures.isEmpty {
      try Store.writeFile(rejectsPath, permissionsOf: profile, replacing: true) {
        try $0(bytes.span)
      }
    } else if unlink(rejectsPath) != 0 {
      throw CommandFailure(.storage, "\(rejectsPath): \(String(cString: strerror(errno)))")
    }
  }

  private static func text(of report: InboxReport) -> String {
    var lines = [
      head + "the lines of \(report.file) that were not recorded, with the reasons.",
      "# Write them correctly into \(report.file); this file is written anew each time.",
    ]
    for failure in report.failures.prefix(mostRejects) {
      lines += ["", "\(failure.line): \(failure.text)", "  \(failure.reason)"]
    }
    let others = report.failures.count - mostRejects
    if others > 0 { lines += ["", "… and \(grouped(others)) more"] }
    return lines.map { TerminalText.printable(lines: $0) + "\n" }.joined()
  }

  /// Returns the bytes of an ordinary file; none of what cannot be read, and `nil` if nothing is there.
  private func fileContent(_ path: String) -> [UInt8]? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG,
      let content = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 16 * Self.mostBytes)
    else { return [] }
    return Array(content)
  }
}

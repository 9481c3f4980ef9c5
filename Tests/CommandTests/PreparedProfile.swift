import Foundation
import Testing

/// A directory with two copies of a profile of 8,000 sparks, `p.db` and `q.db`, its dump `text`, its table `text.csv`
/// and an empty directory `tmp`: prepared once, and copied by each test.
enum PreparedProfile {
  private static let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("flint-prepared-\(ProcessInfo.processInfo.processIdentifier)")

  private static let directory = Result {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: PreparedProfile.url) }
    let made = try Shell.run(
      "flint init --quiet --db p.db --seed 7 --zone UTC && flint eval --db p.db --quiet "
        + "--now 2026-03-01 'for i = 1, 8000 do spark.add{title = \"s\" .. i, "
        + "category = \"idea\"} end' && flint verify --quiet --db p.db && cp p.db q.db "
        + "&& flint dump --quiet --db p.db text "
        + "&& flint export --quiet --db p.db sparks -o text.csv && mkdir tmp", in: url)
    guard made.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return url
  }

  /// Copies the files into a directory.
  static func copy(to url: URL) throws {
    let made = try Shell.run("cp -a '\(try directory.get().path)'/* .", in: url)
    #expect(made.status == 0, "\(made.output)")
  }
}

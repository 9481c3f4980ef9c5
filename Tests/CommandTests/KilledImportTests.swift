import Foundation
import Testing

/// An import that is killed leaves the profile as it was before, or as it is afterwards.
struct `An import that is killed` {
  private static let rows = 6000

  /// How often it is killed; scripts/campaign/kill-imports asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["FLINT_KILLS"].flatMap(Int.init) ?? 20

  private func prepare(_ scratch: borrowing Scratch) throws {
    var text = "at,title,category\n"
    for row in 0..<Self.rows {
      // Each row twice: there are no keys to tell them apart.
      let number = row / 2
      let minute = number * 11
      let day = minute / 1440 + 1
      let hour = minute % 1440 / 60
      text +=
        "2026-0\(day / 28 + 1)-\(two(day % 28 + 1))T\(two(hour)):\(two(minute % 60)):00Z,"
        + "s\(number),idea\n"
    }
    try Data(text.utf8).write(to: scratch.url.appendingPathComponent("s.csv"))
    let made = try Shell.run(
      "flint init --quiet --db p.db --seed 7 --zone UTC && flint eval --quiet --db p.db "
        + "--now 2026-05-01 'spark.add{title = \"before\", category = \"energy\"}'", in: scratch.url
    )
    #expect(made.status == 0, "\(made.output)")
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func count(_ scratch: borrowing Scratch) throws -> Int {
    let asked = try Shell.run("flint eval --db p.db 'spark.count()'", in: scratch.url)
    let text = asked.output.trimmingCharacters(in: .whitespacesAndNewlines)
    return try #require(Int(text), "\(asked.output)")
  }

  @Test func `leaves all of it or nothing, and what was committed, and can be done again`() throws {
    let scratch = try Scratch()
    try prepare(scratch)
    // How long it takes when it is left alone.
    let begun = ContinuousClock.now
    let alone = try Shell.run(
      "cp p.db q.db; flint import --quiet --db q.db --now 2026-06-01 s.csv", in: scratch.url)
    #expect(alone.status == 0, "\(alone.output)")
    let whole = ContinuousClock.now - begun
    var generator = SystemRandomNumberGenerator()
    for round in 0..<Self.rounds {
      _ = try Shell.run("rm -f r.db* p.db-* && cp p.db r.db", in: scratch.url)
      let isInParts = round % 2 == 1
      let arguments =
        ["import", "--quiet", "--db", "p.db", "--now", "2026-06-01", "s.csv"]
        + (isInParts ? ["--commit-every", "500"] : [])
      var running = try Running(arguments, in: scratch.url)
      let share = Double.random(in: 0...1, using: &generator)
      Thread.sleep(forTimeInterval: share * Double(whole / .milliseconds(1)) / 1000)
      _ = running.end(SIGKILL)
      let left = try count(scratch)
      if !isInParts { #expect(left == 1 || left == Self.rows + 1, "round \(round)") }
      let verified = try Shell.run("flint verify --db p.db", in: scratch.url)
      #expect(verified.status == 0, "round \(round): \(verified.output)")
      let again = try Shell.run(
        "flint import --quiet --db p.db --now 2026-06-01 s.csv", in: scratch.url)
      #expect(again.status == 0, "round \(round): \(again.output)")
      #expect(try count(scratch) == Self.rows + 1, "round \(round)")
      _ = try Shell.run("rm -f p.db* && mv r.db p.db", in: scratch.url)
    }
  }
}

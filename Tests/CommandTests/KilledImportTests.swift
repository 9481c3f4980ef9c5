import Foundation
import TestSupport
import Testing

/// An import that is killed leaves the profile as it was before, or as it is afterwards.
struct `An import that is killed` {
  private static let rows = 6000

  /// How often it is killed, and the seed of the calls at which: scripts/campaign/kill-imports asks for more.
  private static let rounds = number("FLINT_KILLS") ?? 6
  private static let seed = number("FLINT_SEED").map(UInt64.init) ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

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
    _ = try Shell.run("cp p.db original.db", in: scratch.url)
    var random = SplitMix64(state: Self.seed)
    for commitEvery in ["", " --commit-every 500"] {
      let command = TracedCommand(
        command: "flint import --quiet --db p.db --now 2026-06-01 s.csv" + commitEvery,
        directory: scratch.url)
      let calls = try command.calls("pwrite64")
      for _ in 0..<max(1, Self.rounds / 2) {
        let call = Int.random(in: 1...calls.count, using: &random)
        let round = Comment(
          "seed \(Self.seed), killed at write \(call) of \(calls.count)\(commitEvery)")
        _ = try Shell.run("rm p.db*; cp original.db p.db", in: scratch.url)
        #expect(try command.end(by: SIGKILL, at: call, of: calls).status == 128 + SIGKILL, round)
        let left = try count(scratch)
        if commitEvery.isEmpty {
          #expect(left == 1 || left == Self.rows + 1, round)
        } else {
          #expect((left - 1) % 500 == 0, round)
        }
        let verified = try Shell.run("flint verify --db p.db", in: scratch.url)
        #expect(verified.status == 0, "\(round): \(verified.output)")
        let again = try Shell.run(
          "flint import --quiet --db p.db --now 2026-06-01 s.csv", in: scratch.url)
        #expect(again.status == 0, "\(round): \(again.output)")
        #expect(try count(scratch) == Self.rows + 1, round)
      }
    }
  }
}

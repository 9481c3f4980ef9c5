import Foundation
import Testing

/// Tests of the adapters that replay a population, compared with a single process. Spark and dask
/// are tested by `scripts/cluster/check-engines`, which installs them.
struct `A population on a cluster` {
  private static let cluster = Shell.root.path + "/scripts/cluster"
  private static let events = Shell.root.path + "/examples/cluster/events.jsonl"

  /// Writes events with lines that are rejected: within a player's lines and between two players'.
  private func events(in folder: URL) throws {
    var lines = try String(contentsOfFile: Self.events, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    lines.insert("no JSON", at: 125)
    lines.insert("{\"player\":\"p000005\",\"kind\":\"spark\"}", at: 60)
    lines.insert("{\"kind\":\"spark\"}", at: 30)
    try lines.map { $0 + "\n" }.joined().write(
      to: folder.appendingPathComponent("events.jsonl"), atomically: true, encoding: .utf8)
  }

  private static let single =
    "flint replay --population --rules ignition --totals - --quiet --rejects single.rejects --allow-rejects"

  @Test(arguments: [1, 3, 8])
  func `GNU parallel gives the totals and rejected lines of one process`(parts: Int) throws {
    let scratch = try Scratch()
    try events(in: scratch.url)
    let whole = try Shell.run("\(Self.single) events.jsonl | LC_ALL=C sort", in: scratch.url)
    #expect(whole.output.split(separator: "\n").count == 20)
    let result = try Shell.run(
      "'\(Self.cluster)/parallel_population' events.jsonl ignition \(parts) --flint \"$(command -v flint)\" "
        + "--rejects rejects", in: scratch.url)
    // Some lines were rejected.
    #expect(result.status == 65)
    #expect(result.output == whole.output)
    let rejects = try Shell.run(
      "sed 's/^{\"file\":\"[^\"]*\",\"line\":[0-9]*,/{/' single.rejects | LC_ALL=C sort | diff - rejects && wc -l <rejects",
      in: scratch.url)
    #expect(rejects.output == "3\n")
  }

  @Test(arguments: [1, 3])
  func `GNU parallel compares two rulebooks as one process does`(parts: Int) throws {
    let scratch = try Scratch()
    let whole = try Shell.run(
      "flint replay --population --rules everyday --against ignition --totals - '\(Self.events)' "
        + "| LC_ALL=C sort", in: scratch.url)
    let result = try Shell.run(
      "'\(Self.cluster)/parallel_population' '\(Self.events)' everyday \(parts) --against ignition "
        + "--flint \"$(command -v flint)\"", in: scratch.url)
    #expect(result.output == whole.output && result.output.contains("\"difference.points\":"))
  }

  @Test(arguments: [1, 3, 8])
  func `GNU parallel gives the tallies of one process`(parts: Int) throws {
    let scratch = try Scratch()
    let whole = try Shell.run(
      "flint replay --population --rules ignition --tallies tallies '\(Self.events)' >/dev/null && "
        + "flint simulate --merge tallies --format json", in: scratch.url)
    let result = try Shell.run(
      "'\(Self.cluster)/parallel_population' '\(Self.events)' ignition \(parts) --tallies "
        + "--flint \"$(command -v flint)\"", in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output == whole.output)
  }

  @Test func `a rejected line without a place to keep it is an error`() throws {
    let scratch = try Scratch()
    try events(in: scratch.url)
    let result = try Shell.run(
      "'\(Self.cluster)/parallel_population' events.jsonl ignition 3 --flint \"$(command -v flint)\" "
        + "--output totals 2>&1; ls totals", in: scratch.url)
    #expect(result.output.contains("a line was rejected; --rejects FILE keeps such lines"))
    #expect(result.status != 0)
  }

  /// Prints the seed of its random files.
  @Test func `files and blocks are divided into whole players`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "/usr/bin/python3 '\(Self.cluster)/check_population.py' 2>&1", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `the sample has the events that its script writes`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "/usr/bin/python3 '\(Shell.root.path)/examples/cluster/make_events.py' | cmp - '\(Self.events)'",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }
}

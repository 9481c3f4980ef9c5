@testable import FlintCalendar

/// Compiled zone files: each span that a file describes contains the instant that it was asked for.
func zoneTarget(_ corpus: Corpus) throws -> Target {
  let rules = [
    "CET-1CEST,M3.5.0,M10.5.0/3", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "IST-1GMT0,M10.5.0,M3.5.0/1",
    "EST5EDT,J60/2,300/26",
    "UTC0", "", "<+0330>-3:30:01",
  ]
  return Target(
    rules.map { zoneFile($0) },
    words: rules + ["TZif2", "M13.5.0", "J366", "/167", "/-167", "<", ">"]
  ) { input in
    guard let file = ZoneFile(input.bytes) else { throw Refusal() }
    var stream = input.stream
    // The years 0 to 9999, in which all times are.
    let instants = (0..<20).map { _ in Int64(stream.below(315_569_520_000)) - 62_167_219_200 }
    for seconds in instants {
      let span = file.span(at: seconds)
      try Violation.unless(
        span.from <= seconds && seconds < span.until
          && abs(span.offset) <= UTCOffset.widest,
        "\(span) at \(seconds)")
    }
  }
}

/// Returns a file of version 2 with three transitions between two types, and a rule for what follows.
private func zoneFile(_ rule: String) -> [UInt8] {
  func integer(_ number: Int64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> Int64(8 * (size - 1 - $0))) }
  }
  func header(times: Int64, types: Int64, characters: Int64) -> [UInt8] {
    Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      + [0, 0, 0, times, types, characters].flatMap { integer($0, 4) }
  }
  let types = integer(3600, 4) + [0, 0] + integer(7200, 4) + [1, 4]
  let body =
    [-1_500_000_000, 0, 1_700_000_000].flatMap { integer($0, 8) } + [1, 0, 1] + types
    + Array("CET\0CEST\0".utf8)
  return header(times: 0, types: 1, characters: 1) + integer(0, 4) + [0, 0, 0]
    + header(times: 3, types: 2, characters: 9) + body + Array("\n\(rule)\n".utf8)
}

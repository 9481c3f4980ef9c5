import Foundation
import Testing

/// `flint audit --draws` on logs of which rows, or the whole, cannot be read.
struct `The command for logs of draws` {
  /// Audits a log of the columns `item`, `tier` and `t` against a tier S of 50 %.
  private func run(
    _ log: String, _ options: String, encoding: String.Encoding = .utf8
  ) throws -> (output: String, status: Int32) {
    let scratch = try Scratch()
    let content = try #require(log.data(using: encoding))
    try content.write(to: scratch.url.appendingPathComponent("log.csv"))
    let run = try Shell.run(
      "flint audit --draws log.csv --item item --rank tier --rates S=50% \(options)",
      in: scratch.url)
    return (run.output, run.status)
  }

  @Test(arguments: [
    (
      "item,tier,t\na,S,03/04/2025\nb,X,04/05/2025\n", "--time t",
      """
      flint: log.csv: no draws to audit: 2 rows rejected; line 2: time "03/04/2025": the order of day, month and \
      year is not known; choose it with --dates dmy or --dates mdy; line 3: time "04/05/2025": the order of day, \
      month and year is not known; choose it with --dates dmy or --dates mdy

      """, Int32(65)
    ),
    (
      "item,tier,t\na,S,x\nb,X,y\n", "--pool-column t --only-pool z",
      "flint: log.csv: no draws to audit: 2 rows of other pools left out: x, y\n", 65
    ),
    (
      "item,tier,t\na,S,x\n", "--pool-column banner",
      "flint: log.csv: no column \"banner\" for --pool-column; the columns are item, tier, t\n", 65
    ),
    ("", "", "flint: log.csv: the file is empty\n", 65),
  ])
  func `says why there is nothing to audit`(
    log: String, options: String, output: String, status: Int32
  ) throws {
    let run = try run(log, options)
    #expect(run.output == output && run.status == status)
  }

  @Test func `a missing file, and one of another encoding`() throws {
    let scratch = try Scratch()
    let missing = try Shell.run(
      "flint audit --draws none.csv --item item --rates S=50%", in: scratch.url)
    #expect(missing.status == 74)
    let log = "item,tier,Stück\na,S,1\nb,X,2\n"
    #expect(try run(log, "", encoding: .isoLatin1).status == 65)
    #expect(try run(log, "--encoding iso-8859-1 --id Stück", encoding: .isoLatin1).status == 0)
    #expect(try run(log, "--encoding nonsense").status == 2)
  }

  /// Without the third row a draw that is certain at the second would not have come.
  @Test func `a rejected row makes nothing impossible`() throws {
    let log = "item,tier,t\na,X,1\n,,2\nb,X,3\nc,S,4\n"
    let options = "--pity S=::2 --complete --fail-below 0.01"
    let run = try run(log, options)
    #expect(run.status == 0 && run.output.contains(" 1 row of the log was rejected.\n"))
    #expect(try self.run(log.replacing(",,2\n", with: ""), options).status == 1)
  }

  @Test func `of eleven rejected rows ten are listed`() throws {
    let rejected = String(repeating: ",,1\n", count: 11)
    let run = try run("item,tier,t\n\(rejected)a,S,1\nb,X,1\n", "")
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        """
        11 rows rejected:
          line 2: no item
          line 3: no item
          line 4: no item
          line 5: no item
          line 6: no item
          line 7: no item
          line 8: no item
          line 9: no item
          line 10: no item
          line 11: no item
          and 1 more
        the draws are in the order of the file: there are no times

        """), "\(run.output)")
  }
}

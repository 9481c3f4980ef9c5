import Foundation
import Testing

/// `flint audit log` on logs of which rows, or the whole, cannot be read.
struct `The command for logs of draws` {
  /// Audits a log of the columns `item`, `tier` and `t` against a tier S of 50 %.
  private func run(
    _ log: String, _ options: String, encoding: String.Encoding = .utf8
  ) throws -> (output: String, status: Int32) {
    let scratch = try Scratch()
    let content = try #require(log.data(using: encoding))
    try content.write(to: scratch.url.appendingPathComponent("log.csv"))
    let run = try Shell.run(
      "flint audit log log.csv --item-column item --rank-column tier --rates S=50% \(options)",
      in: scratch.url)
    return (run.output, run.status)
  }

  @Test(arguments: [
    (
      "item,tier,t\na,S,03/04/2025\nb,X,04/05/2025\n", "--time-column t",
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
      "flint audit log none.csv --item-column item --rates S=50%", in: scratch.url)
    #expect(missing.status == 74)
    let log = "item,tier,Stück\na,S,1\nb,X,2\n"
    #expect(try run(log, "", encoding: .isoLatin1).status == 65)
    let latin = "--encoding iso-8859-1 --id-column Stück"
    #expect(try run(log, latin, encoding: .isoLatin1).status == 0)
    #expect(try run(log, "--encoding nonsense").status == 2)
  }

  /// Of draws without rarities the items are the tiers, as in the example of the command's help.
  @Test func `items that are named as tiers are of these`() throws {
    let scratch = try Scratch()
    try Data("name\ngold\npebble\npebble\n".utf8)
      .write(to: scratch.url.appendingPathComponent("log.csv"))
    let run = try Shell.run(
      "flint audit log log.csv --item-column name --rates gold=50% --complete", in: scratch.url)
    #expect(run.status == 0 && run.output.contains("1 gold in 3 draws"), "\(run.output)")
    #expect(run.output.contains("counted as other: pebble (2)\n"))
  }

  /// Runs an audit of a log.
  private func audit(_ log: String, _ options: String) throws -> (output: String, status: Int32) {
    let scratch = try Scratch()
    try Data(log.utf8).write(to: scratch.url.appendingPathComponent("log"))
    let run = try Shell.run("flint audit log log \(options)", in: scratch.url)
    return (run.output, run.status)
  }

  private static let names =
    "name,rarity\n" + String(repeating: "Sun,gold\nDew,dust\nDew,dust\n", count: 9)
  private static let uigf =
    #"{"list":[{"name":"Sun","time":"2026-01-01"},{"name":"Dew","time":"2026-01-02"}]}"#

  @Test(arguments: [
    (
      names, "--rank-column '' --rates gold=50%",
      "which items are of the tier gold is not known: give --rank-column, the column of the rarity, or --items, a file of "
        + "the items of each tier; --rank-column name where the items are the tiers"
    ),
    (
      names, "--rank-column '' --rates gold=50% --featured Sun --share 50%",
      "which items are of the tier gold is not known: give --rank-column, the column of the rarity, or --items, a file of "
        + "the items of each tier; --rank-column name where the items are the tiers"
    ),
    (
      uigf, "--rates gold=50%",
      "which items are of the tier gold is not known: give --items, a file of the items of each tier"
    ),
    (
      names, "--item-column rarity --rates Gold=50%",
      "--rates: \"Gold\" does not occur in the log (did you mean \"gold\"?); if \"gold\" is something else, give "
        + "--rank-column, the column of the rarity, or --items, a file of the items of each tier"
    ),
    (
      names, "--item-column name --rank-column rarity --rates gold=30%,dusk=70%",
      "--rates: \"dusk\" does not occur in the log (did you mean \"dust\"?); if \"dust\" is something else, say with "
        + "--ranks which tier it is"
    ),
    (
      names, "--item-column name --rank-column rarity --rates good=30%",
      "--rates: \"good\" does not occur in the log (did you mean \"gold\"?); if \"gold\" is something else, say with "
        + "--ranks which tier it is"
    ),
    (
      names, "--item-column name --rank-column rarity --rates SSR=30%",
      "none of the rarities dust, gold is one of SSR; say which is which with --ranks, such as --ranks 5=SSR,3=other"
    ),
    (
      names, "--item-column name --rank-column rarity --rates S=30% --ranks Gold=S",
      "--ranks: \"Gold\" does not occur in the log (did you mean \"gold\"?); if \"gold\" is something else, say which "
        + "tier that is, too"
    ),
    (
      names, "--item-column name --rank-column rarity --rates gold=30% --featured sun --share 50%",
      "--featured: \"sun\" does not occur in the log (did you mean \"Sun\"?); if \"Sun\" is something else, list both "
        + "in --items"
    ),
    (
      names, "--item-column name --rank-column rarity --rates gold=30% --featured Dew --share 50%",
      "--featured: expected items of the tier gold, got \"Dew\", whose rarity is \"dust\" in line 3; --featured-tier "
        + "names another"
    ),
    (
      names,
      "--item-column name --rank-column rarity --rates gold=30% --featured Phoenix --share 50% --guarantee",
      "--featured: \"Phoenix\" does not occur in the log, which has 9 draws of the tier gold; give the name as the log has "
        + "it, or list the items of each tier in --items if it was never drawn"
    ),
    (
      names,
      "--item-column name --rank-column rarity --rates gold=30% --pool-column name --only-pool Sun --only-pool Dwe",
      "--only-pool: \"Dwe\" does not occur in the log (did you mean \"Dew\"?); if \"Dew\" is something else, leave it "
        + "out"
    ),
  ])
  func `names that do not occur, and tiers that are not known, are refused`(
    log: String, options: String, message: String
  ) throws {
    let run = try audit(log, options)
    #expect(run.output == "flint: \(message)\n" && run.status == 1)
  }

  @Test(arguments: ["--ranks 5=gold,5=other", "--pity gold=::9,gold=::5"])
  func `a name is given once`(options: String) throws {
    let run = try audit(
      Self.names, "--item-column name --rank-column rarity --rates gold=30% \(options)")
    #expect(run.status == 2 && run.output.contains(": expected each once, got \""), "\(run.output)")
  }

  /// A rare tier that never occurred, where nothing that did has a similar name, or all of it is known.
  @Test(arguments: [
    "--item-column name --rank-column rarity --rates SSR=1%,gold=30%",
    "--item-column rarity --rank-column rarity --rates good=1% --ranks gold=other,SR=other",
    "--item-column name --rank-column rarity --rates gold=30% --featured Moon --share 50%",
    "--item-column name --rank-column rarity --rates S=1%,T=30% --ranks 5=S,gold=T",
  ])
  func `what does not occur is no error`(options: String) throws {
    let run = try audit(Self.names.replacing("dust", with: "SR"), options)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("no draw has the rarity 5 of --ranks\n") == options.contains("5=S"))
  }

  @Test func `a row without a rarity is rejected`() throws {
    let run = try audit(
      Self.names + "Sun,\nSun\n", "--item-column name --rank-column rarity --rates gold=30%")
    #expect(
      run.output.hasPrefix("2 rows rejected:\n  line 29: no rarity\n  line 30: no rarity\n"),
      "\(run.output)")
    let entries = Self.uigf.replacing(#""name":"Sun""#, with: #""name":"Sun","rank_type":"5""#)
    let uigf = try audit(entries, "--rates gold=30% --ranks 5=gold")
    #expect(uigf.output.hasPrefix("1 row rejected:\n  entry 2: no rarity\n"), "\(uigf.output)")
  }

  /// Without the third row a draw that is certain at the second would not have come.
  @Test func `a rejected row makes nothing impossible`() throws {
    let log = "item,tier,t\na,X,1\n,,2\nb,X,3\nc,S,4\n"
    let options = "--pity S=::2 --complete --fail-below 0.01"
    let run = try run(log, options)
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.status == 0 && words.contains(" 1 row of the log was rejected. "))
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

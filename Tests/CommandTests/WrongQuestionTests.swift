import Foundation
import Testing

/// Questions that look right and are not: each is refused, or its answer says what is odd.
struct `A wrong question` {
  struct Case: Sendable {
    var line: String
    /// What is replaced in the rulebook of the example.
    var edit: (old: String, new: String) = ("", "")
    var status: Int32
    var says: String
  }

  private static let rates = #"rare = "94.3%", epic = "5.1%", legendary = "0.6%""#

  private static let cases = [
    Case(
      line: "rules check game.lua", edit: (rates, "rare = 0.943, epic = 0.051, legendary = 0.6"),
      status: 65,
      says: #"rates must sum to 1, got 1.594; 0.594 is too much; 0.6 percent is "0.6%""#),
    Case(
      line: "rules check game.lua",
      edit: (rates, #"rare = "93.3%", epic = "5.1%", legendary = "0.6%""#), status: 65,
      says: "rates must sum to 1, got 0.99; 0.01 is missing"),
    Case(
      line: "odds prize 0.6 --hard 90", status: 0,
      says: #"The rate of 60 % makes pity from roll 90 on pointless; 0.6 percent is "0.6%"."#),
    // 0.5908902 % by bisection of an independent recursion.
    Case(
      line: "odds prize 1.6% --soft-start 74 --soft-step 6% --hard 90", status: 0,
      says: "if it is the consolidated rate of the long run, the base rate is 0.591 %."),
    Case(
      line: "odds pool character --rules game.lua",
      edit: (#"share = "50%", guarantee = true"#, #"share = "0.3%", guarantee = true"#), status: 0,
      says: "if 0.3 % of all rolls are featured ones, the share is 50 %"),
    Case(
      line: "odds pool character --rules game.lua --goal card:blade", status: 2,
      says: #"pool character has no card "blade""#),
    Case(
      line: "odds pool character --rules game.lua --state pity.legendary=95", status: 2,
      says: "the pity of legendary is certain at 90; expected 0 to 89"),
    Case(
      line: "odds pool character --rules game.lua --budget coins=10", status: 2,
      says: #"unknown currency "coins"; expected gems or money"#),
    Case(
      line: "odds prize 0.6% --hard 90 --hard 80", status: 2, says: "--hard is given twice"),
    Case(line: "odds prize 60", status: 2, says: #"60 percent is "60%""#),
    Case(
      line: "odds prize 0.8% --soft-start 60 --soft-step 5% --hard 80", status: 0,
      says: "which is certain at roll 79?"),
    Case(
      line: "odds pool character --rules game.lua --goal distinct:400", status: 2,
      says: "--goal: distinct: expected 1 to "),
    Case(
      line: "odds pool character --rules game.lua --rules game.lua", status: 2,
      says: "--rules: game.lua is given twice"),
    // No whole number does: 61.78 is the mean with 78, 59.9 with 74.
    Case(
      line:
        "odds pool character --rules game.lua --goal first:legendary --solve legendary.hard --mean 61.3",
      status: 0, says: "leads to a mean of 61.3; the nearest is "),
    Case(
      line: "audit log log.csv --rates gold=10%", status: 0,
      says: "columns taken by their names: item, rarity, player"),
    Case(
      line: "audit log log.csv --rates gold=1.6%,blue=50% --pity gold=74:6%:90", status: 0,
      says: "if it is the consolidated rate of the long run, the base rate is 0.591 %."),
    Case(
      line: "audit log log.csv --rates gold=0.6,blue=5.1", status: 2,
      says: #"expected a rate of blue from 0 to 1, got 5.1; 5.1 percent is "5.1%""#),
    Case(
      line:
        "audit power --rates gold=1.6% --pity gold=74:6%:90 --alternative rate:gold=1% --draws 40 --logs 100 --only number:gold",
      status: 0,
      says: "if it is the consolidated rate of the long run, the base rate is 0.591 %."),
    Case(
      line: "odds pool character --rules game.lua --state-log states.csv", status: 2,
      says: "the draw of line 2 cannot be read, so that the state after it is not known: time "
        + "\"03/04/2026\": the order of day, month and year is not known; choose it with --dates dmy"
    ),
    Case(
      line: "odds pool character --rules game.lua --state-log rare.csv --only-pool charcter",
      status: 1,
      says: #"--only-pool: the log has no draws of "charcter" (did you mean "character"?)"#),
    Case(
      line: "audit log rare.csv --rules game.lua --pool character", status: 0,
      says: "2 draws of another rarity in the log than in the rulebook, which counts: "
        + "\"hermit\" is legendary, not rare as in line 2"),
    Case(
      line: "audit log log.csv --rates gold=10% --player a", status: 0,
      says: "2 rows of other players left out"),
    Case(
      line: "audit log log.csv --rates gold=10% --player c", status: 1,
      says: #"--player: the log has no player "c""#),
    Case(
      line:
        #"audit log comma.csv --rates gold=10% --featured '"Siren, the Lost",x' --share 50% --format csv"#,
      status: 0, says: "share,gold,won,1.0"),
    Case(
      line: "simulate plan.lua --quiet", status: 1,
      says: "some players have no value, so that the mean would cover only the others"),
  ]

  @Test(arguments: cases) func `is refused or noted`(_ question: Case) throws {
    let scratch = try Scratch()
    let banner = Shell.root.appendingPathComponent("examples/worlds/banner.lua")
    let text = try String(contentsOf: banner, encoding: .utf8)
    if !question.edit.old.isEmpty { #expect(text.contains(question.edit.old)) }
    let files = [
      "game.lua": text.replacing(question.edit.old, with: question.edit.new),
      "log.csv": "player,item,rarity\na,x,gold\nb,y,blue\na,y,blue\nb,y,blue\n",
      "rare.csv": "player,item,rarity,pool\na,hermit,rare,character\na,hermit,rare,character\n",
      "comma.csv": "item,rarity\n\"Siren, the Lost\",gold\ny,blue\n",
      "states.csv": "date,item\n03/04/2026,hermit\n",
      "plan.lua": """
      sim.assert{measure = "days until first:legendary", of = "mean", at_most = 60}
      return {players = 50, days = 3, measure = {"days until first:legendary"}}
      """,
    ]
    for (name, text) in files {
      try text.write(
        to: scratch.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let result = try Shell.run(
      "flint \(question.line) > out 2>&1; status=$?; tr '\\n' ' ' < out; exit $status",
      in: scratch.url)
    #expect(result.status == question.status)
    // Notes are broken into lines.
    #expect(result.output.contains(question.says), "\(result.output)")
  }
}

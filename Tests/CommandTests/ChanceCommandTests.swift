import Testing

/// The commands of `flint odds` and `flint audit`, and what their earlier spellings are answered with.
struct `A command of odds and audits` {
  /// Options that the usual command has by itself, and options that exclude each other in one command.
  @Test(arguments: [
    ("odds --weights 1/2,1/2 --rules ignition", "--rules and --weights cannot be combined"),
    ("odds --weights 1/2,1/2 --day 2026-01-01", "--day and --weights cannot be combined"),
    ("odds --goal complete --rest", "--rest requires --weights"),
    ("odds", "no question was given"),
    ("odds goal", "no question was given"),
    ("odds pool", "expected a pool, or --goal POOL/GOAL, got nothing"),
    ("odds pool --goal a/b --copies 2", "--copies and goals of several pools cannot be combined"),
    ("odds prize", "expected rate, got nothing"),
    ("odds prize 0.1 --goal complete", "unknown option \"--goal\""),
    ("odds pool p --weights 1", "unknown option \"--weights\""),
    ("audit log d.csv", "expected --rates or --rules, got nothing"),
    ("audit log d.csv --rules r.lua --rates a=1", "--rates and --rules cannot be combined"),
    ("audit log d.csv --rates a=1 --pool p", "--pool requires --rules"),
    ("audit log d.csv --rates a=1 --share 1/2", "require --featured"),
    ("audit counts 1,2", "expected --rates"),
  ])
  func `refuses what it cannot answer`(line: String, problem: String) throws {
    let scratch = try Scratch()
    let run = try Shell.run("flint \(line)", in: scratch.url)
    #expect(run.status == 2 && run.output.contains(problem), "\(run.output)")
  }

  @Test(arguments: [
    ("odds --pool p --state gems=1", "--pool", "flint odds pool POOL"),
    ("odds --order a/featured,b/featured", "--order", "flint odds pool --goal POOL/GOAL,…"),
    ("odds --table t.csv --item i --open 2", "--table", "flint odds table FILE"),
    ("odds --rules r.lua --disclose --date today", "--disclose", "flint odds disclose"),
    ("odds --rate=0.6% --hard 90", "--rate", "flint odds prize RATE"),
    ("odds pool p --law", "--law", "--distribution"),
    ("odds table t.csv --open 3", "--open", "--openings"),
    ("odds disclose --date today", "--date", "--day"),
    ("odds --goal complete --plot a.svg", "--plot", "--output"),
    ("audit --draws d.csv --time t --item i", "--draws", "flint audit log FILE"),
    ("audit --counts 1,2 --rates .5,.5", "--counts", "flint audit counts N,N,…"),
    ("audit log d.csv --item i --rates a=1", "--item", "--item-column"),
    ("audit --max-time 1s", "--max-time", "--time"),
    ("stats --plot a.svg", "--plot", "--output"),
    ("init --rulebook ignition", "--rulebook", "--rules"),
    ("merge-shards 1.json", "flint merge-shards", "flint simulate --merge FILE …"),
    ("imports --format json", "flint imports", "flint log --imports"),
    ("help imports", "flint imports", "flint log --imports"),
  ])
  func `answers an earlier spelling with the present one`(
    line: String, old: String, new: String
  ) throws {
    let scratch = try Scratch()
    let run = try Shell.run("flint \(line)", in: scratch.url)
    #expect(run.status == 2, "\(run.output)")
    #expect(run.output == "flint: \(old) is now written \(new)\n")
  }
}

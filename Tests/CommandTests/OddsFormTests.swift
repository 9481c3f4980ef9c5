import Testing

/// Which options belong to which form of a question to `flint odds`: none is ignored.
struct `An option of flint odds` {
  private static let options = [
    "--goal complete", "--copies 2", "--rules ignition", "--mix idea=1", "--day 2026-01-01",
    "--weights 1/2,1/2", "--rest", "--rate 0.1", "--soft-start 2", "--soft-step 0.1", "--hard 9",
    "--wins 3", "--pool p", "--order p/featured", "--state gems=1", "--budget gems=1", "--rolls 9",
    "--quantiles 0.5", "--players 10", "--precision 1%", "--bundles", "--law", "--at 5",
    "--per-day 3", "--table t.csv", "--name t", "--open 2", "--flags f", "--luck 1", "--item i",
    "--until i", "--simulate 9", "--seed 1", "--disclose", "--date 2026-01-01", "--language es",
  ]
  private static let ofPools =
    "--rules --state --budget --rolls --quantiles --players --precision --bundles --law --at --seed"

  /// The options that may be with each form; of the other forms' own options, the one that names the question.
  @Test(arguments: [
    ("--goal complete", "--copies --rules --mix --day --at --per-day", ""),
    ("--weights 1/2,1/2", "--goal --copies --rest --at --per-day", "--weights"),
    ("--rate 0.1", "--soft-start --soft-step --hard --wins --at --per-day", "--rate"),
    ("--pool p", "--goal --copies " + ofPools, "--pool"),
    ("--order p/featured", ofPools, "--order"),
    (
      "--table t.csv", "--name --open --flags --luck --item --until --simulate --at --seed",
      "--table"
    ),
    ("--disclose", "--rules --pool --date --language", "--disclose"),
  ])
  func `is refused where it has no effect`(form: String, allowed: String, name: String) throws {
    let own = form.split(separator: " ")[0]
    let foreign = Self.options.filter { option in
      let name = option.split(separator: " ")[0]
      return name != own && !allowed.split(separator: " ").contains(name)
        // It asks another question itself, with which this form's option is the foreign one.
        && !["--goal", "--weights", "--rate", "--pool", "--order", "--table", "--disclose"]
          .contains(name)
    }
    #expect(foreign.count > 15)
    let commands = foreign.map { "flint odds \(form) \($0) 2>&1 | head -1" }
    let scratch = try Scratch()
    let run = try Shell.run(commands.joined(separator: "\n"), in: scratch.url)
    let lines = run.output.split(separator: "\n").map(String.init)
    try #require(lines.count == foreign.count, "\(run.output)")
    for (option, line) in zip(foreign, lines) {
      let option = option.split(separator: " ")[0]
      let isRefused =
        name.isEmpty
        ? line.hasPrefix("flint: \(option) requires --")
        : line == "flint: \(option) and \(name) cannot be combined"
      #expect(isRefused, "\(form) \(option): \(line)")
    }
  }

  @Test(arguments: [
    ("--goal complete --rate 0.1", "--goal and --rate"),
    ("--pool p --order p/featured", "--pool and --order"),
    ("--weights 1/2 --pool p", "--weights and --pool"),
    ("--disclose --table t.csv", "--disclose and --table"),
    ("--rate 0.1 --pool p", "--pool and --rate"),
    ("--order p/featured --goal complete", "--goal and --order"),
  ])
  func `that asks is refused beside another that asks`(options: String, both: String) throws {
    let scratch = try Scratch()
    let run = try Shell.run("flint odds \(options)", in: scratch.url)
    #expect(
      run.status == 2 && run.output.hasPrefix("flint: \(both) cannot be combined\n"),
      "\(run.output)")
  }
}

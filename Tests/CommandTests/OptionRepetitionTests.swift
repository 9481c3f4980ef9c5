import Foundation
import Testing

/// Options that a command line gives twice.
struct `Repeated options` {
  /// The only options whose values add up although they are no lists of the parser: those whose value
  /// name in the help ends with `,…`.
  private static let lists: Set = [
    "audit counts --labels", "audit counts --rates", "audit log --featured", "audit log --ranks",
    "audit log --rates", "audit power --featured", "audit power --rates", "export --columns",
    "export --trackers", "import --column-names",
    "import --moods", "import --trackers", "moods --weekdays", "odds goal --at", "odds goal --mix",
    "odds goal --weights", "odds pool --at", "odds pool --budget", "odds pool --quantiles",
    "odds pool --ranks", "odds pool --rolls", "odds pool --state", "odds prize --at",
    "odds table --at",
    "odds table --flags", "replay --column-names", "replay --ignore", "replay --measure",
    "simulate --intensities", "simulate --mix", "stats relate --with",
  ]

  @Test func `each option of each command that is no list is refused with both values`() throws {
    let scratch = try Scratch()
    // Fields of records are read, and refused, by `FieldSyntax`.
    let options = Tool.described.command.options().filter {
      $0.option.kind == "option" && !($0.option.sectionTitle?.isOfFields ?? false)
    }
    #expect(options.count > 500)
    var lists: Set<String> = []
    var lines: [(names: [String], line: String)] = []
    for (command, option) in options where !option.isRepeating {
      let names = option.texts
      if option.valueName?.hasSuffix(",…") ?? false {
        lists.insert((command + [names[0]]).joined(separator: " "))
        continue
      }
      // Also two names of one option, and both forms of a value.
      let pairs = [(names[0], names[0])] + names.dropFirst().map { (names[0], $0) }
      for (first, second) in pairs {
        let line = (["flint"] + command + [first, "one", "\(second)=two"]).joined(separator: " ")
        lines.append(([first, second], line))
      }
    }
    let columns = [
      "achievements", "cards", "config", "due", "habits", "journey", "list", "log", "missions",
      "moods",
      "pools", "quests", "sparks", "stats", "stats relate", "tasks", "trackers", "week",
    ].map { "\($0) --columns" }
    #expect(lists == Self.lists.union(columns))
    let script = lines.map { "\($0.line); echo \"= $?\"" }.joined(separator: "\n")
    try script.write(
      to: scratch.url.appendingPathComponent("all.sh"), atomically: true, encoding: .utf8)
    let answers = try Shell.run("sh all.sh", in: scratch.url).output
      .split(separator: "\n").map(String.init)
    try #require(answers.count == lines.count * 2, "\(answers.prefix(10))")
    for (index, (names, line)) in lines.enumerated() {
      let (answer, status) = (answers[index * 2], answers[index * 2 + 1])
      let isRefused =
        answer.hasSuffix("given twice: \"one\" and \"two\"; remove one")
        && names.allSatisfy { answer.contains($0) }
      #expect(isRefused && status == "= 2", "\(line): \(answer) \(status)")
    }
  }

  @Test(arguments: [
    ("moods --weekdays sat --weekdays=sun --format csv", "moods --weekdays sat,sun --format csv"),
    (
      "odds --rules ignition --goal complete --at 10 --format csv --at=500",
      "odds --rules ignition --goal complete --at 10,500 --format csv"
    ),
    ("odds --weights 1/2 --weights 1/3,1/6", "odds --weights 1/2,1/3,1/6"),
    (
      "odds --goal category:idea --mix idea=1 --mix energy=2",
      "odds --goal category:idea --mix idea=1,energy=2"
    ),
    ("export moods -o - --columns date --columns mood", "export moods -o - --columns date,mood"),
    (
      "audit counts 6,2,2 --rates .5 --rates .3,.2",
      "audit counts 6,2,2 --rates .5,.3,.2"
    ),
    (
      "odds pool moon --rules h.lua --goal featured --state pity.gold=20 --state guaranteed",
      "odds pool moon --rules h.lua --goal featured --state pity.gold=20,guaranteed"
    ),
    (
      "odds pool moon --rules h.lua --goal featured --budget pearls=3200 --budget money=5",
      "odds pool moon --rules h.lua --goal featured --budget pearls=3200,money=5"
    ),
    ("odds table t.csv --flags a --flags b", "odds table t.csv --flags a,b"),
    (
      "audit log d.csv --item-column item --rank-column rarity --rates legendary=1%,rare=99% --featured x --share 50% --featured y",
      "audit log d.csv --item-column item --rank-column rarity --rates legendary=1%,rare=99% --featured x,y --share 50%"
    ),
  ])
  func `the values of a list add up`(repeated: String, joined: String) throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      at: Shell.root.appendingPathComponent("examples/designers-guide/harbour.lua"),
      to: scratch.url.appendingPathComponent("h.lua"))
    try "table,item,weight,condition\nt,x,1,a\nt,y,1,b\n".write(
      to: scratch.url.appendingPathComponent("t.csv"), atomically: true, encoding: .utf8)
    try "item,rarity,time\nx,legendary,2026-01-01\nz,rare,2026-01-02\ny,legendary,2026-01-03\n"
      .write(
        to: scratch.url.appendingPathComponent("d.csv"), atomically: true, encoding: .utf8)
    _ = try Shell.run("flint init --db p.db --quiet --seed 1 --zone UTC", in: scratch.url)
    let results = try [repeated, joined].map {
      try Shell.run("export FLINT_DB=p.db; flint \($0)", in: scratch.url)
    }
    #expect(results[0].output == results[1].output)
    #expect(results[0].status == 0, "\(results[0].output)")
  }

  @Test func `a flag may be repeated, and words after -- are no options`() throws {
    let scratch = try Scratch()
    let setup = "flint init --db p.db --quiet --seed 1 --zone UTC --quiet; export FLINT_DB=p.db;"
    let task = try Shell.run(
      "\(setup) flint task --quiet -- --db a --db b; flint tasks", in: scratch.url)
    #expect(task.status == 0 && task.output.contains("--db a --db b"), "\(task.output)")
    let script = try Shell.run(
      "echo 'print(arg[1], arg[4])' >s.lua; flint run --scratch s.lua -- --db a --db b",
      in: scratch.url)
    #expect(script.output.contains("--db\tb"), "\(script.output)")
  }
}

import Foundation
import Testing

/// The effects and reports of `flint undo`, `flint redo` and `:undo` in the REPL.
struct `Undo on the command line` {
  private static let options = "--db p.db --now 2026-03-01T10:00"

  private func profile(in folder: URL) throws {
    let made = try Shell.run(
      "flint init --db p.db --rules ignition --seed 7 --zone UTC --quiet", in: folder)
    #expect(made.status == 0, "\(made.output)")
  }

  private func eval(_ code: String, in folder: URL) throws -> String {
    let result = try Shell.run("flint eval \(Self.options) '\(code)'", in: folder)
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  @Test func `undo and redo list the removed and restored events`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    _ = try eval(
      #"local t = task.add{name = "Pay rent"} checkpoint() task.complete(t.id)"#,
      in: scratch.url)
    let undone = try Shell.run("flint undo \(Self.options)", in: scratch.url)
    #expect(undone.status == 0)
    #expect(
      undone.output.hasPrefix(
        """
        undid batch 2 (script (eval)): 1 event removed
          removed: completed Pay rent

        """), "\(undone.output)")
    let redone = try Shell.run("flint redo \(Self.options)", in: scratch.url)
    #expect(
      redone.output.hasPrefix(
        """
        redid batch 2 (script (eval)): 1 event restored
          restored: completed Pay rent

        """), "\(redone.output)")
  }

  @Test func `undo lists at most five events and the number of others`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    _ = try eval(
      #"for i = 1, 8 do spark.add{title = "Spark " .. i, category = "idea"} end"#,
      in: scratch.url)
    let undone = try Shell.run("flint undo \(Self.options)", in: scratch.url)
    #expect(
      undone.output.hasPrefix(
        """
        undid batch 1 (script (eval)): 8 events removed
          removed: Spark 1
          removed: Spark 2
          removed: Spark 3
          removed: Spark 4
          removed: Spark 5
          … and 3 more

        """), "\(undone.output)")
  }

  // MARK: Trackers

  /// Runs commands on a profile whose batch 1 imported entries 1 and 2 of tracker A.
  private func tracked(_ commands: String) throws -> String {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let files = """
      printf "return {kind = 'entry', id = 'Id', columns = {at = 'Day', tracker = 'T', number = 'V'}}" > k.lua
      printf 'Id,Day,T,V\\n1,2026-02-01,A,5\\n2,2026-02-02,A,6\\n' > a.csv
      printf 'Id,Day,T,V\\n1,2026-02-01,B,5\\n2,2026-02-02,B,6\\n' > moved.csv
      printf 'Id,Day,T,V\\n3,2026-02-03,B,7\\n' > b.csv
      now='--now 2026-03-01T10:00'; p="--db p.db $now"; import="flint import --quiet --map k.lua"
      names() { echo $(flint trackers --db $1 $now --format csv | tail -n +2 | cut -d, -f2 | sort); }
      left() { grep unchanged | sed 's/ (.*//'; }
      $import $p a.csv; cp p.db other.db

      """
    return try Shell.run(files + commands, in: scratch.url).output
  }

  @Test func `undo removes a tracker that only the undone import used`() throws {
    let output = try tracked(
      """
      $import $p --update moved.csv; names p.db
      flint undo $p 2>&1 | left; names p.db; flint verify --quiet $p; flint redo --quiet $p; names p.db
      """)
    #expect(output == "A B\nA\nA B\n", "\(output)")
  }

  @Test func `undo removes a tracker that only the undone merge used`() throws {
    let output = try tracked(
      """
      $import $p --update moved.csv; o="--db other.db $now"
      flint merge --quiet $o p.db; names other.db
      flint undo $o 2>&1 | left; names other.db; flint verify --quiet $o
      """)
    #expect(output == "A B\nA\n", "\(output)")
  }

  @Test(arguments: [
    // A later entry is in the tracker.
    "$import $p --update moved.csv; $import $p b.csv",
    // A later import moved earlier entries to the tracker.
    "$import $p b.csv; $import $p --update moved.csv",
  ])
  func `undo leaves a tracker that another batch uses, until that is undone`(imports: String) throws
  {
    let output = try tracked(
      """
      \(imports)
      flint undo 2 $p 2>&1 | left; names p.db
      flint undo 3 $p 2>&1 | left; names p.db; flint verify --quiet $p
      """)
    #expect(
      output == """
        left unchanged, since something else was recorded about it: tracker B
        A B
        A

        """, "\(output)")
  }

  // MARK: Rulebooks

  /// A profile with a spark, folded with another rulebook since.
  private func profileWithOtherRules(in folder: URL) throws {
    try profile(in: folder)
    _ = try eval(#"spark.add{title = "Mine", category = "idea"}"#, in: folder)
    try #"return {id = "own", extends = "ignition", points = {idea = 20}}"#.write(
      to: folder.appendingPathComponent("own.lua"), atomically: true, encoding: .utf8)
    let set = try Shell.run("flint rules set --quiet \(Self.options) own.lua", in: folder)
    #expect(set.status == 0, "\(set.output)")
  }

  private func rulebook(in folder: URL) throws -> String {
    let shown = try Shell.run(
      "flint status \(Self.options) | sed -n 's/.*rulebook //p'", in: folder)
    return shown.output
  }

  @Test
  func `undo after rules set restores the rulebook, and redo sets it again`()
    throws
  {
    let scratch = try Scratch()
    try profileWithOtherRules(in: scratch.url)
    #expect(try rulebook(in: scratch.url) == "own\n")
    let undone = try Shell.run("flint undo \(Self.options)", in: scratch.url)
    #expect(undone.status == 0)
    // An idea at medium intensity: 20 * 1.5 = 30 by own, 8 * 1.5 = 12 by ignition.
    #expect(
      undone.output.hasPrefix("undid batch 2 (rules own): rulebook own → ignition\n"),
      "\(undone.output)")
    #expect(undone.output.contains("from sparks"), "\(undone.output)")
    #expect(undone.output.contains("30 → 12"), "\(undone.output)")
    #expect(try rulebook(in: scratch.url) == "ignition\n")
    #expect(try eval("spark.count()", in: scratch.url) == "1\n")
    let redone = try Shell.run("flint redo \(Self.options)", in: scratch.url)
    #expect(
      redone.output.hasPrefix("redid batch 2 (rules own): rulebook ignition → own\n"),
      "\(redone.output)")
    #expect(try rulebook(in: scratch.url) == "own\n")
    // And again, after an undo and a redo.
    #expect(try Shell.run("flint undo \(Self.options)", in: scratch.url).status == 0)
    #expect(try rulebook(in: scratch.url) == "ignition\n")
    #expect(try Shell.run("flint verify \(Self.options)", in: scratch.url).status == 0)
    // Only now the spark is the latest batch that is not undone.
    let second = try Shell.run("flint undo \(Self.options)", in: scratch.url)
    #expect(second.output.hasPrefix("undid batch 1 (script (eval)): 1 event removed\n"))
  }

  @Test func `of a rulebook changes nothing in a dry run`() throws {
    let scratch = try Scratch()
    try profileWithOtherRules(in: scratch.url)
    let undone = try Shell.run("flint undo --dry-run \(Self.options)", in: scratch.url)
    #expect(
      undone.output.hasPrefix(
        "dry run, nothing was kept: undid batch 2 (rules own): rulebook own → ignition\n"),
      "\(undone.output)")
    #expect(undone.output.contains("30 → 12"), "\(undone.output)")
    #expect(try rulebook(in: scratch.url) == "own\n")
  }

  @Test func `undo leaves a rulebook that was set later`() throws {
    let scratch = try Scratch()
    try profileWithOtherRules(in: scratch.url)
    let set = try Shell.run("flint rules set --quiet \(Self.options) ignition", in: scratch.url)
    #expect(set.status == 0, "\(set.output)")
    #expect(try rulebook(in: scratch.url) == "ignition\n")
    // The batch that is undone set ignition → own; it is ignition again already.
    let undone = try Shell.run("flint undo \(Self.options) 2", in: scratch.url)
    #expect(undone.status == 1)
    #expect(
      undone.output == "flint: batch 2 (rules own): nothing to change\n", "\(undone.output)")
    #expect(try Shell.run("flint undo \(Self.options) 3", in: scratch.url).status == 0)
    #expect(try rulebook(in: scratch.url) == "own\n")
  }

  @Test func `undo is refused if the previous rulebook is incompatible with later events`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let set = try Shell.run(
      """
      flint rules show ignition --format lua \
        | sed 's/id = "ignition"/id = "own"/; /id = "first-card"/s/metric = "cards"/metric = "sparks"/' \
        >own.lua
      flint rules set --quiet \(Self.options) own.lua
      """, in: scratch.url)
    #expect(set.status == 0, "\(set.output)")
    _ = try eval(#"spark.add{title = "Mine", category = "idea"}"#, in: scratch.url)
    let undone = try Shell.run("flint undo \(Self.options) 1", in: scratch.url)
    #expect(undone.status == 1)
    #expect(
      undone.output.hasPrefix(
        "flint: ignition cannot become the rulebook of this profile:\n"
          + "  missions[\"first-card\"].metric: the profile has completed this mission as "),
      "\(undone.output)")
    #expect(try rulebook(in: scratch.url) == "own\n")
  }

  @Test func `the log shows changes of the rulebook`() throws {
    let scratch = try Scratch()
    try profileWithOtherRules(in: scratch.url)
    #expect(try Shell.run("flint undo --quiet \(Self.options)", in: scratch.url).status == 0)
    let log = try Shell.run(
      "flint log \(Self.options) --format json | grep -o '\"what\":[^}]*\"text\":\"[^\"]*\"' "
        + "| sed 's/\"kind\":\\([^,]*\\),\"at\":[^,]*,/\\1,/'", in: scratch.url)
    #expect(
      log.output == """
        "what":"undo","rulebook","text":"rulebook own → ignition"
        "what":"set","rulebook","text":"rulebook ignition → own"
        "what":"add","spark","text":"Mine"

        """)
    let batches = try Shell.run("flint log --batches \(Self.options)", in: scratch.url)
    #expect(batches.output.contains("rules   own"), "\(batches.output)")
  }

  // MARK: The console

  @Test func `undo in the REPL reverts only batches of that session`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    try #"""
    wait() { n=0; until grep -q "$1" out 2>/dev/null || [ $n -gt 200 ]; do sleep 0.05; n=$((n + 1)); done; }
    {
      echo 'spark.add{title = "Mine", category = "idea"}.base_points'
      wait '^12$'
      flint eval --db p.db --now 2026-03-01T10:00 'spark.add{title = "Theirs", category = "energy"}' >theirs
      echo ':undo'
      wait 'undid'
      echo ':undo'
      wait 'nothing to undo'
      echo ':redo'
      wait 'redid'
      flint undo --db p.db --now 2026-03-01T10:00 --quiet 2
      echo ':redo'
    } | flint repl --db p.db --now 2026-03-01T10:00 >out
    """#.write(
      to: scratch.url.appendingPathComponent("talk.sh"), atomically: true, encoding: .utf8)
    let talked = try Shell.run("sh talk.sh", in: scratch.url)
    #expect(talked.status == 0, "\(talked.output)")
    let output = try String(
      contentsOf: scratch.url.appendingPathComponent("out"), encoding: .utf8)
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("  ") }
    #expect(
      lines == [
        "12", "undid batch 1 (script (repl)): 1 event removed",
        "nothing to undo in this session; flint undo reverts earlier batches",
        "redid batch 1 (script (repl)): 1 event restored",
        "nothing to redo in this session; flint redo also redoes what other commands undid",
      ], "\(output)")
    let sparks = try Shell.run(
      "flint sparks --db p.db --now 2026-03-01T10:00 --format json | grep -o '\"title\":\"[^\"]*\"'",
      in: scratch.url)
    #expect(sparks.output == "\"title\":\"Mine\"\n")
  }

  @Test func `undo in the REPL reverts what a failed entry committed by checkpoint`()
    throws
  {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let talked = try Shell.run(
      """
      printf '%s\\n' 'spark.add{title = "Kept", category = "idea"} checkpoint() error("no")' ':undo' \
      | flint repl \(Self.options) 2>errors
      """, in: scratch.url)
    #expect(
      talked.output.hasPrefix("undid batch 1 (script (repl)): 1 event removed\n"),
      "\(talked.output)")
    #expect(try eval("spark.count()", in: scratch.url) == "0\n")
  }
}

import Foundation
import Testing

/// Profiles, dumps and shards that the program of commit a8f74e1 wrote. What this program makes of them, and
/// what it writes itself when it is given the same, has the same bytes.
///
/// `Stored/record.sh` recorded `p.db` and `q.db`, two copies of one profile, with something of every subject,
/// corrections and imports of every app. `dump` and `tables` are the exports of `p.db`; `merged` and
/// `merged-tables` are those of `p.db` after `q.db` was merged into it; the tables are without the column `origin`,
/// which that program wrote.
struct `What an earlier version stored` {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Stored")
  private static let now = "--now 2026-10-02"

  /// Comparisons of dumps of schema 4 and of this one, which adds settings to the profile's row, and so changes its
  /// checksum; and of tables, in which all times of a column have a fraction of a second now if any has one.
  private static let compare = """
    plain() { cp -r "$1" "$2" && sed -i 's/"schema": [456]/"schema": 4/
        /"sums": [{]/,/[}]/d' "$2"/profile.json && sed -zi 's/,\\n}/\\n}/' "$2"/profile.json &&
      sed -Ei 's/,"day_start":0,"week_start":"monday","language":"(en|auto)","color":"auto"(,"options":"[{][}]")?//
        s/,"sum":-?[0-9]+//' "$2"/profile.jsonl; }
    same() { plain "$1" now && plain "$2" then && diff -r now then; }
    tables() { sed -Ei 's/(T[0-9:]{8})\\.000([+Z-])/\\1\\2/g' "$1"/*.csv && diff -r "$1" "$2"; }
    """

  private func expect(_ command: String, prints output: String = "", in scratch: borrowing Scratch)
    throws
  {
    let setup = "S='\(folder.path)'; N='\(Self.now)'\n\(Self.compare)\n"
    let result = try Shell.run(setup + command, in: scratch.url)
    #expect(result.status == 0, "\(command): \(result.output)")
    #expect(result.output == output, "\(command)")
  }

  @Test func `is read as it was`() throws {
    let scratch = try Scratch()
    try expect("cp \"$S\"/*.db .", in: scratch)
    try expect(
      "flint verify --db p.db $N",
      prints: """
        void: event 1b14bd50422da54ebe074a44f3fb3457 has no effect: there is no such task
        1 draw was removed or undone (challenge 1)
        valid: 276 records, 212 events folded

        """, in: scratch)
    try expect(
      "flint export everything --db p.db $N --quiet -o tables && tables tables \"$S\"/tables",
      in: scratch)
    try expect(
      "flint dump --db p.db --quiet dump && same dump \"$S\"/dump", in: scratch)
  }

  @Test func `is restored from a dump`() throws {
    let scratch = try Scratch()
    try expect("flint restore --db new.db --quiet \"$S\"/dump >report", in: scratch)
    try expect(
      "flint dump --db new.db --quiet dump && same dump \"$S\"/dump", in: scratch)
  }

  @Test func `is merged as it was, in both directions`() throws {
    let scratch = try Scratch()
    try expect("cp \"$S\"/*.db . && cp p.db r.db", in: scratch)
    try expect("flint merge --db p.db $N --quiet q.db >report", in: scratch)
    try expect(
      "flint dump --db p.db --quiet merged && same merged \"$S\"/merged", in: scratch)
    try expect("flint merge --db q.db $N --quiet r.db >report", in: scratch)
    try expect(
      "flint export everything --db q.db $N --quiet -o tables && tables tables \"$S\"/merged-tables",
      in: scratch)
  }

  @Test func `is what is stored of the same scripts and imports now`() throws {
    let scratch = try Scratch()
    try expect("cp -r \"$S\"/inputs . && sh \"$S\"/record.sh >report 2>&1", in: scratch)
    for name in ["p", "q"] {
      // A profile has a random id, which is part of the checksum of its row; the cached state has a version
      // of its own. The notes of an import are texts for people, as is the checksum with them. The events
      // of one instant are recorded in the order of the fold, which their sequence numbers and so the
      // checksums with them show; that program recorded them in the order of their file. It did not
      // record the schedules and skipped days of Loop's habits (kinds 53 and 54), which also move the
      // numbers of later records, and made texts of the notes of two missed days. It created trackers and a
      // task (50 and 10) at the start of a day or a millisecond before their first event, not at its instant.
      // It kept tags, repeats and what comes first of an app's tasks as text, and left recurring ones out.
      // The profile is brought to this schema.
      try expect(
        """
        rows() { sqlite3 "$1" .dump | grep -vE '^INSERT INTO (profile|cached_state) ' \\
          | sed -E 's/"(notes|skipped_reasons)":.*//
              /^INSERT INTO (event|correction|spark|card_roll) /{ s/\\([0-9]+,/(/; s/,-?[0-9]+\\);$/);/ }
              /^INSERT INTO [a-z]+_(edit|original) /s/\\([0-9]+,/(/
              s/^(INSERT INTO event VALUES\\(X.[0-9a-f]+.,[15]0,)[0-9]+,/\\1/
              /^INSERT INTO event .*(,5[34],|c48615e23d6b|fbd4e9485775)/d
              /^INSERT INTO event .*(Tags|Repeat|Wait|Depends on|Date): /d
              /^INSERT INTO event .*(@shop|"(tags|every|after|wait)":)/d
              /^INSERT INTO batch .*taskwarrior/d' | sort; }
        cp "$S"/\(name).db old.db; flint config --quiet --db old.db color auto
        rows \(name).db >new.sql; rows old.db >old.sql; diff old.sql new.sql
        """, in: scratch)
    }
  }

  @Test func `of an app's tasks as text is unchanged when the same files are imported again`()
    throws
  {
    let scratch = try Scratch()
    let again = """
      for file in ticktick.csv todoist taskwarrior.json; do
        flint import --db p.db $N $file 2>&1 | grep -e '  read ' -e 'earlier version'
      done

      """
    try expect(
      "cp \"$S\"/p.db . && cp -r \"$S\"/inputs/* . && " + again,
      prints: """
          read 13 = added 0 + updated 0 + unchanged 10 + rejected 1 + skipped 2
          Tasks that an earlier version recorded with tags, repeats and dependencies as text stay as they are: 3; --update makes fields of them.
          read 21 = added 0 + updated 0 + unchanged 14 + rejected 2 + skipped 5
          Tasks that an earlier version recorded with tags, repeats and dependencies as text stay as they are: 2; --update makes fields of them.
          read 10 = added 1 + updated 0 + unchanged 7 + rejected 1 + skipped 1
          Tasks that an earlier version recorded with tags, repeats and dependencies as text stay as they are: 4; --update makes fields of them.

        """, in: scratch)
    // Made fields of, they are what they are where no earlier version was.
    try expect(
      again.replacing("import --db", with: "import --update --db")
        + "flint export tasks --db p.db $N --columns name,tags,every,wait | grep -e basil -e compost -e printer",
      prints: """
          read 13 = added 0 + updated 3 + unchanged 7 + rejected 1 + skipped 2
          read 21 = added 0 + updated 4 + unchanged 10 + rejected 2 + skipped 5
          read 10 = added 0 + updated 4 + unchanged 4 + rejected 1 + skipped 1
        Repot the basil,garden|weekend,,
        Buy compost,,,
        Call the printer,,,2026-09-02
        Turn the compost,,,
        Turn the compost,,mon,

        """, in: scratch)
  }

  @Test func `of rejected rows is imported once it is fixed`() throws {
    let scratch = try Scratch()
    try expect(
      """
      cp "$S"/p.db . && sed 's/Ok,/good,/' "$S"/rejects/daylio.csv.rejects >fixed.csv
      flint import --db p.db --now 2026-10-03 fixed.csv 2>&1 | grep '  read '
      """, prints: "  read 1 = added 1 + updated 0 + unchanged 0 + rejected 0 + skipped 0\n",
      in: scratch)
  }

  @Test func `of a simulation is merged`() throws {
    let scratch = try Scratch()
    // The results say which version computed them.
    let old = #"old() { sed -E 's/("version": ?")[^"]*/\10.1.0/'; }"#
    try expect(
      "\(old); flint simulate --merge \"$S\"/shard-*.json --format json | old | cmp - \"$S\"/simulation.json",
      in: scratch)
    try expect(
      """
      \(old)
      flint simulate --quiet "$S"/inputs/players.lua --format json | old | cmp - "$S"/simulation.json
      for i in 1 2; do
        flint simulate --quiet "$S"/inputs/players.lua --shard $i/2 -o s
        # Form 3 has a hash of the content; why nobody tried a goal is newer.
        old <s | sed -E 's/"form":3/"form":2/; s/,"hash":"[0-9a-f]{32}"}$/}/; s/"idle":[[][^]]*],//' | cmp - "$S"/shard-$i.json; rm s
      done
      """, in: scratch)
  }
}

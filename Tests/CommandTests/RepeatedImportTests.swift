import Foundation
import Testing

/// A file that is imported again after some of its events were removed by hand.
struct `An import that is repeated` {
  @Test(arguments: [3, 3000])
  func `says how many events it brings back that were removed`(rows: Int) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC
      { echo at,title,category,key; seq \(rows) | sed 's/.*/2026-03-01,Spark &,idea,k&/'; } > s.csv
      flint import --db p.db --quiet s.csv
      flint eval --db p.db --quiet 'local n = 0 for s in spark.each() do n = n + 1
        if n <= 2 then spark.remove(s.id) end end'
      flint import --db p.db s.csv 2>&1 | grep -e read -e removed
      flint import --db p.db s.csv 2>&1 | grep -e read -e removed
      """, in: scratch.url)
    let counts = { (added: Int) in
      "  read \(grouped(rows)) = added \(added) + updated 0 + unchanged \(grouped(rows - added))"
        + " + rejected 0 + skipped 0\n"
    }
    #expect(
      result.output == counts(2) + "  2 of them were removed here before, and are back.\n"
        + counts(0)
    )
  }

  // A mistyped glass of water is corrected in the rejects file, and equals the other one then.
  @Test func `does not say that a row is recorded that may be lost`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC
      echo "return {kind='entry',columns={at='D',tracker={value='Water'},number='V'}}" > m.lua
      printf 'D,V\n2026-01-01,5\n2026-01-01,x5\n' > q.csv
      flint import --quiet --db p.db --map m.lua q.csv 2> /dev/null
      sed -i '2s/x5/5/' q.rejects.csv
      flint import --db p.db q.rejects.csv 2>&1 | grep -e ' = ' -e equals -e needed
      """, in: scratch.url)
    #expect(
      result.output == """
          read 1 = added 0 + updated 0 + unchanged 1 + rejected 0 + skipped 0
          A row equals one that the profile has (line 2) and added nothing. If you mean another one, \
        correct the original file and import that: equal rows of one file are counted.

        """)
  }

  // Names in files are found ignoring case.
  @Test(arguments: [
    ("--trackers A=B,A=C", "--trackers: \"A\" cannot mean both \"B\" and \"C\""),
    ("--trackers A=B,a=C", "--trackers: \"a\" cannot mean both \"B\" and \"C\""),
    ("--trackers A=B --trackers A=C", "--trackers"),
    ("--moods Gut=good,gut=bad", "--moods: \"gut\" cannot mean both good and bad"),
  ])
  func `refuses a name that means two things`(options: String, problem: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "touch x.csv; flint import --db p.db \(options) x.csv 2>&1", in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output.contains(problem), "\(result.output)")
  }

  @Test(arguments: [
    ("trackers = {A = 'B', a = 'C'}", "trackers: \"", "\" cannot mean both \""),
    ("moods = {Gut = 'good', gut = 'bad'}", "moods: \"", "\" cannot mean both "),
  ])
  func `refuses that in a script, too`(option: String, start: String, middle: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC; touch x.csv
      flint eval --db p.db --allow-read x.csv "import.run{file = 'x.csv', \(option)}" 2>&1
      """, in: scratch.url)
    #expect(result.status != 0)
    #expect(result.output.contains(start) && result.output.contains(middle), "\(result.output)")
  }

  private func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(number / 1000),\(String(1000 + number % 1000).suffix(3))"
  }
}

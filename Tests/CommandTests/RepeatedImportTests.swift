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

  private func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(number / 1000),\(String(1000 + number % 1000).suffix(3))"
  }
}

import Foundation
import Testing

/// Many commands that write to one profile at once.
struct `Sixteen writers at once` {
  @Test func `all writers commit`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC
      for writer in $(seq 1 16); do
        (for turn in $(seq 1 8); do
          flint eval --quiet --db p.db "spark.add{title='w$writer t$turn', category='idea',
            at='2026-01-01'} return nil" > /dev/null || echo failed
        done) &
      done
      wait
      flint eval --db p.db 'return spark.count()'
      flint verify --quiet --db p.db
      """, in: scratch.url)
    #expect(result.output == "128\n")
  }
}

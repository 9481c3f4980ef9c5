import Foundation
import Testing

/// What repeats a page of odds: with the variable of reproducible builds, its day is fixed.
struct `The last lines of a page of odds` {
  @Test(arguments: [
    "odds prize 0.6% --hard 90", "odds pool character --rules banner.lua --goal 'card:hero*2'",
    "odds disclose character --rules banner.lua --form japan", "audit counts 60,40 --rates 50,50",
    "simulate --days 1 --players 4 --rules banner.lua --quiet",
  ]) func `are the same when they are repeated`(line: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      cp '\(Shell.root.path)/examples/worlds/banner.lua' . && export SOURCE_DATE_EPOCH=1772323200
      flint \(line) -o a.html >/dev/null && mv a.html b.html && flint \(line) -o a.html >/dev/null
      cmp a.html b.html && { grep -o 'hash [0-9a-f]*' a.html; tail -6 a.html; }
      """, in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output.contains("on 2026-03-01 with this command:"), "\(result.output)")
    #expect(result.output.contains("<p><code>flint \(line) -o a.html</code></p>"))
    let isOfRulebook = line.contains("banner.lua")
    #expect(result.output.contains("hash ") == isOfRulebook)
  }

  @Test func `are a member of records that are written as a file`() throws {
    let scratch = try Scratch()
    let line = "flint odds disclose character --rules banner.lua -o a.json"
    let result = try Shell.run(
      """
      cp '\(Shell.root.path)/examples/worlds/banner.lua' . && export SOURCE_DATE_EPOCH=1772323200
      \(line) >/dev/null && grep -A 12 '"provenance"' a.json
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(#""date": "2026-03-01""#), "\(result.output)")
    #expect(result.output.contains("\"command\": \"\(line)\""))
    let pictures = try Shell.run(
      line.replacingOccurrences(of: "a.json", with: "a.svg"), in: scratch.url)
    #expect(pictures.status == 2)
    #expect(
      pictures.output.contains("expected a file that ends with .html, .md, .csv or .json"),
      "\(pictures.output)")
  }

  @Test func `have a date that can be read`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "SOURCE_DATE_EPOCH=tomorrow flint odds prize 1/2 -o a.html >/dev/null", in: scratch.url)
    #expect(result.status == 2)
    #expect(
      result.output == "flint: SOURCE_DATE_EPOCH: expected seconds since 1970, got \"tomorrow\"\n")
  }
}

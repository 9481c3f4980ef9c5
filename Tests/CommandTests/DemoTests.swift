import Foundation
import Testing

/// What a person sees who has just installed Flint.
struct `The first thirty seconds` {
  private static let now = "--now 2026-07-01T21:30"

  /// The files of the user in the directory of a test, and in the home directory beside it.
  private static func files(of scratch: borrowing Scratch) -> [String] {
    let manager = FileManager.default
    return [scratch.url.path, scratch.url.path + ".home"].flatMap { folder in
      ((try? manager.subpathsOfDirectory(atPath: folder)) ?? []).sorted()
    }
  }

  @Test func `flint without a profile asks nothing and shows five lines that work`() throws {
    let scratch = try Scratch()
    let page = try Shell.run("flint", in: scratch.url)
    #expect(page.status == 0)
    let lines = page.output.split(separator: "\n").filter { $0.hasPrefix("  flint ") }.map {
      $0.split(separator: "  ")[0]
    }
    #expect(
      lines == [
        "flint demo", "flint mood good", "flint task \"Buy milk\" --due tomorrow",
        "flint habit add Read", "flint today",
      ])
    #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(Self.files(of: scratch) == [])
    for line in lines {
      #expect(try Shell.run("TMPDIR=. \(line)", in: scratch.url).status == 0, "\(line)")
    }
    // Now there is a profile, and the day is shown.
    #expect(try Shell.run("flint", in: scratch.url).output.hasPrefix("Today "))
  }

  @Test func `flint demo shows a year that ends today, and touches nothing of the user's`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      "FLINT_DB=mine.db flint demo year \(Self.now) 2> notes", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    let folder = scratch.url.appendingPathComponent("year").path
    let commands = made.output.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    #expect(
      commands == [
        "$ flint run --create --db \(folder)/demo.db --seed 2025 --quiet \(folder)/year.lua -- -364d",
        "$ export FLINT_DB=\(folder)/demo.db", "$ flint today", "$ flint year --since -364d",
        "$ flint report all --with-titles --output \(folder)/report.html",
      ])
    // 365 days: from a Wednesday to a Wednesday.
    #expect(made.output.contains("Wednesday 2026-07-01\n"))
    #expect(made.output.contains("Year in pixels, 2025\n"))
    let days = try Shell.run(
      "flint export days --db year/demo.db \(Self.now) | sed 1d", in: scratch.url
    ).output
      .split(separator: "\n").map { $0.prefix(10) }
    #expect((days.first, days.last) == ("2025-07-02", "2026-07-01"))
    #expect(made.output.contains("Nothing of yours was changed."))
    let names = Self.files(of: scratch)
    #expect(names.contains("year/report.html") && names.allSatisfy { !$0.contains("mine") })
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + ".home"))
    #expect(try Shell.run("flint verify --db year/demo.db", in: scratch.url).status == 0)
    // The lines that are shown do the same again.
    let today = try Shell.run(
      "FLINT_DB=year/demo.db flint today \(Self.now)", in: scratch.url)
    #expect(made.output.contains(today.output))
  }

  @Test func `flint demo writes over nothing, and leaves nothing when it fails`() throws {
    let scratch = try Scratch()
    let refused = try Shell.run("mkdir year; touch year/mine; flint demo year", in: scratch.url)
    #expect(refused.status == 74)
    #expect(
      refused.output == "flint: \(scratch.url.path)/year: already exists; nothing was changed\n")
    // A time zone that there is not: the first command fails.
    let failed = try Shell.run("TZ=Nowhere/Land TMPDIR=. flint demo", in: scratch.url)
    #expect(failed.status == 2 && failed.output.contains("TZ"), "\(failed.output)")
    #expect(Self.files(of: scratch) == ["year", "year/mine"])
  }

  @Test func `flint help words explains what a player meets, on 80 columns`() throws {
    let scratch = try Scratch()
    let page = try Shell.run("flint help words", in: scratch.url)
    #expect(page.status == 0 && page.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    // Each begins a line that its meaning follows.
    for word in [
      "spark", "card", "set", "mission", "fuel", "overload", "token", "ember", "journey", "ladder",
      "habit", "tracker", "entry", "streak", "strength", "level", "rulebook", "void",
    ] {
      #expect(page.output.contains(try Regex("(?m)^  \(word) +[A-Z][^\\n]{20}")), "\(word)")
    }
    for command in ["today", "status"] {
      let help = try Shell.run("flint \(command) --help", in: scratch.url).output
      #expect(help.contains("flint help words explains"), "\(command)")
    }
    #expect(Pages.text("README.md").contains("](docs/reference/words.md)"))
    #expect(try Shell.run("flint help words -h", in: scratch.url).output == page.output)
    for words in ["ember", "embers", "words Ember"] {
      let line = try Shell.run("flint help \(words)", in: scratch.url)
      #expect(line.status == 0 && line.output.hasPrefix("ember: What duplicates leave"))
    }
  }
}

import Foundation
import Testing

@testable import Commands

/// The pages of documentation, by their paths in the repository.
enum Pages {
  /// The pages in `docs`.
  static let docs: [String] = {
    let folder = Shell.root.appendingPathComponent("docs").path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()
  static let all =
    ["README.md", "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md", "examples/imports.md"] + docs

  static func text(_ page: String) -> String {
    (try? String(contentsOf: Shell.root.appendingPathComponent(page), encoding: .utf8)) ?? ""
  }
}

struct `The documentation` {
  /// The topics that the help of `flint api` lists.
  private static let topics: [String] = {
    let folder = FileManager.default.temporaryDirectory
    let help = (try? Shell.run("COLUMNS=400 flint api --help", in: folder))?.output ?? ""
    let list = help.firstMatch(of: /The reference to print: ([a-z, ]+);/)?.1 ?? ""
    return list.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
  }()

  /// Returns the page of a topic; that of the answers is a JSON Schema.
  private static func page(of topic: String) -> String {
    "docs/reference/\(topic)" + (topic == "answers" ? ".schema.json" : ".md")
  }

  @Test func `has a page for each topic of flint api`() {
    // The Lua API has a page for each module, which tests of the reference compare.
    let pages = Pages.docs.filter {
      $0.hasPrefix("docs/reference/") && !$0.hasPrefix("docs/reference/lua/")
    }
    let topics = Self.topics.map(Self.page(of:)).filter { $0.hasSuffix(".md") }
    #expect(topics.sorted() == pages && Self.topics.count == topics.count + 1)
  }

  @Test(arguments: topics.filter { $0 != "lua" })
  func `contains each reference as flint api prints it`(topic: String) throws {
    let scratch = try Scratch()
    let printed = try Shell.run("flint api \(topic)", in: scratch.url)
    #expect(printed.status == 0)
    let page = Self.page(of: topic)
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try printed.output.write(
        to: Shell.root.appendingPathComponent(page), atomically: true, encoding: .utf8)
    }
    #expect(Pages.text(page) == printed.output)
  }

  @Test(arguments: Pages.all)
  func `links to files and headings that exist`(page: String) throws {
    let file = Shell.root.appendingPathComponent(page)
    let text = Pages.text(page)
    #expect(!text.isEmpty)
    for match in text.matches(of: /\]\(([^)\s]+)\)/) {
      let link = String(match.1)
      if link.hasPrefix("https://") { continue }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? file : file.deletingLastPathComponent().appendingPathComponent(String(parts[0]))
      #expect(FileManager.default.fileExists(atPath: target.path), "\(link)")
      guard parts.count == 2 else { continue }
      let linked = try String(contentsOf: target, encoding: .utf8)
      let headings = linked.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor)
      #expect(headings.contains(String(parts[1])), "\(link)")
    }
  }

  @Test func `names every command`() {
    let rows = Pages.text("docs/command-line.md").split(separator: "\n").filter {
      $0.hasPrefix("| `flint ")
    }
    // Code in the first cell: `flint run SCRIPT`, or further names of one row such as `eval`.
    let names = rows.compactMap { $0.split(separator: " | ").first }.flatMap { cell in
      cell.matches(of: /`(?:flint )?([a-z-]+)/).map { String($0.1) }
    }
    for command in Shell.commandNames { #expect(names.contains(command), "\(command)") }
  }

  @Test func `lists every exit status with its meaning`() {
    let page = Pages.text("docs/command-line.md")
    for status in ExitStatus.allCases {
      #expect(page.contains("| \(status.rawValue) | \(status.meaning) |\n"))
    }
  }

  @Test func `is listed in the README`() {
    let readme = Pages.text("README.md")
    for page in Pages.docs where !page.hasPrefix("docs/reference/") {
      #expect(readme.contains("](\(page))"), "\(page)")
    }
  }

  /// Returns the anchor of a heading, as in pages that are rendered.
  private static func anchor(_ heading: Substring) -> String {
    let title = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
    return String(
      title.compactMap {
        $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil
      })
  }
}

import ArgumentParser
package import Charts
import Foundation
import Lua
package import Reports
import Storage

/// The destination of a page or of pictures: the terminal, or a file whose name says its format.
package enum PageTarget: Equatable, DescribedArgument {
  /// Standard output, as text with pictures made of characters.
  case terminal
  case file(String, ReportFormat)

  package init?(argument: String) {
    if argument == "-" {
      self = .terminal
    } else if let format = ReportFormat(path: argument) {
      self = .file(argument, format)
    } else {
      return nil
    }
  }

  package static let form = "a file that ends with .svg, .html or .md, or - for the terminal"
  package static let valueName: String? = "file"

  /// The path of the file, if it is one.
  package var path: String? {
    if case .file(let path, _) = self { path } else { nil }
  }

  /// Throws if no file can be written at the path, or one exists there that Flint did not write, or that
  /// may have been written on since.
  ///
  /// - Parameter isForced: Whether such a file is replaced.
  package func checkMayReplace(_ isForced: Bool) throws {
    guard case .file(let path, let format) = self else { return }
    try Store.checkOutput(path, true)
    // A long computation should not end with an error that could be known before.
    let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
    guard access(folder.path, W_OK) == 0 else {
      throw CommandFailure(
        .storage, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    guard !isForced, FileManager.default.fileExists(atPath: path) else { return }
    // A file that cannot be read may be anything.
    let file = FileHandle(forReadingAtPath: path)
    defer { try? file?.close() }
    let start = (try? file?.read(upToCount: 2000)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // People write notes below a page in Markdown, so that its mark says nothing of the rest.
    guard format != .markdown, start.contains(ReportPage.mark) else {
      let reason = format == .markdown ? "may have notes of yours" : "was not written by flint"
      throw Self.existing(path, " and \(reason)")
    }
  }

  /// Throws if a file cannot be written at a path, or one exists there.
  ///
  /// - Parameter isForced: Whether such a file is replaced.
  package static func checkMayReplace(_ path: String, _ isForced: Bool) throws {
    try Store.checkOutput(path, true)
    if !isForced && ProfilePath.exists(path) { throw existing(path) }
  }

  private static func existing(_ path: String, _ reason: String = "") -> CommandFailure {
    CommandFailure(.failure, "\(path) exists\(reason); give --force to replace it")
  }

  /// Writes a page. A file appears complete or not at all.
  ///
  /// - Parameter profile: The path of the profile whose permissions the file gets.
  package func write(
    _ page: ReportPage, permissionsOf profile: String? = nil, force isForced: Bool
  ) throws {
    switch self {
    case .terminal: StandardOutput.shared.write(page: page)
    case .file(let path, let format):
      guard format != .svg || !page.charts.isEmpty else {
        throw CommandFailure(
          .failure,
          "\(path): there are no pictures to write; a file that ends with .html or .md gets the whole page"
        )
      }
      try checkMayReplace(isForced)
      var page = page
      if page.provenance != nil { page.provenance?.making = try .ofThisProcess }
      try withCleanupOnInterrupt {
        try Store.writeFile(path, permissionsOf: profile, replacing: true) { write in
          try write(Array(page.written(as: format).utf8).span)
        }
      }
    }
  }
}

extension StandardOutput {
  private var pageWidth: Int { max(20, min(columns ?? 80, 120)) }

  /// Writes a page as text with pictures made of characters.
  package func write(page: ReportPage) {
    write(
      rendered: page.text(width: pageWidth, colors: colorDepth) { TerminalText.printable($0) })
  }

  /// Writes a page as text without its pictures.
  package func write(textOf page: ReportPage) {
    write(
      rendered: page.text(hasPictures: false, width: pageWidth) { TerminalText.printable($0) })
  }

  /// Writes the pictures of a page, each with its title.
  package func write(pictures page: ReportPage) {
    var lines: [String] = page.charts.isEmpty ? page.lead : []
    for chart in page.charts {
      if !lines.isEmpty { lines.append("") }
      lines += TextWidth.wrapped(TerminalText.printable(chart.caption.title), to: pageWidth)
      lines += chart.lines(width: pageWidth, colors: colorDepth) { TerminalText.printable($0) }
    }
    write(rendered: lines.map { $0 + "\n" }.joined())
  }

  /// The colours to use; none if the output has none.
  var colorDepth: ColorDepth { isColored ? .current : .none }
}

extension ColorDepth {
  /// The colours of the terminal, by the variables `COLORTERM` and `TERM`.
  package static var current: ColorDepth {
    let environment = ProcessInfo.processInfo.environment
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .trueColor }
    return environment["TERM"]?.hasSuffix("-256color") == true ? .indexed : .basic
  }
}

import Commands
import Foundation
import Lua
import FlintRules
import Scripting
import Views

/// A report of test results as text, as TAP (version 14, testanything.org) or as JUnit XML.
struct TestReport {
  let format: TestCommand.Format
  private(set) var count = 0
  private(set) var failures = 0
  private var checks = 0
  private var duration = Duration.zero
  private var suites: [(file: String, results: [TestFile.Result])] = []

  init(format: TestCommand.Format) {
    self.format = format
    if format == .tap { StandardOutput.shared.write("TAP version 14\n") }
  }

  /// Adds a result, and writes it at once if the format allows.
  mutating func add(_ result: TestFile.Result, of file: String) {
    count += 1
    checks += result.checks
    duration += result.duration
    if result.error != nil { failures += 1 }
    switch format {
    case .text:
      if let error = result.error {
        StandardOutput.shared.write(
          "FAILED \(Self.name(result, file))\n"
            + Self.indented(Self.text(of: error) + Self.printed(result), "  ") + "\n")
      }
    case .tap:
      let mark = result.error == nil ? "ok" : "not ok"
      // A name may contain what TAP interprets as a directive.
      let name = Self.name(result, file).replacing("#", with: "\\#")
      var text = "\(mark) \(count) - \(name)\n"
      if let error = result.error {
        text +=
          "  ---\n  message: |\n"
          + Self.indented(Self.text(of: error) + Self.printed(result), "    ")
          + "  ...\n"
      }
      StandardOutput.shared.write(text)
    case .junit:
      if suites.last?.file != file { suites.append((file, [])) }
      suites[suites.count - 1].results.append(result)
    }
  }

  func end() {
    switch format {
    case .text: StandardOutput.shared.write(summary + "\n")
    case .tap: StandardOutput.shared.write("1..\(count)\n")
    case .junit: StandardOutput.shared.write(xml)
    }
  }

  var summary: String {
    failures == 0
      ? "\(counted(count, "test")) passed, \(counted(checks, "check"))"
      : "\(failures) of \(counted(count, "test")) failed"
  }

  private static func name(_ result: TestFile.Result, _ file: String) -> String {
    let name = TerminalText.printable(result.name ?? "(the file itself)")
    return "\(file)\(result.line.map { ":\($0)" } ?? ""): \(name)"
  }

  private static func text(of error: LuaError) -> String {
    CommandFailure(scriptError: error, input: nil)?.message ?? error.message
  }

  private static func printed(_ result: TestFile.Result) -> String {
    let lines = result.output.split(separator: "\n")
    guard !lines.isEmpty else { return "" }
    let shown = lines.suffix(20).map {
      "  " + TerminalText.printable(String($0), keepingTabs: true)
    }
    return "\nprinted:\n" + (lines.count > 20 ? "  …\n" : "") + shown.joined(separator: "\n")
  }

  private static func indented(_ text: String, _ space: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n") + "\n"
  }

  private var xml: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="\(count)" failures="\(failures)" time="\(Self.seconds(duration))">

      """
    for (file, results) in suites {
      let time = results.reduce(Duration.zero) { $0 + $1.duration }
      text +=
        "  <testsuite name=\"\(Self.escaped(file))\" tests=\"\(results.count)\" "
        + "failures=\"\(results.count { $0.error != nil })\" time=\"\(Self.seconds(time))\">\n"
      for result in results {
        text +=
          "    <testcase classname=\"\(Self.escaped(file))\" "
          + "name=\"\(Self.escaped(result.name ?? "(the file itself)"))\" "
          + "time=\"\(Self.seconds(result.duration))\""
        guard let error = result.error else {
          text += "/>\n"
          continue
        }
        text +=
          ">\n      <failure message=\"\(Self.escaped(error.message))\">"
          + Self.escaped(Self.text(of: error)) + "</failure>\n"
        if !result.output.isEmpty {
          text += "      <system-out>\(Self.escaped(result.output))</system-out>\n"
        }
        text += "    </testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.3f", duration / .seconds(1))
  }

  /// Returns text escaped for XML; characters that XML 1.0 does not allow are replaced.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      default:
        let isAllowed = scalar.value >= 32 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}

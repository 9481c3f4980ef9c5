import FlintCalendar
import Commands
import Lua
import FlintRules
import Scripting
import Sessions
import Transfer
import Views

/// The page of `flint import --sniff`: a mapping file with everything else in comments.
enum SniffPage {
  /// Analyses a file and prints a mapping for it.
  ///
  /// - Throws: `CommandFailure` if no mapping can be written.
  static func show(
    _ path: String, _ options: ImportOptions, zone: CivilZone, now: MomentArgument?
  ) throws {
    do {
      let now = try zone.instant(now) ?? .present()
      if let name = try FileSniff.knownFormat(path, options, zone: zone, now: now),
        let found = FormatCatalogue.guide(name)
      {
        note("\(path) has a known format: flint import reads it without a mapping")
        StandardOutput.shared.write(FormatPage.text(name, found.title, found.guide))
        return
      }
      if let known = try options.known.mapping(ofFile: path, options.text) {
        note("\(path) is of \(known.name): flint import reads it without a mapping of your own")
        StandardOutput.shared.write(known.text)
        return
      }
      let sniff = try FileSniff(path, options, today: zone.day(of: now))
      let draft: SuggestedMapping
      do {
        draft = try SuggestedMapping(sniff, order: options.values.dateOrder)
      } catch {
        StandardOutput.shared.write(text(sniff))
        throw CommandFailure(.badInput, "\(error)")
      }
      // The preview shows what the mapping actually does.
      let mapping = try MappingFile.mapping(of: Array(draft.lua.utf8), path: "draft.lua")
      let preview = try MappedPreview(path, mapping, options, zone: zone, now: now)
      StandardOutput.shared.write(text(sniff) + draft.lua + text(preview))
    } catch let error as InputFailure {
      throw CommandFailure(error)
    }
  }

  private static func text(_ sniff: FileSniff) -> String {
    let delimiter =
      sniff.delimiter == UInt8(ascii: "\t") ? "a tab" : "\"\(Character(.init(sniff.delimiter)))\""
    var lines = [
      "\(sniff.path): \(counted(sniff.records, "record"))\(sniff.isCut ? ", and more" : ""), "
        + "\(sniff.encoding), "
        + (sniff.jsonRows.map { "JSON with the records at \($0)" }
          ?? "fields separated by \(delimiter), "
          + (sniff.hasHeader ? "with a header" : "without a header"))
    ]
    if let (count, first) = sniff.faulty {
      lines.append("\(counted(count, "record")) cannot be read, the first: \(first)")
    }
    let rows = sniff.columns.map { column in
      [
        Cell(column.name), Cell(column.description), Cell(column.emptyCount),
        Cell("\(grouped(column.distinctCount))\(column.isDistinctCut ? "+" : "")"),
        Cell(column.examples.map { String($0.prefix(30)) }.joined(separator: "; ")),
      ]
    }
    let table = TerminalTable(
      columns: ["column", "content", "empty", "distinct", "examples"], rows: rows)
    // The lines become comments of a file.
    lines += table.text(width: nil).split(separator: "\n").map(String.init)
    for column in sniff.columns {
      guard let (text, count) = column.exception else { continue }
      lines.append(
        "\(column.name): \(counted(count, "row")) "
          + "\(count == 1 ? "has" : "have") something else, such as \"\(text.prefix(60))\"")
    }
    return lines.map(comment).joined()
  }

  private static func text(_ preview: MappedPreview) -> String {
    var lines = ["The first rows as they would be recorded:"]
    for row in preview.rows {
      for text in row.refusal.map({ [$0] }) ?? row.events {
        lines.append("line \(row.line): \(text)")
      }
    }
    return lines.map(comment).joined()
  }

  private static func comment(_ line: String) -> String {
    "-- \(TerminalText.printable(line))\n"
  }
}

import CSV
import Commands
import FlintRules
import FlintSchema
import Scripting
import Transfer

/// The pages of `flint import --formats`.
enum FormatPage {
  /// Lists all formats, or prints how the columns of one format are imported.
  static func show(_ name: String?) throws {
    guard let name else {
      let rows = FormatCatalogue.names.map { name in
        [Cell(name), Cell(FormatCatalogue.guide(name)?.guide.summary ?? "")]
      }
      let mapped = BundledMappings.names.map { name in
        [Cell(name), Cell(BundledMappings.summary(of: name))]
      }
      StandardOutput.shared.write(
        TerminalTable(columns: ["format", "description"], rows: rows).text + "\n"
          + TerminalTable(columns: ["mapping", "description"], rows: mapped).text
          + "\nflint import --formats NAME shows how each column is imported; --formats csv shows how "
          + "deviations\nfrom standard CSV are handled.\n")
      return
    }
    if name == "csv" {
      // The rules that apply to all tables, independent of their columns.
      StandardOutput.shared.write(
        "Handling of deviations in tables of text, without and with --strict:\n\n"
          + CSVTolerance.table
          + "\nA byte order mark, empty lines and a line sep=; are always skipped, since they do not change "
          + "any\nrecord. Without --strict, a header matches a format despite spaces around its names or "
          + "unnamed\ncolumns at its end; text in such a column is an error. Text other than spaces after a "
          + "closing\nquote is an error even without --strict, since skipping it would change the value. In "
          + "an encoding\nother than UTF-8, an undefined byte is an error of its record, as invalid UTF-8 is.\n"
      )
      return
    }
    if BundledMappings.names.contains(name) {
      return StandardOutput.shared.write(BundledMappings.page(of: name))
    }
    guard let found = FormatCatalogue.guide(name) else {
      throw CommandFailure(
        .usage,
        "unknown format \"\(name)\""
          + NearestName.hint(for: name, among: FormatCatalogue.names + BundledMappings.names)
          + "; flint import --formats lists them")
    }
    StandardOutput.shared.write(text(name, found.title, found.guide))
  }

  /// Returns the page of a format: how its columns are imported.
  static func text(_ name: String, _ title: String, _ guide: FormatGuide) -> String {
    let rows = guide.columns.map { [Cell($0.name), Cell($0.becomes ?? "(ignored)")] }
    var text = "\(name): \(title)\n\(guide.summary)\n\n"
    text += TerminalTable(columns: ["column", "imported as"], rows: rows).text
    text += "\nRows are identified by: \(guide.identity).\n"
    if !guide.oddities.isEmpty {
      text += "\n" + guide.oddities.map { "- \($0)\n" }.joined()
    }
    return text
  }
}

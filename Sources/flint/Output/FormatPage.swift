import CSV
import Rules
import Transfer

/// The formats that an import knows, for people.
enum FormatPage {
  /// Lists all formats, or tells what becomes of the columns of one.
  static func show(_ name: String?) throws {
    guard let name else {
      let rows = FormatCatalogue.names.map { name in
        [Cell(name), Cell(FormatCatalogue.guide(name)?.guide.summary ?? "")]
      }
      StandardOutput.shared.write(
        TerminalTable(columns: ["format", "what it is"], rows: rows).text
          + "\nflint import --formats NAME tells what becomes of each column; --formats csv what is made "
          + "of tables\nthat break the rules of CSV.\n")
      return
    }
    if name == "csv" {
      // What every table has in common, whatever its columns mean.
      StandardOutput.shared.write(
        "What is made of tables of text, and with --strict:\n\n" + CSVTolerance.table
          + "\nA byte order mark, empty lines and a line sep=; alter nothing that a record says: they are "
          + "read\npast either way. Where a header is a known format's but for spaces around its names "
          + "or for\ncolumns at its end without a name, it is taken for that, unless with --strict; text in "
          + "such a\ncolumn is an error. Text after a closing quote, other than spaces, is an error of an "
          + "import also\nwithout --strict, since it alters what was written. In an encoding other than "
          + "UTF-8, a byte\nthat it does not have is an error of its record, as invalid UTF-8 is.\n"
      )
      return
    }
    guard let found = FormatCatalogue.guide(name) else {
      throw CommandFailure(
        status: .usage,
        message: "there is no format \"\(name)\""
          + NearestName.hint(for: name, among: FormatCatalogue.names)
          + "; flint import --formats lists them")
    }
    StandardOutput.shared.write(text(name, found.title, found.guide))
  }

  /// What becomes of a format's columns.
  static func text(_ name: String, _ title: String, _ guide: FormatGuide) -> String {
    let rows = guide.columns.map { [Cell($0.name), Cell($0.becomes ?? "(ignored)")] }
    var text = "\(name): \(title)\n\(guide.summary)\n\n"
    text += TerminalTable(columns: ["column", "becomes"], rows: rows).text
    text += "\nA row is known again by: \(guide.identity).\n"
    if !guide.oddities.isEmpty {
      text += "\n" + guide.oddities.map { "- \($0)\n" }.joined()
    }
    return text
  }
}

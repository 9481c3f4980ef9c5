import Charts
package import Design
import Rules
import Schema
import Views

extension ReportPage {
  /// Creates the page of a disclosure in a form: a table of the items of each pool, and what has to be added.
  package init(_ filled: FormDisclosure) {
    let disclosure = filled.disclosure
    let fields = filled.fields.filter { $0 != "pool" }
    // What has to be written in stays, though it is empty.
    let blank = fields.contains("properties") ? ["properties"] : []
    var sections = disclosure.pools.map { pool in
      let items = filled.items.filter { $0.isOf(pool) }
      var table = DataTable(items, fields, .english)
      for name in blank {
        table.columns.append(name)
        for row in table.rows.indices { table.rows[row].append("…") }
      }
      let remarks = pool.rules(in: .english) + pool.remarks(in: .english)
      return Section(
        id: "pool-\(pool.definition.id.replacing("_", with: "-"))", pool.definition.name,
        [.table("Items", table), .list(remarks)])
    }
    if filled.form == .japan {
      sections.append(Section(id: "rates", "Rates of rare items", [.list(filled.extremes)]))
    }
    sections.append(Section(id: "duties", "What you have to add", [.list(filled.form.duties)]))
    self.init(
      "Probabilities of \(disclosure.rulebook), for \(filled.form.rawValue.capitalizedFirst)",
      lead: [
        "What the rulebook \(disclosure.rulebook) states on \(Language.english.shown(disclosure.date)), with the "
          + "fields of: \(filled.form.source).",
        "This is not legal advice: the rules depend on the market and change.",
      ],
      sections: sections,
      notes: [Language.english[.ratesNote], Language.english[.exactNote]],
      provenance: PageProvenance([
        PageProvenance.Source(disclosure.rulebook, hash: disclosure.hash)
      ]), language: .english)
  }
}

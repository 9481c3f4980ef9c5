import Charts
package import Design
import FlintRules
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of a disclosure in a form: a table of the items of each pool, and what has to be added.
  package init(_ filled: FormDisclosure) {
    let disclosure = filled.disclosure
    // The unit and the sign of estimates are beside the number.
    let fields = filled.fields.filter { !["pool", "money_unit", "estimated"].contains($0) }
    let headings = FormItem.schema.columns(named: fields).map {
      ($0.name, $0.declaration.heading)
    }
    // What has to be written in stays, though it is empty.
    let blank = fields.contains("properties") ? ["properties"] : []
    var sections = disclosure.pools.map { pool in
      let items = filled.items.filter { $0.isOf(pool) }
      var table = DataTable(items, headed: headings, .english) { item, column in
        guard ["mean_rolls", "mean_price", "mean_money"].contains(column.name) else { return nil }
        var text = column.text(item, .english)
        if column.name == "mean_money", let money = item.meanMoney {
          text = Language.english.rounded(money.number) + (money.unit.map { " \($0)" } ?? "")
        }
        return item.estimated == nil ? text : text.markedAsEstimate
      }
      for name in blank {
        table.columns.append(name)
        for row in table.rows.indices { table.rows[row].append("…") }
      }
      let estimates = fields.contains("mean_rolls") ? Set(items.compactMap(\.estimated)) : []
      let remarks =
        pool.rules(in: .english, hasNumbers: false)
        + (pool.packs.isEmpty
          ? [] : ["A roll opens a pack: the copies are expected numbers in a pack."])
        + pool.remarks(in: .english, hasPrices: fields.contains("mean_price"))
        + estimates.sorted().map { "≈ is estimated from simulated players: \($0)." }
      return Section(
        id: "pool-\(pool.definition.id.replacing("_", with: "-"))", pool.definition.name,
        [.table("Items", table)]
          + (filled.form.hasSteps ? pool.stepTables(in: .english) : []) + [.list(remarks)])
    }
    if filled.form == .japan {
      let extremes = filled.extremes.map {
        "\($0.pool), \(Language.english.name(of: $0.rarity)): highest rate \(chanceText($0.most)), lowest "
          + "\(chanceText($0.least))."
      }
      sections.append(Section(id: "rates", "Rates of rare items", [.list(extremes)]))
    }
    sections.append(Section(id: "duties", "What you have to add", [.list(filled.form.duties)]))
    self.init(
      "Probabilities of \(disclosure.rulebook), \(filled.form.title)",
      lead: [
        "What the rulebook \(disclosure.rulebook) states on \(Language.english.shown(disclosure.date)), with the "
          + "fields of: \(filled.form.source).",
        Language.english.text(.disclosureHash, disclosure.hash, disclosure.version),
        "This is not legal advice: the rules depend on the market and change.",
      ],
      sections: sections,
      notes: [Language.english[.ratesNote], Language.english[.exactNote]],
      provenance: PageProvenance(), language: .english)
  }
}

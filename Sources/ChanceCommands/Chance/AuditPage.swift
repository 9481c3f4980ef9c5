import Commands
import Foundation
import Rules
import Simulation
import Views

private func percent(_ share: Double) -> String { significant(share * 100) + " %" }

private func percent(_ interval: Interval?) -> String {
  interval.map { "\(significant($0.low * 100))–\(percent($0.high))" } ?? ""
}

/// Returns a count, which may be fractional, with one decimal place.
private func count(_ number: Double) -> String {
  grouped(decimal: String(format: "%.1f", number))
}

extension AuditCell {
  /// Returns the columns of the CSV format, for rows that have a cell.
  static func columns<Row>(_ cell: @escaping (Row) -> AuditCell) -> [Column<Row>] {
    func digits(_ name: String, _ number: @escaping (AuditCell) -> Double?) -> Column<Row> {
      Column(name) { row in number(cell(row)).map { String(format: "%.12g", $0) } }
    }
    return [
      Column("label") { cell($0).label }, Column("observed") { cell($0).observed },
      digits("expected") { $0.expected }, digits("rate") { $0.rate },
      digits("expected_rate") { $0.expectedRate }, digits("ratio") { $0.ratio },
      digits("residual") { $0.residual }, digits("wilson_low") { $0.wilson.low },
      digits("wilson_high") { $0.wilson.high },
      digits("clopper_pearson_low") { $0.clopperPearson.low },
      digits("clopper_pearson_high") { $0.clopperPearson.high },
      digits("unseen_low") { $0.unseen?.low }, digits("unseen_high") { $0.unseen?.high },
    ]
  }

  /// The cells of the table between the observed count and the intervals.
  fileprivate var figures: [Cell] {
    [
      .rounded(count(expected)), .rounded(percent(rate)), .rounded(percent(expectedRate)),
      .rounded(residual.map { String(format: "%+.2f", $0).replacing("-", with: "−") } ?? ""),
    ]
  }
}

extension Audit {
  /// The audit as a page.
  func page(_ detections: [AuditDetection], alpha: Double, power: Double) -> String {
    var text = TerminalTable(
      columns: [
        "label", "observed", "expected", "share", "rate", "residual",
        "\(significant(level * 100)) % Wilson", "Clopper-Pearson", "unseen",
      ],
      rows: cells.map { cell in
        [.text(cell.label), .integer(cell.observed)] + cell.figures + [
          .text(percent(cell.wilson)), .text(percent(cell.clopperPearson)),
          .text(percent(cell.unseen)),
        ]
      }
    ).text
    text += "\n\(counted(Int(draws), "draw"))\n" + testLines("").joined() + warnings("")
    text +=
      "unseen: a rate within this interval would be detected in fewer than about "
      + "\(significant(power * 100)) % of audits with this number of draws (alpha \(significant(alpha)))\n"
    guard !detections.isEmpty else { return text }
    return text + "\n"
      + TerminalTable(
        columns: ["label", "rate", "if it is", "draws needed", "for this rate alone"],
        rows: detections.map { detection in
          [
            .text(detection.label), .rounded(percent(detection.expectedRate)),
            .rounded(percent(detection.rate)), draws(detection.draws), draws(detection.drawsAlone),
          ]
        }
      ).text
  }

  private func draws(_ count: Int64?) -> Cell {
    count.map { .integer($0) } ?? .rounded("more than 10^18")
  }

  fileprivate func testLines(_ name: String) -> [String] {
    var lines = [testLine(name + "chi-square", chiSquare, df, pValue)]
    if let g, let gPValue { lines.append(testLine(name + "G", g, df, gPValue)) }
    switch exact {
    case .value(let pValue): lines.append("\(name)exact test: p = \(significant(pValue))\n")
    case .missing(let reason): lines.append("\(name)exact test: not computed: \(reason)\n")
    }
    return lines
  }

  fileprivate func warnings(_ prefix: String) -> String {
    var text = ""
    if !impossible.isEmpty {
      text +=
        "\(prefix)impossible: \(impossible.joined(separator: ", ")) cannot be drawn, but was: p = 0\n"
    }
    if !sparse.isEmpty {
      text +=
        "\(prefix)rough: fewer than 5 expected of \(sparse.joined(separator: ", ")); "
      if case .value = exact {
        text += "use the exact test\n"
      } else {
        text += "chi-square and G are unreliable\n"
      }
    }
    return text
  }
}

private func testLine(
  _ name: String, _ statistic: Double, _ df: Int, _ pValue: Double
) -> String {
  "\(name) \(significant(statistic)) with \(counted(df, "degree")) of freedom: "
    + "p = \(significant(pValue))\n"
}

extension ProfileAudit {
  /// The audit as a page.
  var page: String {
    var rows: [[Cell]] = []
    for (name, audit, nominal) in categories.map({ ($0.category.name, $0.audit, $0.nominal) })
      + [("all", rarities, categories.first?.nominal ?? [])]
    {
      for (index, cell) in audit.cells.enumerated() {
        // The row without a card is shown only if that is possible or happened.
        if index >= nominal.count && cell.observed == 0 && cell.expected == 0 { continue }
        rows.append(
          [
            .text(name), .text(cell.label), .integer(cell.observed),
          ] + cell.figures.prefix(2) + [
            .rounded(index < nominal.count ? percent(nominal[index].approximation) : "")
          ] + cell.figures.dropFirst(2) + (isConditional ? [] : [.text(percent(cell.wilson))]))
      }
    }
    var text = TerminalTable(
      columns: [
        "category", "rarity", "observed", "expected", "share", "nominal", "effective", "residual",
      ] + (isConditional ? [] : ["\(significant(rarities.level * 100)) % Wilson"]), rows: rows
    ).text
    text += "\n\(counted(Int(draws), "draw"))\n"
    for part in categories {
      text += line("\(part.category.name): chi-square", part.audit)
      text += part.audit.warnings("  ")
    }
    text += testLine("all categories: chi-square", total.chiSquare, total.df, total.pValue)
    if let totalG {
      text += testLine("all categories: G", totalG.chiSquare, totalG.df, totalG.pValue)
    }
    text += line("all rarities: chi-square", rarities)
    text += testLine(
      "cards within category and rarity: chi-square", totalOfCards.chiSquare, totalOfCards.df,
      totalOfCards.pValue)
    let sparse = choices.filter { !$0.audit.sparse.isEmpty }.count
    if sparse > 0 {
      text +=
        "  rough: fewer than 5 of each card expected in \(sparse) of "
        + "\(counted(choices.count, "group")) of cards\n"
    }
    if isConditional {
      text +=
        "The rates differ between the draws of a category: each draw is compared with the rates at its "
        + "time,\nwhich depend on the draws before it. There are no intervals, since these require "
        + "independent draws\nwith one rate.\n"
    }
    if let removed = removed.text { text += "Not tested: \(removed).\n" }
    return text
  }

  private func line(_ name: String, _ audit: Audit) -> String {
    var text = testLine(name, audit.chiSquare, audit.df, audit.pValue)
    if case .value(let pValue) = audit.exact {
      text.removeLast()
      text += ", exact test: p = \(significant(pValue))\n"
    }
    return text
  }
}

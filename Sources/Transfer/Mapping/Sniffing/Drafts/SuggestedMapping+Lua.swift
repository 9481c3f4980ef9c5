extension SuggestedMapping {
  package var lua: String {
    var lines = ["return {"]
    if mood.isEmpty { lines.append("  kind = \(kind.rawValue.luaQuoted),") }
    lines += form
    if !shared.isEmpty {
      lines.append("  columns = {")
      lines += shared.map { "    \($0.field.luaName) = \($0.source.lua)," }
      lines += fieldLines.sources
      lines.append("  },")
      lines += fieldLines.types
    }
    if dayField != nil {
      if kind != .mood, let dayField, dayField != "number" {
        lines.append("  as = \(dayField.luaQuoted),")
      }
      lines.append("  each = \"dates\",")
    } else if !mood.isEmpty {
      let fields = mood.map { "\($0.field) = \($0.source.lua)" }.joined(separator: ", ")
      let scale = scale.map { ", \($0.lua)" } ?? ""
      lines.append("  events = {")
      lines.append(
        "    {kind = \"mood\", columns = {\(fields)}\(scale)},"
          + (self.scale.map { "  -- check: \($0.remark)" } ?? ""))
      lines.append("    {")
      lines.append("      kind = \"entry\",")
      lines += each(indent: "      ")
      lines.append("    },")
      lines.append("  },")
    } else if !measures.isEmpty {
      lines += each(indent: "  ")
    }
    lines += meanings
    if let separator { lines.append("  separator = \(separator.luaQuoted),") }
    if let id {
      lines.append("  id = \(id.luaQuoted),")
      lines.append("  source = \(fileName.luaQuoted),")
    }
    if let scale, mood.isEmpty { lines.append("  \(scale.lua),  -- check: \(scale.remark)") }
    lines += remarks.map { "  -- \($0)" }
    for check in checks where !isRemarked(check) {
      lines.append("  -- check: \(check.question)  \(check.line)")
    }
    let left = unusedColumns.map(\.luaQuoted)
    if !left.isEmpty { lines.append("  -- not used: \(left.joined(separator: ", "))") }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether another comment has the question.
  private func isRemarked(_ check: DraftCheck) -> Bool {
    scale.map { $0.lua == check.line } ?? false || remarks.contains { $0.contains(check.line) }
  }

  /// The members about the file.
  private var form: [String] {
    var lines: [String] = []
    if let rows = sniff.jsonRows { lines.append("  rows = \(rows.luaQuoted),") }
    if let dates { lines.append("  dates = \(dates.luaQuoted),") }
    if let year { lines.append("  year = \(year),") }
    if let zone { lines.append("  zone = {\(zone.luaQuoted)\(zoneUnit)},") }
    if let decimal { lines.append("  decimal = \"\(decimal.rawValue)\",") }
    if !empty.isEmpty {
      lines.append("  empty = {\(empty.map(\.luaQuoted).joined(separator: ", "))},")
    }
    if sniff.encoding.uppercased() != "UTF-8" {
      lines.append("  encoding = \(sniff.encoding.luaQuoted),")
    }
    if sniff.isDelimiterGiven {
      lines.append("  delimiter = \(String(decoding: [sniff.delimiter], as: UTF8.self).luaQuoted),")
    }
    let skipped = sniff.skippedLines
    if let (column, texts) = totals {
      let tests = texts.map { "row[\(column.luaQuoted)] == \($0.luaQuoted)" }
      let rows = "function(row) return \(tests.joined(separator: " or ")) end"
      lines.append(
        skipped > 0
          ? "  skip = {lines = \(skipped), rows = \(rows)}," : "  skip = \(rows),")
    } else if skipped > 0 {
      lines.append("  skip = \(skipped),")
    }
    if !sniff.hasHeader {
      let names = sniff.columns.map(\.name.luaQuoted).joined(separator: ", ")
      lines.append("  header = {\(names)},")
    }
    return lines
  }

  /// The list of the columns that are an entry each, one a line.
  private func each(indent: String) -> [String] {
    // The field of most columns that are listed by name alone.
    let plain = measures.filter(\.isPlain)
    let fields = ["number", "done", "minutes", "rating", "text", "amount"]
    let common = fields.max { left, right in
      let (a, b) = (plain.count { $0.field == left }, plain.count { $0.field == right })
      return a < b
        || a == b && (fields.firstIndex(of: left) ?? 0) > (fields.firstIndex(of: right) ?? 0)
    }
    var lines: [String] = []
    if let common, common != "number", !plain.isEmpty {
      lines.append("\(indent)as = \(common.luaQuoted),")
    }
    lines.append("\(indent)each = {")
    for measure in measures {
      if measure.isPlain, measure.field == common {
        lines.append("\(indent)  \(measure.tracker.luaQuoted),")
      } else {
        lines.append(
          "\(indent)  \(measure.tracker.luaName) = {\(measure.field) = \(measure.source.lua)},")
      }
    }
    lines.append("\(indent)},")
    return lines
  }

  /// The meanings of texts, by field.
  private var meanings: [String] {
    if values.isEmpty { return [] }
    var fields: [String] = []
    for (field, _) in values where !fields.contains(field) { fields.append(field) }
    let tables = fields.map { field in
      var seen: Set<String> = []
      let known = values.filter { $0.field == field }.flatMap(\.meanings)
        .filter { seen.insert($0.text.lowercased()).inserted }
        .map { "[\($0.text.luaQuoted)] = \($0.value)" }
      return "\(field) = {\(known.joined(separator: ", "))}"
    }
    return ["  values = {\(tables.joined(separator: ", "))},"]
  }
}

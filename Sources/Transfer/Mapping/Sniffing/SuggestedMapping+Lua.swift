extension SuggestedMapping {
  package var lua: String {
    var lines = ["return {", "  kind = \(kind.rawValue.luaQuoted),"]
    if let rows = sniff.jsonRows { lines.append("  rows = \(rows.luaQuoted),") }
    if let dates { lines.append("  dates = \(dates.luaQuoted),") }
    if let decimal { lines.append("  decimal = \"\(decimal.rawValue)\",") }
    if sniff.encoding.uppercased() != "UTF-8" {
      lines.append("  encoding = \(sniff.encoding.luaQuoted),")
    }
    if sniff.isDelimiterGiven {
      lines.append("  delimiter = \(String(decoding: [sniff.delimiter], as: UTF8.self).luaQuoted),")
    }
    if sniff.skippedLines > 0 { lines.append("  skip = \(sniff.skippedLines),") }
    if !sniff.hasHeader {
      let names = sniff.columns.map(\.name.luaQuoted).joined(separator: ", ")
      lines.append("  header = {\(names)},")
    }
    lines.append("  columns = {")
    lines += sources.map { "    \($0.field) = \($0.source.lua)," }
    lines.append("  },")
    if let separator { lines.append("  separator = \(separator.luaQuoted),") }
    if let id {
      lines.append("  id = \(id.luaQuoted),")
      lines.append("  source = \(fileName.luaQuoted),")
    }
    if let (scale, found) = scale {
      lines.append(
        "  \(scale.lua),  -- check: the numbers of the worst and the best mood; the file has "
          + found)
    }
    lines += remarks.map { "  -- \($0.lua)" }
    let left = sniff.columns.filter { !used.contains($0.name) }.map(\.name.luaQuoted)
    if !left.isEmpty { lines.append("  -- not used: \(left.joined(separator: ", "))") }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SuggestedMapping.Source {
  /// The source as the value of a field in a mapping file.
  fileprivate var lua: String {
    switch self {
    case .column(let name): name.luaQuoted
    case .moment(let day, let time): "{\(day.luaQuoted), \(time.luaQuoted)}"
    case .value(let text): "{value = \(text.luaQuoted)}"
    case .duration(let name):
      "function(row)\n"
        + "      local h, m, s = row[\(name.luaQuoted)]:match(\"^(%d+):(%d%d):(%d%d)$\")\n"
        + "      return h and h * 60 + m + (tonumber(s) >= 30 and 1 or 0)\n    end"
    }
  }
}

extension SuggestedMapping.Remark {
  /// The text of the comment in a mapping file.
  fileprivate var lua: String {
    switch self {
    case .timeOfDay(let time, let field, let day):
      "\(time.luaQuoted) may be the time of day: \(field) = "
        + "\(SuggestedMapping.Source.moment(day: day, time: time).lua),"
    case .moods(let texts):
      "values = {mood = {\(texts.map { "[\($0.luaQuoted)] = …" }.joined(separator: ", "))}},"
        + "  -- choose from horrible, bad, average, good, great"
    }
  }
}

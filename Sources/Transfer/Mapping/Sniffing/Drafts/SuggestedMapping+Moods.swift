import FlintRules
import FlintSchema

/// A suggested mapping of a table with moods, alone or beside other values.
extension SuggestedMapping {
  mutating func suggestMood() {
    putTime("at")
    guard let column = sniff.moodColumn else { return }
    used.insert(column.name)
    let source = moodSource(column)
    let notes = notes ?? textBeside
    if let notes { used.insert(notes.name) }
    let found = allMeasures
    if found.isEmpty {
      put("mood", source)
      put("note", notes)
      return
    }
    mood = [("mood", source)]
    if let notes { mood.append(("note", .column(notes.name))) }
    let count = measures.count
    suggestMeasures(found)
    // One measure is listed like several.
    if measures.count == count, let only = found.first {
      shared.removeAll { $0.field == "tracker" || $0.field == only.field || $0.field == "title" }
      measures = [only]
    }
  }

  /// The only column of longer texts, whatever its name.
  private var textBeside: SniffedColumn? {
    let texts = sniff.columns.filter { $0.content == .text && !used.contains($0.name) }
    return texts.count == 1
      && !ColumnName.usual(for: "tags").contains(ColumnName(texts[0].name).plain)
      ? texts[0] : nil
  }

  private mutating func moodSource(_ column: SniffedColumn) -> DraftSource {
    let names = Mood.ratings.map(\.name)
    switch column.content {
    case .moods:
      let known = column.texts.compactMap { text in
        MoodWords.position(of: text).map { (text, $0) }
      }.sorted { $0.1 < $1.1 }
      values.append(("mood", known.map { ($0.0, names[$0.1].luaQuoted) }))
    case .stars:
      let known = column.texts.compactMap { text in
        Stars.rating(text).flatMap { (1...5) ~= $0 ? (text, Int($0) - 1) : nil }
      }
      values.append(("mood", known.sorted { $0.1 < $1.1 }.map { ($0.0, names[$0.1].luaQuoted) }))
    case .fraction:
      let best = column.examples.first.flatMap { $0.split(separator: "/").last }
        .flatMap { Int64(String($0).trimmedWhitespace) }
      scale = ("scale = {1, \(best ?? 10)}", "the numbers of the worst and the best mood")
      return .before(column: column.name, separator: "/")
    case .whole, .decimal: suggestScale(column)
    case .text: suggestWords(column)
    default: break
    }
    return .column(column.name)
  }

  /// Lists the texts for moods, with the meanings that are known.
  private mutating func suggestWords(_ column: SniffedColumn) {
    let names = Mood.ratings.map(\.name)
    let known = column.texts.compactMap { text in
      MoodWords.position(of: text).map { (text, $0) }
    }.sorted { $0.1 < $1.1 }
    if !known.isEmpty { values.append(("mood", known.map { ($0.0, names[$0.1].luaQuoted) })) }
    let unknown = column.texts.filter { MoodWords.position(of: $0) == nil }
    if unknown.isEmpty { return }
    let list = unknown.map { "[\($0.luaQuoted)] = …" }.joined(separator: ", ")
    remarks.append(
      "values = {mood = {\(list)}},  -- choose from \(names.joined(separator: ", "))")
    checks.append(
      .init(
        question: "Which moods are \(unknown.prefix(5).joined(separator: ", "))?",
        line: "values = {mood = {\(list)}}", isBlocking: true))
  }

  private mutating func suggestScale(_ column: SniffedColumn) {
    guard let numbers = column.numbers else { return }
    if let stated = ColumnUnit(column.name).scale {
      scale = ("scale = {\(stated.worst), \(stated.best)}", "as the column's name says")
      return
    }
    let (low, high) = (numbers.lowerBound, numbers.upperBound)
    let found = "the file has \(low) to \(high)"
    let usual = MoodScale.suggested(for: numbers)
    let whole = column.wholeRange
    var lua = usual?.lua ?? "scale = {1, 5}"
    var isBlocking = usual == nil
    var question = "Is \(usual?.best ?? 5) the best mood, and \(usual?.worst ?? 1) the worst?"
    if let whole, whole.lowerBound == 0, whole.upperBound == 5 {
      lua = "scale = {0, 5}"
      question = "Is 5 the best mood, and 0 the worst?"
    } else if let whole, whole.lowerBound >= 1, whole.upperBound == 6 {
      // Marks at German schools: 1 is the best.
      isBlocking = true
      lua = "scale = {1, 6}"
      question = "Is 6 the best mood (scale = {1, 6}) or the worst (scale = {6, 1})?"
    } else if let whole, whole.lowerBound >= 1, whole.upperBound <= 3 {
      isBlocking = true
      question =
        "Are moods from 1 to 5 (scale = {1, 5}) or from 1 to \(whole.upperBound) (scale = {1, "
        + "\(whole.upperBound)})?"
    }
    scale = (lua, "the numbers of the worst and the best mood; \(found)")
    checks.append(
      .init(question: "\(question) \(found.capitalizedFirst)", line: lua, isBlocking: isBlocking))
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

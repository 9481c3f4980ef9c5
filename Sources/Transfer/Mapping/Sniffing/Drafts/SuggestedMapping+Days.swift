import FlintCalendar
import FlintRules
import FlintSchema

/// A suggested mapping of a table with a column a day.
extension SuggestedMapping {
  mutating func suggestDays(_ days: [SniffedColumn]) {
    let names = Set(days.map(\.name))
    let field = kind == .mood ? "mood" : Self.field(of: days)
    dayField = field
    used.formUnion(names)
    if field == "number", let column = days.first(where: { Self.unit($0) != nil }),
      let unit = Self.unit(column)
    {
      shared.append((field, .measured(column: column.name, unit: unit)))
    }
    if let year = sniff.yearOfDays {
      self.year = year
      checks.append(
        .init(
          question: "Are the days of \(year)?", line: "year = \(year)", isBlocking: true))
    }
    let others = sniff.columns.filter { !names.contains($0.name) && $0.count > 0 }
    if kind == .mood {
      let column = days.first { $0.content == .moods }
      let texts = Set(days.flatMap(\.texts)).compactMap { text in
        MoodWords.position(of: text).map { (text, $0) }
      }.sorted { $0.1 < $1.1 }
      if column != nil {
        values.append(("mood", texts.map { ($0.0, Mood.ratings.map(\.name)[$0.1].luaQuoted) }))
      }
      return
    }
    let subject =
      others.filter { $0.content == .text }.max {
        ColumnName($0.name).subjectRank < ColumnName($1.name).subjectRank
      } ?? others.first { !$0.isNumber }
    put("tracker", subject.map { .column($0.name) } ?? .value(fileName))
    if days.contains(where: \.isZeroOrOne), field == "done" {
      checks.append(.init(question: "Are 0 and 1 no and yes?", line: "as = \"done\""))
    }
    suggestEmpty()
  }

  private static func unit(_ column: SniffedColumn) -> String? {
    if case .quantity(let unit) = column.content, !unit.isEmpty { unit } else { nil }
  }

  /// The field that fits the values of all days.
  private static func field(of days: [SniffedColumn]) -> String {
    var fields: Set<String> = []
    for day in days where day.count > 0 {
      switch day.content {
      case .boolean: fields.insert("done")
      case .whole
      where day.wholeRange.map({ (0...1).contains($0.lowerBound) && $0.upperBound <= 1 })
        == true:
        fields.insert("done or number")
      case .whole, .decimal: fields.insert("number")
      case .quantity(""): fields.insert("amount")
      case .quantity: fields.insert("number")
      case .duration(true): fields.insert("amount")
      case .duration, .time: fields.insert("minutes")
      case .stars: fields.insert("rating")
      default: fields.insert("text")
      }
    }
    if fields.contains("text") { return "text" }
    if fields.contains("number") || fields.contains("amount") {
      return fields.contains("minutes") || fields.contains("amount") ? "amount" : "number"
    }
    if fields.contains("minutes") { return fields.count == 1 ? "minutes" : "amount" }
    return fields.contains("rating") ? "rating" : "done"
  }

  /// Returns the order of the dates that name columns.
  ///
  /// - Throws: `FormatProblem` if several fit.
  static func order(
    of days: [SniffedColumn], in sniff: FileSniff, _ requested: DateOrder?
  ) throws(FormatProblem) -> DateOrder? {
    var finder = DateOrderFinder()
    for day in days {
      finder.add(sniff.yearOfDays.map { DateReader.text(day.name, withYear: $0) } ?? day.name)
    }
    do throws(DateOrderFinder.UnresolvedOrder) {
      return try finder.resolve(requested)
    } catch {
      throw FormatProblem(path: sniff.path, message: "the names of the columns: \(error.message)")
    }
  }
}

extension FileSniff {
  /// Returns the columns whose names are days, if there are at least three and no others have dates;
  /// `nil` for other tables.
  func columnsOfDays(_ requested: DateOrder?) -> [SniffedColumn]? {
    let readers =
      [DateReader()]
      + (requested.map { [$0] } ?? DateOrder.allCases).map {
        DateReader(order: $0)
      }
    let year = yearOfDays
    let days = columns.filter { column in
      readers.contains { reader in
        let date = year.map { reader.read(column.name, inYear: $0) } ?? reader.read(column.name)
        return date.map { $0.time == nil } ?? false
      }
    }
    return days.count >= 3 && !columns.contains(where: \.isTime) ? days : nil
  }

  /// The year of columns whose names are days without a year: the latest in which none of them is
  /// to come; `nil` without such columns.
  var yearOfDays: Int? {
    let names = columns.map(\.name).filter(DateReader.lacksYear)
    guard names.count >= 3, names.count * 2 > columns.count, let today else { return nil }
    let year = today.components.year
    let isToCome = DateOrder.allCases.contains { order in
      let days = names.compactMap { DateReader(order: order).read($0, inYear: year)?.day }
      return days.count == names.count && days.contains { $0 > today }
    }
    return isToCome ? year - 1 : year
  }

  /// The kind of the events of columns whose names are days.
  func kindOfDays(_ days: [SniffedColumn]) -> MappingKind {
    let others = columns.filter { column in !days.contains { $0.name == column.name } }
    let areMoods = days.allSatisfy { column in
      [.moods, .choice("mood"), .nothing].contains(column.content)
    }
    return areMoods && !others.contains(where: { $0.content == .text }) ? .mood : .entry
  }
}

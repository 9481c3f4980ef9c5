import FlintCalendar
import FlintRules
import FlintSchema

/// An incremental examination of the texts of a column, in constant memory.
struct ColumnProbe {
  /// The number of texts that fit a type and that do not.
  private struct Tally {
    var fits = 0
    var misses = 0
    var exception: String?

    /// Whether too many texts do not fit, so that the type is no longer tried.
    var isOut: Bool { misses > 20 && misses * 4 > fits }

    mutating func note(_ fits: Bool, _ text: String) {
      if fits {
        self.fits += 1
      } else {
        misses += 1
        if exception == nil { exception = text }
      }
    }
  }

  private enum Sort: Int, CaseIterable {
    // The earlier of two types that fit equally well is chosen.
    case category, intensity, mood, seconds, milliseconds, date, boolean, whole, decimal, time,
      duration, quantity, fraction, stars, moods, span, month, week
  }

  private static let choices: [(Sort, name: String, ChoiceReader)] = [
    (.category, "category", ChoiceReader(.init(SparkCategory.ignitionNames))),
    (.intensity, "intensity", ChoiceReader(.init(SparkIntensity.ignitionNames))),
    (.mood, "mood", ChoiceReader(.init(Mood.ratings.map(\.name)))),
  ]

  /// The marks between two times.
  private static let spanMarks = [" - ", " – ", " — ", " to ", " bis ", "--", "/"]

  private var tallies = Array(repeating: Tally(), count: Sort.allCases.count)
  private var order = DateOrderFinder()
  /// The decimal marks with which alone some text is a number.
  private var marks: Set<DecimalMark> = []
  private var hasOpenPoint = false
  private var hasOpenComma = false
  private var numbers: ClosedRange<DecimalNumber>?
  private var units: [String] = []
  private var wholes: Set<String> = []
  private var spanMark: String?
  private var hasTime = false
  private var hasShortClock = false
  private var hasOtherClock = false
  private var hasOffset = false
  private var hasBareDurations = false
  private var hasWrittenDurations = false
  private var count = 0
  private var emptyCount = 0
  private var length = 0
  /// The number before the next one of a column that counts its rows; `nil` if it does not.
  private var index: Int64?
  private var isCounting = true
  /// Whether a row had no number. The last rows of a table, such as totals, need none.
  private var hasGap = false
  private var distinct: DistinctTexts
  private var nulls: [String] = []
  /// The texts that are no values if the others are no texts.
  private var maybeNulls: [String] = []
  private var maybeNullCount = 0

  init(maximumDistinctCount: Int? = nil) {
    distinct = DistinctTexts(maximumCount: maximumDistinctCount ?? 1000)
  }

  mutating func add(_ text: String) {
    let text = text.trimmedWhitespace
    if text.isEmpty {
      emptyCount += 1
      hasGap = true
      return
    }
    if NullWords.isNull(text) {
      emptyCount += 1
      if !nulls.contains(text), nulls.count < 10 { nulls.append(text) }
      return
    }
    if NullWords.mayBeNull(text) {
      maybeNullCount += 1
      if !maybeNulls.contains(text), maybeNulls.count < 10 { maybeNulls.append(text) }
      return
    }
    count += 1
    length += min(text.count, 1000)
    distinct.add(text)
    for (sort, _, reader) in Self.choices {
      note(sort, text) { reader.index(of: .text($0), $0) != nil }
    }
    note(.seconds, text) { $0.utf8.count == 10 && Int64($0).map { $0 >= 100_000_000 } == true }
    note(.milliseconds, text) { $0.utf8.count == 13 && Int64($0).map { $0 > 0 } == true }
    note(.boolean, text) { BooleanParser.read($0) != nil }
    note(.whole, text) { text in
      NumberReader(mark: nil, isRounding: true).whole(text) != nil
    }
    note(.time, text) { DateReader.time($0) != nil }
    addClock(text)
    addDate(text)
    addNumber(text)
    addAmount(text)
    note(.month, text) { !$0.contains(".") && PeriodStart.month.read($0) != nil }
    note(.week, text) { PeriodStart.week.read($0) != nil }
    note(.stars, text) { Stars.rating($0) != nil }
    note(.moods, text) { MoodWords.position(of: $0) != nil }
    addIndex(text)
  }

  private mutating func note(_ sort: Sort, _ text: String, _ fits: (String) -> Bool) {
    if !tallies[sort.rawValue].isOut { tallies[sort.rawValue].note(fits(text), text) }
  }

  private mutating func addClock(_ text: String) {
    guard !hasOtherClock, let time = DateReader.time(text) else { return }
    let hours = text.prefix { $0 != ":" }
    if DateReader.isClockWithSeconds(text), ["0", "00", "1", "01"].contains(hours) {
      if time > 0 { hasShortClock = true }
    } else {
      hasOtherClock = true
    }
  }

  private static func date(_ text: String) -> WrittenDate? {
    DateReader().read(text)
      ?? DateOrder.allCases.lazy.compactMap { DateReader(order: $0).read(text) }.first
  }

  private mutating func addDate(_ text: String) {
    if !tallies[Sort.span.rawValue].isOut {
      let mark = (spanMark.map { [$0] } ?? Self.spanMarks).first { mark in
        let ends = text.split(separator: mark, omittingEmptySubsequences: false)
        return ends.count == 2 && ends.allSatisfy { Self.date(String($0)) != nil }
      }
      spanMark = spanMark ?? mark
      tallies[Sort.span.rawValue].note(mark != nil, text)
      if let mark, let start = text.split(separator: mark).first { order.add(String(start)) }
    }
    if tallies[Sort.date.rawValue].isOut { return }
    let date = Self.date(text)
    tallies[Sort.date.rawValue].note(date != nil, text)
    guard let date else { return }
    order.add(text)
    if date.time != nil { hasTime = true }
    if date.offset != nil { hasOffset = true }
  }

  private mutating func addNumber(_ text: String) {
    if tallies[Sort.decimal.rawValue].isOut { return }
    tallies[Sort.decimal.rawValue].note(addMarks(text), text)
  }

  /// Notes the decimal marks and the range of a number; returns whether the text is one.
  private mutating func addMarks(_ text: String) -> Bool {
    let fitting = DecimalMark.allCases.compactMap { mark in
      NumberReader(mark: mark, isRounding: true).read(text).map { (mark, number: $0) }
    }
    if fitting.count == 1 {
      marks.insert(fitting[0].0)
    } else if let first = fitting.first, fitting.contains(where: { $0.number != first.number }) {
      if text.contains(".") { hasOpenPoint = true } else { hasOpenComma = true }
    }
    for (_, number) in fitting {
      let known = numbers ?? number...number
      numbers = min(known.lowerBound, number)...max(known.upperBound, number)
    }
    return !fitting.isEmpty
  }

  private mutating func addAmount(_ text: String) {
    if !tallies[Sort.duration.rawValue].isOut {
      let reader = DurationReader(numbers: NumberReader(mark: nil, isRounding: true))
      let isBare = reader.numbers.read(text) != nil
      let isWritten = !isBare && reader.written(text) != nil
      hasBareDurations = hasBareDurations || isBare
      hasWrittenDurations = hasWrittenDurations || isWritten
      tallies[Sort.duration.rawValue].note(isBare || isWritten, text)
    }
    if !tallies[Sort.fraction.rawValue].isOut {
      let match = text.wholeMatch(of: /(\d+(?:[.,]\d+)?) ?(?:\/|of|out of|von|de|su|sur) ?(\d+)/)
      if let match, wholes.count < 2 { wholes.insert(String(match.2)) }
      tallies[Sort.fraction.rawValue].note(match != nil && wholes.count == 1, text)
    }
    if !tallies[Sort.quantity.rawValue].isOut {
      let isBare = NumberReader(mark: nil, isRounding: true).read(text) != nil
      let quantity = isBare ? nil : WrittenQuantity(text)
      let unit = quantity?.units.first
      let isFit = isBare || unit.map { Self.isUnit($0, of: text) } ?? false
      tallies[Sort.quantity.rawValue].note(
        isFit && (isBare || quantity.map { addMarks($0.number) } == true), text)
      if isFit, let unit, units.count < 10,
        !units.contains(where: { QuantityUnit($0).matches(QuantityUnit(unit)) })
      {
        units.append(unit)
      }
    }
  }

  /// Whether a word beside a number may be its unit: before the number, only a currency is.
  private static func isUnit(_ word: String, of text: String) -> Bool {
    if case .currency = QuantityUnit(word) { return true }
    return word.count <= 12 && !word.contains(" ") && text.first?.isLetter != true
      && (word.first?.isLetter == true || "%°µ'\"#".contains(word.first ?? " "))
  }

  private mutating func addIndex(_ text: String) {
    guard isCounting else { return }
    if hasGap {
      isCounting = false
      return
    }
    let number = Int64(text)
    isCounting = number != nil && (index.map { number == $0 + 1 } ?? true)
    index = number
  }

  func column(named name: String, _ requested: DateOrder?) -> SniffedColumn {
    // The types that all texts fit, or else those that nearly all fit.
    let all = Sort.allCases.filter {
      count > 0 && tallies[$0.rawValue].fits == count && isMeant($0)
    }
    let most = Sort.allCases.filter {
      // Texts that happen to mean yes do not make other texts exceptions.
      $0 != .boolean && tallies[$0.rawValue].fits >= 3
        && tallies[$0.rawValue].fits * 4 >= count * 3 && isMeant($0)
    }
    // Yes and no as 1 and 0 are numbers.
    let sort =
      all.first { $0 != .boolean || tallies[Sort.whole.rawValue].fits < count } ?? most.first
    var exception: (text: String, count: Int)?
    if let sort, let text = tallies[sort.rawValue].exception {
      exception = (text, count - tallies[sort.rawValue].fits)
    }
    let isText = sort == nil && count > 0
    var column = SniffedColumn(
      name: name, content: content(sort, requested), count: count, emptyCount: emptyCount,
      distinctCount: distinct.count, isDistinctCut: distinct.isCut,
      examples: Array(distinct.first.prefix(3)), exception: exception,
      isShortClock: sort == .time && hasShortClock && !hasOtherClock, order: order.finding,
      numbers: numbersOf(sort), texts: distinct.all, nulls: nulls)
    column.marks = marks
    column.hasOpenPoint = hasOpenPoint
    column.hasOpenComma = hasOpenComma
    column.length = count == 0 ? 0 : length / count
    column.isIndex = isCounting && count > 1 && sort == .whole
    if isText || count == 0 {
      column.count += maybeNullCount
      if maybeNullCount > 0 {
        column.distinctCount += maybeNulls.count
        if !column.texts.isEmpty || count == 0 { column.texts += maybeNulls }
        if count == 0 { (column.content, column.examples) = (.text, maybeNulls) }
      }
    } else {
      column.emptyCount += maybeNullCount
      column.nulls += maybeNulls
    }
    return column
  }

  private func numbersOf(_ sort: Sort?) -> ClosedRange<DecimalNumber>? {
    switch sort {
    case .whole?, .decimal?, .quantity?: numbers
    default: nil
    }
  }

  /// Whether a type is more than another one that all of its texts have, too.
  private func isMeant(_ sort: Sort) -> Bool {
    switch sort {
    case .duration: hasWrittenDurations
    case .quantity: !units.isEmpty
    case .moods: count >= 2 && distinct.count >= 2
    default: true
    }
  }

  private func content(_ sort: Sort?, _ requested: DateOrder?) -> SniffedColumn.Content {
    switch sort {
    case nil: return count == 0 ? .nothing : .text
    case .category?, .intensity?, .mood?:
      return .choice(Self.choices.first { $0.0 == sort }?.name ?? "")
    case .seconds?: return .unix(.seconds)
    case .milliseconds?: return .unix(.milliseconds)
    case .boolean?: return .boolean
    case .whole?: return .whole
    case .time?: return .time
    case .decimal?: return .decimal(marks.count == 1 ? marks.first : nil)
    case .duration?: return .duration(hasBareNumbers: hasBareDurations)
    case .quantity?: return .quantity(units.count == 1 ? units[0] : "")
    case .fraction?: return .fraction
    case .stars?: return .stars
    case .moods?: return .moods
    case .span?: return .span(separator: spanMark ?? "")
    case .month?: return .period(.month)
    case .week?: return .period(.week)
    case .date?:
      var found: DateOrder?
      switch order.finding {
      case .unneeded: break
      case .order(let order): found = requested ?? order
      case .ambiguous, .contradictory: found = requested
      }
      return .date(order: found, hasTime: hasTime, hasOffset: hasOffset)
    }
  }
}

/// Ratings by signs, such as ★★★☆☆ or ⭐⭐⭐.
enum Stars {
  /// Returns the number of full signs; `nil` for other texts, and for more than five.
  static func rating(_ text: String) -> Int64? {
    var full: Int64 = 0
    var isEmpty = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "★", "⭐", "🌟", "*", "●", "🔥", "♥", "❤": full += isEmpty ? 100 : 1
      case "☆", "○", "♡", "✩": isEmpty = true
      case "\u{FE0F}", " ": break
      default: return nil
      }
    }
    return (0...5).contains(full) && (full > 0 || isEmpty) ? full : nil
  }
}

import Rules
import Schema

/// A guess at the contents of a column, with the texts that led to it.
package struct SniffedColumn: Sendable {
  package enum Content: Hashable, Sendable {
    case nothing
    /// Free text.
    case text
    /// Names of a category, an intensity or a mood; the value is `category`, `intensity` or `mood`.
    case choice(String)
    case whole
    /// Numbers with decimals, and the decimal mark; `nil` where it cannot be determined.
    case decimal(DecimalMark?)
    /// Dates, with their order where they need one, and whether any has a time of day or an offset.
    case date(order: DateOrder?, hasTime: Bool, hasOffset: Bool)
    case time
    case unix(DateReader.UnixUnit)
    case boolean
  }

  package var name: String
  package var content: Content
  package var count: Int
  /// The number of rows without one.
  package var emptyCount: Int
  /// The number of distinct texts, up to a limit.
  package var distinctCount: Int
  /// Whether there are more distinct texts than the limit.
  package var isDistinctCut: Bool
  /// The first few distinct texts.
  package var examples: [String]
  /// The first text of another type than most, and the number of such texts.
  package var exception: (text: String, count: Int)?
  /// Whether all texts are hours, minutes and seconds of less than two hours, and not all midnight.
  var isShortClock = false
  var order: DateOrderFinder.Finding
  /// The least and the greatest number, in a column of numbers.
  var numbers: ClosedRange<DecimalNumber>?
  /// The distinct texts, if there are few.
  var texts: [String]

  package var description: String {
    switch content {
    case .nothing: return "nothing"
    case .text: return "text"
    case .choice(let name): return "\(name) by name"
    case .whole: return "whole number"
    case .decimal(.comma?): return "number, decimal comma"
    case .decimal(.point?): return "number, decimal point"
    case .decimal(nil): return "number, comma or point"
    case .time: return isDuration ? "duration" : "time of day"
    case .unix(.seconds): return "seconds since 1970"
    case .unix(.milliseconds): return "milliseconds since 1970"
    case .boolean: return "yes or no"
    case .date(let order, let hasTime, let hasOffset):
      return "date" + (order.map { ", \($0.rawValue)" } ?? "") + (hasTime ? ", with time" : "")
        + (hasOffset ? " and offset" : "")
    }
  }
}

/// What the name and the texts of a column suggest together.
extension SniffedColumn {
  /// Whether the column has dates or Unix timestamps.
  var isTime: Bool {
    switch content {
    case .date, .unix: true
    default: false
    }
  }

  /// Whether the column has durations: by its name, or because all its values are too early to be
  /// times of day.
  var isDuration: Bool {
    let name = ColumnName(name)
    if name.suggestsStarts || name.suggestsEnds { return false }
    return isShortClock || name.suggestsDurations
  }

  /// Whether the column may have times of day at which events happened.
  var isTimeOfDay: Bool {
    content == .time && !isDuration && !ColumnName(name).suggestsEnds
  }
}

/// An incremental examination of the texts of a column, in constant memory.
struct ColumnProbe {
  private static let maximumTextCount = 40

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
    case category, intensity, mood, seconds, milliseconds, date, boolean, whole, decimal, time
  }

  private static let choices: [(Sort, name: String, ChoiceReader)] = [
    (.category, "category", ChoiceReader(.init(Category.ignitionNames))),
    (.intensity, "intensity", ChoiceReader(.init(Intensity.ignitionNames))),
    (.mood, "mood", ChoiceReader(.init(Mood.ratings.map(\.name)))),
  ]

  /// The distinct texts of a column, of which only some are stored.
  private struct DistinctTexts {
    let maximumCount: Int
    private var counted: Set<String> = []
    /// Whether there are more texts than are counted.
    private(set) var isCut = false
    /// The first texts, in the order of the rows.
    private(set) var first: [String] = []

    init(maximumCount: Int) { self.maximumCount = maximumCount }

    var count: Int { counted.count }

    /// All texts, if there are few.
    var few: [String] { isCut || count > ColumnProbe.maximumTextCount ? [] : first }

    mutating func add(_ text: String) {
      if counted.contains(text) { return }
      if count < maximumCount {
        counted.insert(text)
      } else {
        isCut = true
      }
      if first.count < ColumnProbe.maximumTextCount { first.append(text) }
    }
  }

  init(maximumDistinctCount: Int? = nil) {
    distinct = DistinctTexts(maximumCount: maximumDistinctCount ?? 1000)
  }

  private var tallies = Array(repeating: Tally(), count: Sort.allCases.count)
  private var order = DateOrderFinder()
  /// The decimal marks with which alone some text is a number.
  private var marks: Set<DecimalMark> = []
  private var numbers: ClosedRange<DecimalNumber>?
  private var hasTime = false
  private var hasShortClock = false
  private var hasOtherClock = false
  private var hasOffset = false
  private var count = 0
  private var emptyCount = 0
  private var distinct: DistinctTexts

  mutating func add(_ text: String) {
    let text = text.trimmedWhitespace
    if text.isEmpty {
      emptyCount += 1
      return
    }
    count += 1
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
    if !hasOtherClock, let time = DateReader.time(text) {
      let hours = text.prefix { $0 != ":" }
      if DateReader.isClockWithSeconds(text), ["0", "00", "1", "01"].contains(hours) {
        if time > 0 { hasShortClock = true }
      } else {
        hasOtherClock = true
      }
    }
    addDate(text)
    addNumber(text)
  }

  private mutating func note(_ sort: Sort, _ text: String, _ fits: (String) -> Bool) {
    if !tallies[sort.rawValue].isOut { tallies[sort.rawValue].note(fits(text), text) }
  }

  private mutating func addDate(_ text: String) {
    if tallies[Sort.date.rawValue].isOut { return }
    let date =
      DateReader().read(text)
      ?? DateOrder.allCases.lazy.compactMap { DateReader(order: $0).read(text) }.first
    tallies[Sort.date.rawValue].note(date != nil, text)
    guard let date else { return }
    order.add(text)
    if date.time != nil { hasTime = true }
    if date.offset != nil { hasOffset = true }
  }

  private mutating func addNumber(_ text: String) {
    if tallies[Sort.decimal.rawValue].isOut { return }
    let fitting = DecimalMark.allCases.compactMap { mark in
      NumberReader(mark: mark, isRounding: true).read(text).map { (mark, number: $0) }
    }
    tallies[Sort.decimal.rawValue].note(!fitting.isEmpty, text)
    if fitting.count == 1 { marks.insert(fitting[0].0) }
    for (_, number) in fitting {
      let known = numbers ?? number...number
      numbers = min(known.lowerBound, number)...max(known.upperBound, number)
    }
  }

  func column(named name: String, _ requested: DateOrder?) -> SniffedColumn {
    // The types that all texts fit, or else those that nearly all fit.
    let all = Sort.allCases.filter { count > 0 && tallies[$0.rawValue].fits == count }
    let most = Sort.allCases.filter {
      // Texts that happen to mean yes do not make other texts exceptions.
      $0 != .boolean && tallies[$0.rawValue].fits >= 3
        && tallies[$0.rawValue].fits * 4 >= count * 3
    }
    // Yes and no as 1 and 0 are numbers.
    let sort =
      all.first { $0 != .boolean || tallies[Sort.whole.rawValue].fits < count } ?? most.first
    var exception: (text: String, count: Int)?
    if let sort, let text = tallies[sort.rawValue].exception {
      exception = (text, count - tallies[sort.rawValue].fits)
    }
    return SniffedColumn(
      name: name, content: content(sort, requested), count: count, emptyCount: emptyCount,
      distinctCount: distinct.count, isDistinctCut: distinct.isCut,
      examples: Array(distinct.first.prefix(3)), exception: exception,
      isShortClock: sort == .time && hasShortClock && !hasOtherClock, order: order.finding,
      numbers: sort == .whole || sort == .decimal ? numbers : nil, texts: distinct.few)
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

import Rules

/// What a column of a file seems to hold, and by which texts.
public struct SniffedColumn: Sendable {
  /// What texts are.
  public enum Content: Hashable, Sendable {
    /// There are none.
    case nothing
    /// Words.
    case text
    /// One of several names: those of `category`, `intensity`, `mood`.
    case choice(String)
    /// Whole numbers.
    case whole
    /// Numbers with decimals, and the sign before these; `nil` where it cannot be told.
    case decimal(DecimalMark?)
    /// Dates, in an order where they need one, with a time of day or an offset or without.
    case date(order: DateOrder?, hasTime: Bool, hasOffset: Bool)
    /// Times of day.
    case time
    /// What has passed since 1970.
    case unix(DateReader.UnixUnit)
    /// Yes or no.
    case truth
  }

  /// Its name.
  public var name: String
  /// What it holds.
  public var content: Content
  /// How many rows have something in it.
  public var count: Int
  /// How many have nothing.
  public var emptyCount: Int
  /// How many different texts there are, as far as they were counted.
  public var distinctCount: Int
  /// Whether there are more.
  public var isDistinctCut: Bool
  /// Some of the texts.
  public var examples: [String]
  /// The first text that is something else than most are, and how many there are of that sort.
  public var exception: (text: String, count: Int)?
  /// Whether all of it is hours, minutes and seconds of less than two hours, and not all midnight.
  var isShortClock = false
  /// What its dates say about their order.
  var order: DateOrderFinder.Finding
  /// The texts, where they are few.
  var texts: [String]

  /// What it holds, in words.
  public var description: String {
    switch content {
    case .nothing: return "nothing"
    case .text: return "text"
    case .choice(let name): return "\(name) by name"
    case .whole: return "whole number"
    case .decimal(.comma?): return "number, decimal comma"
    case .decimal(.point?): return "number, decimal point"
    case .decimal(nil): return "number, comma or point"
    case .time: return MappingDraft.isDuration(self) ? "duration" : "time of day"
    case .unix(.seconds): return "seconds since 1970"
    case .unix(.milliseconds): return "milliseconds since 1970"
    case .truth: return "yes or no"
    case .date(let order, let hasTime, let hasOffset):
      return "date" + (order.map { ", \($0.rawValue)" } ?? "") + (hasTime ? ", with time" : "")
        + (hasOffset ? " and offset" : "")
    }
  }
}

/// Looks at the texts of a column, one after the other, in constant memory.
struct ColumnProbe {
  private static let mostTexts = 40

  /// How many texts could be read in a way.
  private struct Tally {
    var fits = 0
    var misses = 0
    var exception: String?

    /// Whether it is not worth while any more to try.
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
    // The earlier of two that fit as well is taken.
    case category, intensity, mood, seconds, milliseconds, date, truth, whole, decimal, time
  }

  private static let choices: [(Sort, name: String, ChoiceReader)] = [
    (.category, "category", ChoiceReader(Category.names)),
    (.intensity, "intensity", ChoiceReader(Intensity.names)),
    (.mood, "mood", ChoiceReader(Mood.ratings.map(\.name))),
  ]

  /// So many different texts are told apart.
  private let mostDistinct: Int

  init(mostDistinct: Int? = nil) { self.mostDistinct = mostDistinct ?? 1000 }

  private var tallies = Array(repeating: Tally(), count: Sort.allCases.count)
  private var order = DateOrderFinder()
  private var mark = DecimalMarkFinder()
  private var hasTime = false
  private var hasShortClock = false
  private var hasOtherClock = false
  private var hasOffset = false
  private var count = 0
  private var emptyCount = 0
  private var distinct: Set<String> = []
  private var isDistinctCut = false
  private var texts: [String] = []

  mutating func add(_ text: String) {
    let text = text.trimmedWhitespace
    if text.isEmpty {
      emptyCount += 1
      return
    }
    count += 1
    if distinct.contains(text) == false {
      if distinct.count < mostDistinct { distinct.insert(text) } else { isDistinctCut = true }
      if texts.count < Self.mostTexts { texts.append(text) }
    }
    for (sort, _, reader) in Self.choices { note(sort, text) { reader.place(of: $0) != nil } }
    note(.seconds, text) { $0.utf8.count == 10 && Int64($0).map { $0 >= 100_000_000 } == true }
    note(.milliseconds, text) { $0.utf8.count == 13 && Int64($0).map { $0 > 0 } == true }
    note(.truth, text) { TruthReader.read($0) != nil }
    note(.whole, text) { text in
      NumberReader(mark: nil, isRounding: true).whole(text) != nil
    }
    note(.time, text) { DateReader.time($0) != nil }
    if !hasOtherClock, let time = DateReader.time(text) {
      if Self.isShortClock(text) {
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

  /// Whether a text is hours, minutes and seconds of less than two hours.
  private static func isShortClock(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 3 && Int(parts[0]).map { $0 < 2 } == true && parts[2].count == 2
      && parts[2].allSatisfy { $0.isASCII && $0.isNumber }
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
    let isNumber = [DecimalMark.point, .comma].contains {
      NumberReader(mark: $0, isRounding: true).read(text) != nil
    }
    tallies[Sort.decimal.rawValue].note(isNumber, text)
    if isNumber { mark.add(text) }
  }

  /// What the column seems to hold.
  func column(named name: String, _ said: DateOrder?) -> SniffedColumn {
    // What all fit in, or else nearly all.
    let all = Sort.allCases.filter { count > 0 && tallies[$0.rawValue].fits == count }
    let most = Sort.allCases.filter {
      // Words that happen to mean yes are no exception.
      $0 != .truth && tallies[$0.rawValue].fits >= 3
        && tallies[$0.rawValue].fits * 4 >= count * 3
    }
    // Yes and no as 1 and 0 are numbers.
    let sort =
      all.first { $0 != .truth || tallies[Sort.whole.rawValue].fits < count } ?? most.first
    var exception: (text: String, count: Int)?
    if let sort, let text = tallies[sort.rawValue].exception {
      exception = (text, count - tallies[sort.rawValue].fits)
    }
    return SniffedColumn(
      name: name, content: content(sort, said), count: count, emptyCount: emptyCount,
      distinctCount: distinct.count, isDistinctCut: isDistinctCut,
      examples: Array(texts.prefix(3)), exception: exception,
      isShortClock: sort == .time && hasShortClock && !hasOtherClock, order: order.finding,
      texts: isDistinctCut || distinct.count > Self.mostTexts ? [] : texts)
  }

  private func content(_ sort: Sort?, _ said: DateOrder?) -> SniffedColumn.Content {
    switch sort {
    case nil: return count == 0 ? .nothing : .text
    case .category?, .intensity?, .mood?:
      return .choice(Self.choices.first { $0.0 == sort }?.name ?? "")
    case .seconds?: return .unix(.seconds)
    case .milliseconds?: return .unix(.milliseconds)
    case .truth?: return .truth
    case .whole?: return .whole
    case .time?: return .time
    case .decimal?:
      if case .mark(let mark) = mark.finding { return .decimal(mark) }
      return .decimal(nil)
    case .date?:
      var found: DateOrder?
      switch order.finding {
      case .unneeded: break
      case .order(let order): found = said ?? order
      case .ambiguous, .contradictory: found = said
      }
      return .date(order: found, hasTime: hasTime, hasOffset: hasOffset)
    }
  }
}

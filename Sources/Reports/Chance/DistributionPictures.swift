import Charts
import Design
import Players
import Views

/// The pictures of a distribution of a number of sparks, rolls or openings, exact or estimated.
struct DistributionPictures {
  /// What is counted, in the plural.
  var unit: String
  /// Returns the chance of being done within a number.
  var within: (Int64) -> Double
  /// Returns the interval of that chance where it is estimated.
  var interval: ((Int64) -> (low: Double, high: Double))?
  /// Returns the least number that is enough with at least a probability; `nil` beyond an estimate.
  var quantile: (Double) -> Int64?
  /// The quantiles that the table has.
  var levels: [(probability: Double, value: Int64?)]
  /// The numbers that are marked, ascending.
  var marks: [(value: Int64, name: String)]
  /// The last number that the pictures show in any case.
  var most: Int64

  /// The chance of each number, and that of at most so many.
  var charts: [(chart: any Chart, note: String?)] {
    let range = range
    let width = Estimate.binWidth(span: range.end - range.start)
    let before = range.start > 0 ? within(range.start - 1) : 0
    let bins = bins(range, width, before: before)
    let last = bins.last?.high ?? range.end
    let rest = 1 - bins.reduce(before) { $0 + $1.share }
    // Chances next to 1 are known to about 10⁻¹⁴.
    let remarks =
      (before > 1e-12 ? ["\(chanceText(before)) need fewer than \(amount(range.start))"] : [])
      + (rest > 1e-9 ? ["\(chanceText(rest)) need more than \(amount(last))"] : [])
    let note = remarks.isEmpty ? nil : remarks.joined(separator: ", and ") + "."
    let bars = DistributionCharts.bars(
      (width == 1
        ? "Chance of being done exactly then"
        : "Chance of being done within each \(grouped(width)) \(unit)") + estimated,
      heading: unit,
      summary: width == 1
        ? "For each number of \(unit), the chance that the goal is reached just then."
        : "For each range of \(grouped(width)) \(unit), the chance that the goal is reached "
          + "within it.",
      [DistributionCharts.Series(name: "chance", bins: bins, median: quantile(0.5), note: note)])
    return bars + [(cumulative(range, width), nil)]
  }

  /// The chances of at most so many of several distributions, over the range of this one.
  ///
  /// - Parameter all: The names of the distributions, in order, and their chances.
  func cumulative(
    _ title: String, of all: [(name: String, within: (Int64) -> Double)]
  ) -> LineChart {
    let least = all.map { curve in lowest { curve.within($0) > 1e-4 } }.min() ?? range.start
    let range = (start: min(range.start, least), end: range.end)
    let width = Estimate.binWidth(span: range.end - range.start)
    return LineChart.cumulative(
      title,
      summary: "For each number of \(unit), the chance of being done with each within that many.",
      table: DataTable(
        columns: [unit] + all.map(\.name),
        rows: shownNumbers(asked: []).map { number in
          [grouped(number)] + all.map { chanceText($0.within(number)) }
        }),
      functions: all.map { ($0.name, steps(range, width, $0.within)) })
  }

  private var estimated: String { interval == nil ? "" : ", estimated" }

  /// Returns the least number for which a condition holds that holds for all after it, up to the last one.
  private func lowest(_ holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (Int64(0), most)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func amount(_ number: Int64) -> String { counted(number, String(unit.dropLast())) }

  private var range: (start: Int64, end: Int64) {
    // The pictures begin with the first number that has a chance worth mentioning, or, where the next ones
    // have hardly any, with the one at which a thousandth is done.
    let (least, low) = (quantile(1e-9) ?? 0, quantile(0.001) ?? 0)
    let most = min(max(self.most, least), .max / 4)
    let start = min(low - least > (most - least) / 5 ? low : least, most)
    // A little beyond the last point that is marked, so that there is space for its name.
    return (start, most + (most - start) / 7)
  }

  private func bins(
    _ range: (start: Int64, end: Int64), _ width: Int64, before: Double
  ) -> [DistributionCharts.Bin] {
    var bins: [DistributionCharts.Bin] = []
    var (low, below) = (range.start, before)
    while low <= range.end {
      let high = low + width - 1
      let within = within(high)
      bins.append((low, high, max(0, within - below)))
      (low, below) = (high + 1, within)
    }
    return bins
  }

  private func steps(
    _ range: (start: Int64, end: Int64), _ width: Int64, _ within: (Int64) -> Double
  ) -> [(x: Double, share: Double)] {
    let first = range.start - 1
    var steps = [(x: Double(first), share: first >= 0 ? within(first) : 0)]
    var start = range.start
    while start <= range.end {
      // Steps between the ends of bins make the line as fine as the picture can show.
      let parts = min(width, 5)
      for part in 1...parts {
        let value = start - 1 + width / parts * part
        steps.append((Double(value), within(value)))
      }
      start += width
    }
    return steps
  }

  private func cumulative(_ range: (start: Int64, end: Int64), _ width: Int64) -> LineChart {
    let steps = steps(range, width, within)
    var bands: [LineChart.Band] = []
    if let interval {
      var (values, last) = ([(x: Double, low: Double, high: Double)](), interval(0))
      for step in steps {
        let next = step.x >= 0 ? interval(Int64(step.x)) : last
        values += [(step.x, last.low, last.high), (step.x, next.low, next.high)]
        last = next
      }
      bands = [LineChart.Band("95 % interval", values)]
    }
    return LineChart.cumulative(
      "Chance of being done by then" + estimated,
      summary:
        "For each number of \(unit), the chance that the goal is reached within that many; "
        + marks.map { "\($0.name) at \(grouped($0.value))" }.joined(separator: ", ") + ".",
      table: DataTable(
        columns: ["chance of at least", unit],
        rows: levels.map {
          [chanceText($0.probability), $0.value.map { grouped($0) } ?? "more"]
        }), functions: [(name: "chance", steps: steps)], bands: bands,
      events: marks.map { LineChart.Event(Double($0.value), $0.name) })
  }
}

// MARK: Tables

extension DistributionPictures {
  /// Returns the numbers that a table of chances has: those asked for and round ones, ascending.
  func shownNumbers(asked: [Int64]) -> [Int64] {
    let low = quantile(0.01) ?? 0
    let high = max(low, quantile(0.999) ?? most)
    var numbers = Set(asked)
    // Multiples of a round number, and below it the round numbers of an early start.
    var round: Int64 = 1
    for unit in Self.roundNumbers(to: high) where unit <= max(1, (high - low) / 5) {
      if unit >= low { numbers.insert(unit) }
      round = unit
    }
    numbers.formUnion(
      stride(from: (low + round - 1) / round * round, through: high, by: Int64.Stride(round)))
    return numbers.isEmpty ? [high] : numbers.sorted()
  }

  /// Returns 1, 2 and 5 times the powers of ten up to a number.
  private static func roundNumbers(to most: Int64) -> [Int64] {
    var numbers: [Int64] = []
    var power: Int64 = 1
    while power <= most, power < .max / 10 {
      numbers += [power, 2 * power, 5 * power].filter { $0 <= most }
      power *= 10
    }
    return numbers
  }
}

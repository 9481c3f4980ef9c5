import Rules
public import Simulation

/// A simulation's result as a script for gnuplot (5.0 or newer): for each measure a histogram with the
/// cumulative share of players; for totals on several days a fan chart over the days; for a sweep the
/// means over its values, and their differences from the first.
public struct SimulationChart: Sendable {
  /// An output format of charts.
  public enum Terminal: Hashable, Sendable {
    /// A vector graphics file.
    case svg
    /// A raster graphics file.
    case png
    /// Text, with a width in columns.
    case text(columns: Int)
  }

  /// One panel of a chart.
  private enum Panel {
    case histogram(Estimate, title: String)
    case fan(String, days: [(day: Int, estimate: Estimate)])
    case sweep(String, title: String, points: [(value: Double, mean: MeanEstimate)])
  }

  private let panels: [Panel]
  private let title: String

  /// The maximum number of panels of one chart.
  public static let mostPanels = 12

  /// Creates a chart of a result.
  public init(_ result: SimulationResult) {
    let plan = result.plan
    title = "\(plan.name): \(result.players) players, \(plan.horizon)"
    var panels: [Panel] = []
    if let sweep = plan.sweep {
      for (index, measure) in plan.measures.map(\.name).enumerated() {
        let values = plan.rules.indices.map {
          // Always a number, regardless of the name: gnuplot executes commands where it reads data.
          let value = Fraction(String(plan.rules[$0].name.dropFirst(sweep.utf8.count + 1)))
          return value?.approximation ?? Double($0)
        }
        let estimates = result.estimates.map { $0[index] }
        let isRestricted = estimates.contains { $0.restricted != nil }
        panels.append(
          .sweep(
            sweep, title: (isRestricted ? "restricted mean of " : "") + measure,
            points: Array(zip(values, estimates.map(\.principal)))))
        // On the same random numbers differences are more precise than the means that they compare.
        panels.append(
          .sweep(
            sweep, title: "\(measure), less the first",
            points: Array(zip(values.dropFirst(), result.differences.map { $0[index].principal }))))
      }
    } else {
      for (variant, rules) in plan.rules.enumerated() {
        let suffix = plan.rules.count > 1 ? " (\(rules.name))" : ""
        var fans: [String: [(day: Int, estimate: Estimate)]] = [:]
        for estimate in result.estimates[variant] {
          if let (total, day) = Self.day(of: estimate.measure) {
            fans[total, default: []].append((day, estimate))
          } else {
            panels.append(.histogram(estimate, title: estimate.measure + suffix))
          }
        }
        for (total, days) in fans.sorted(by: { $0.key < $1.key }) {
          panels.append(.fan(total + suffix, days: days.sorted { $0.day < $1.day }))
        }
      }
    }
    self.panels = Array(panels.prefix(Self.mostPanels))
  }

  /// Returns the total and the day of a measure such as `points on day 30`.
  private static func day(of measure: String) -> (total: String, day: Int)? {
    let fields = measure.split(separator: " ")
    guard fields.count == 4, fields[1] == "on", fields[2] == "day", let day = Int(fields[3]) else {
      return nil
    }
    return (String(fields[0]), day)
  }

  /// Returns the gnuplot script.
  ///
  /// - Parameter path: the file that gnuplot writes; not used for text, which goes to standard output.
  public func script(_ terminal: Terminal, path: String = "") -> String {
    let columns = panels.count > 1 ? 2 : 1
    let rows = (panels.count + columns - 1) / columns
    var script = "set encoding utf8\n"
    switch terminal {
    case .svg:
      script +=
        "set terminal svg size \(columns * 520),\(rows * 360) dynamic background '#ffffff'\n"
    case .png:
      script += "set terminal pngcairo size \(columns * 780),\(rows * 540) fontscale 1.2\n"
    case .text(let width): script += "set terminal dumb \(width),22\n"
    }
    var isText = false
    if case .text = terminal {
      isText = true
    } else {
      script += "set output \(Self.quoted(path))\n"
      script +=
        "set multiplot layout \(rows),\(columns) title \(Self.quoted(title)) noenhanced\n"
    }
    script += "set border 3\nset tics nomirror\nset grid y lc rgb '#dddddd'\n"
    for (index, panel) in panels.enumerated() {
      script += self.script(panel, data: "$panel\(index)", isText: isText)
    }
    return script + (isText ? "" : "unset multiplot\n")
  }

  private func script(_ panel: Panel, data: String, isText: Bool) -> String {
    let fill = isText ? "" : " fs solid 0.7 noborder lc rgb '#4878a8'"
    switch panel {
    case .histogram(let estimate, let title):
      let bins = estimate.histogram
      let width = bins.first.map { $0.to - $0.from + 1 } ?? 1
      var below: Int64 = 0
      var lines = "\(data) << EOD\n"
      for bin in bins {
        below += bin.count
        let middle = Double(bin.from) + Double(width) / 2 - (width == 1 ? 0.5 : 0)
        lines += "\(middle) \(bin.count) \(Double(below) / Double(estimate.tally.players))\n"
      }
      lines += bins.isEmpty ? "0 0 0\n" : ""
      lines += "EOD\nset title \(Self.quoted(title)) noenhanced\nset xrange [*:*]\n"
      lines += "set yrange [0:*]\nset y2range [0:1]\nset boxwidth \(width)\n"
      if isText {
        return lines + "plot \(data) using 1:2 with boxes notitle\n"
      }
      return lines + "set y2tics 0.25\nset ylabel 'players'\nset y2label 'share at most there'\n"
        + "plot \(data) using 1:2 with boxes\(fill) notitle, "
        + "\(data) using 1:3 axes x1y2 with steps lw 2 lc rgb '#b04030' notitle\n"
    case .fan(let title, let days):
      var lines = "\(data) << EOD\n"
      for (day, estimate) in days {
        let values = [0.05, 0.25, 0.5, 0.75, 0.95].map { estimate.quantile($0).value.number ?? 0 }
        lines += "\(day) \(values.map(String.init).joined(separator: " "))\n"
      }
      lines += "EOD\nset title \(Self.quoted("\(title) by day")) noenhanced\nset xrange [*:*]\n"
      lines += "set yrange [*:*]\nunset y2tics\nunset y2label\nset ylabel ''\nset xlabel 'day'\n"
      if isText {
        lines +=
          "plot \(data) using 1:2 with lines title '5 %', \(data) using 1:4 with lines title "
          + "'median', \(data) using 1:6 with lines title '95 %'\n"
      } else {
        lines +=
          "set key left top\nplot \(data) using 1:2:6 with filledcurves lc rgb '#c8d8e8' title "
          + "'5–95 %', \(data) using 1:3:5 with filledcurves lc rgb '#90b0d0' title '25–75 %', "
          + "\(data) using 1:4 with lines lw 2 lc rgb '#204060' title 'median'\n"
      }
      return lines + "unset xlabel\nunset key\n"
    case .sweep(let name, let title, let points):
      var lines = "\(data) << EOD\n"
      for (value, mean) in points {
        lines += "\(value) \(mean.value) \(mean.interval.low) \(mean.interval.high)\n"
      }
      lines += "EOD\nset title \(Self.quoted(title)) noenhanced\nset xrange [*:*]\n"
      lines += "set yrange [*:*]\nset offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05\n"
      lines += "unset y2tics\nunset y2label\nset ylabel ''\n"
      lines += "set xlabel \(Self.quoted(name)) noenhanced\n"
      return lines + "plot \(data) using 1:2:3:4 with yerrorlines lw 2 pt 7 notitle\n"
    }
  }

  /// Returns a text as a gnuplot string in single quotes.
  private static func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
    return "'" + String(String.UnicodeScalarView(plain)).replacing("'", with: "''") + "'"
  }
}

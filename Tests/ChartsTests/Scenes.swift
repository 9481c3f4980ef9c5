@testable import Charts

extension Scene {
  var tiles: [Tile] { marks.compactMap { if case .tile(let tile) = $0 { tile } else { nil } } }
  var bars: [Bar] { marks.compactMap { if case .bar(let bar) = $0 { bar } else { nil } } }
  var lines: [Line] { marks.compactMap { if case .line(let line) = $0 { line } else { nil } } }
  var areas: [Area] { marks.compactMap { if case .area(let area) = $0 { area } else { nil } } }
  var dots: [Dot] { marks.compactMap { if case .dot(let dot) = $0 { dot } else { nil } } }
  var rules: [Rule] { marks.compactMap { if case .rule(let rule) = $0 { rule } else { nil } } }
  var labels: [Label] {
    marks.compactMap { if case .label(let label) = $0 { label } else { nil } }
  }
}

/// Whether numbers are equal but for errors of rounding.
func isClose(_ left: Double, _ right: Double) -> Bool { (left - right).magnitude < 1e-9 }

/// Exact sums of products of a few whole numbers per player: the input of a regression.
///
/// The controls are the numbers whose means are known; the measures are the numbers to be adjusted.
package struct CoMoments: Equatable, Sendable {
  var count: Int64 = 0
  var sums: [Int128]
  /// The products of controls with controls (the upper triangle, row by row), then of each measure with
  /// each control.
  var products: [Int128]
  var measureSums: [Int128]

  var controls: Int { sums.count }
  var measures: Int { measureSums.count }

  init(controls: Int = 0, measures: Int = 0) {
    sums = [Int128](repeating: 0, count: controls)
    products = [Int128](
      repeating: 0, count: controls * (controls + 1) / 2 + controls * measures)
    measureSums = [Int128](repeating: 0, count: measures)
  }

  /// Returns the index of the product of two controls.
  func index(_ left: Int, _ right: Int) -> Int {
    let (row, column) = (min(left, right), max(left, right))
    return row * controls - row * (row - 1) / 2 + column - row
  }

  /// Returns the index of the product of a measure and a control.
  func index(measure: Int, control: Int) -> Int {
    controls * (controls + 1) / 2 + measure * controls + control
  }

  @inline(__always)
  package mutating func add(_ controlValues: [Int64], _ measured: [Int64]) {
    count &+= 1
    var index = 0
    for row in 0..<controls {
      let value = Int128(controlValues[row])
      sums[row] &+= value
      for column in row..<controls {
        products[index] &+= value &* Int128(controlValues[column])
        index &+= 1
      }
    }
    for measure in 0..<measures {
      let value = Int128(measured[measure])
      measureSums[measure] &+= value
      for control in 0..<controls {
        products[index] &+= value &* Int128(controlValues[control])
        index &+= 1
      }
    }
  }

  package mutating func merge(_ other: CoMoments) {
    count &+= other.count
    for index in sums.indices { sums[index] &+= other.sums[index] }
    for index in products.indices { products[index] &+= other.products[index] }
    for index in measureSums.indices { measureSums[index] &+= other.measureSums[index] }
  }
}

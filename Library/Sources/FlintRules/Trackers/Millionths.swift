extension Int64 {
  /// The number in millionths; the greatest number where it is out of range.
  var saturatingMillionths: Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : product
  }
}

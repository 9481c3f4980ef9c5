/// Something that belongs to one civil day.
protocol Dated {
  var day: CivilDay { get }
}

/// Arrays in the order of their days.
extension Array where Element: Dated {
  /// The position of the first element that is not before a day; the end when there is none.
  func firstPosition(from day: CivilDay) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The element of a day; `nil` when there is none.
  func first(on day: CivilDay) -> Element? {
    let position = firstPosition(from: day)
    return position < count && self[position].day == day ? self[position] : nil
  }

  /// The elements of a half-open range of days; none when it ends before it begins.
  func elements(from: CivilDay, until: CivilDay) -> ArraySlice<Element> {
    let start = firstPosition(from: from)
    return self[start..<Swift.max(start, firstPosition(from: until))]
  }
}

import Calendar

/// A value that belongs to a civil day.
protocol Dated {
  var day: CivilDay { get }
}

/// Binary search in arrays that are sorted by day.
extension Array where Element: Dated {
  /// Returns the position of the first element on or after a day; the end index when there is none.
  func firstPosition(from day: CivilDay) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the first element of a day; `nil` when there is none.
  func first(on day: CivilDay) -> Element? {
    let position = firstPosition(from: day)
    return position < count && self[position].day == day ? self[position] : nil
  }

  /// Returns the elements of a half-open range of days; none when the range is empty.
  func elements(from: CivilDay, before: CivilDay) -> ArraySlice<Element> {
    let start = firstPosition(from: from)
    return self[start..<Swift.max(start, firstPosition(from: before))]
  }
}

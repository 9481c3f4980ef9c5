import FlintCalendar

/// A value that belongs to a civil day.
protocol Dated {
  var day: CivilDay { get }
}

extension Array {
  /// Returns the position of the first element that satisfies a condition, as all after it do.
  @inlinable
  package func partitioningIndex(where isInSecondPartition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Arrays that are sorted by day.
extension Array where Element: Dated {
  /// Returns the position of the first element on or after a day; the end index when there is none.
  func firstPosition(from day: CivilDay) -> Int { partitioningIndex { $0.day >= day } }

  /// Returns the position of a day's element, and inserts one if there is none. It is nearly always
  /// the last: events are in chronological order, and only those of a traveller can be a day or two
  /// older than the previous one.
  mutating func position(of day: CivilDay, orInserting element: @autoclosure () -> Element) -> Int {
    guard let last, day <= last.day else {
      append(element())
      return count - 1
    }
    if last.day == day { return count - 1 }
    let position = firstPosition(from: day)
    if self[position].day != day { insert(element(), at: position) }
    return position
  }

  /// Whether the days rise from each element to the next.
  var areInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.day < $1.day } }

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

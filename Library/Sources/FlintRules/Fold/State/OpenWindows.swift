import FlintCalendar

/// The civil days and weeks that stay open for events.
struct OpenWindows: BitwiseCopyable, Sendable {
  /// The number of civil days that stay open: an event that is later by instant can be earlier by
  /// civil day, but by no more than two days, since offsets lie within ±18 hours; and a run that
  /// reaches the oldest of those depends on one day before it.
  static let daySlots = 4
  /// The number of weeks that stay open, for the same reason.
  static let weekSlots = 2
  /// A tag that is not the number of any day or week.
  static let noTag = Int32.min

  var newestDay = OpenDay()
  /// The numbers of the open days, by slot.
  var dayTags = SIMD4<Int32>(repeating: noTag)
  /// The numbers of the open weeks, by slot.
  var weekTags = SIMD2<Int32>(repeating: noTag)

  /// Returns the slot of a civil day while it is open.
  @inline(__always)
  static func slot(of day: CivilDay) -> Int { Int(day.number & Int32(daySlots - 1)) }

  /// Returns the slot of a civil week while it is open.
  @inline(__always)
  static func slot(of week: CivilWeek) -> Int { Int(week.number & Int32(weekSlots - 1)) }

  /// Returns the slot of a civil day; `nil` when it is not open.
  @inline(__always)
  func openSlot(of day: CivilDay) -> Int? {
    let slot = Self.slot(of: day)
    return dayTags[slot] == day.number ? slot : nil
  }

  /// Returns the slot of a civil week; `nil` when it is not open.
  @inline(__always)
  func openSlot(of week: CivilWeek) -> Int? {
    let slot = Self.slot(of: week)
    return weekTags[slot] == week.number ? slot : nil
  }
}

extension OpenWindows: Equatable {
  /// Returns whether the same days and weeks are open in both; see `OpenDay` for the newest day.
  static func == (left: OpenWindows, right: OpenWindows) -> Bool {
    left.dayTags == right.dayTags && left.weekTags == right.weekTags
  }
}

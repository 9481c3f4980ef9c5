package import Calendar

/// The sparks by category and by open day, and the streaks of days with a spark.
package struct SparkDays: BitwiseCopyable, Sendable {
  /// The number of sparks on a civil day, and the length of the run of spark days that ends on it.
  struct Slot: Equatable, BitwiseCopyable, Sendable {
    var sparks: Int32 = 0
    var run: Int32 = 0
  }

  /// The number of sparks by category, in the order of the rulebook; 0 beyond its list.
  var byCategory = InlineArray<32, Int64>(repeating: 0)
  /// The open days, by the slots of `OpenWindows`.
  var days = InlineArray<4, Slot>(repeating: Slot())
  package internal(set) var latest: CivilDay?
  /// The length of the longest run of civil days with a spark.
  package internal(set) var longestStreak: Int32 = 0

  /// Returns the length of the run of spark days that ends on an open day; 0 for other days.
  @inline(__always)
  func runEnding(on day: CivilDay, in windows: OpenWindows) -> Int32 {
    windows.openSlot(of: day).map { days[$0].run } ?? 0
  }

  /// Extends the streak by the open day, at its first spark.
  @inline(__always)
  mutating func extendStreak(in windows: OpenWindows) {
    let day = windows.newestDay.day
    var length = runEnding(on: day + -1, in: windows) &+ 1
    days[unchecked: windows.newestDay.slot].run = length
    if length > longestStreak { longestStreak = length }
    if let latest, latest > day {
      // The spark of a traveller may fill a gap before days that already have one.
      var next = day + 1
      while runEnding(on: next, in: windows) > 0 {
        length &+= 1
        days[unchecked: OpenWindows.slot(of: next)].run = length
        if length > longestStreak { longestStreak = length }
        next = next + 1
      }
    } else {
      latest = day
    }
  }
}

extension SparkDays: Equatable {
  /// Returns whether both have the same sparks and streaks.
  package static func == (left: SparkDays, right: SparkDays) -> Bool {
    left.byCategory.array == right.byCategory.array && left.days.array == right.days.array
      && left.latest == right.latest && left.longestStreak == right.longestStreak
  }
}

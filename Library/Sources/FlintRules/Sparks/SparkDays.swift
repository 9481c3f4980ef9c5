package import FlintCalendar

/// The sparks by open day, and the streaks of days with a spark.
package struct SparkDays: BitwiseCopyable, Equatable, Sendable {
  /// The number of sparks on each open day, by the slots of `OpenWindows`.
  var sparks: SIMD4<Int32> = .zero
  /// The length of the run of spark days that ends on each open day.
  var runs: SIMD4<Int32> = .zero
  package internal(set) var latest: CivilDay?
  /// The length of the longest run of civil days with a spark.
  package internal(set) var longestStreak: Int32 = 0

  /// Returns the length of the run of spark days that ends on an open day; 0 for other days.
  @inline(__always)
  func runEnding(on day: CivilDay, in windows: OpenWindows) -> Int32 {
    windows.openSlot(of: day).map { runs[$0] } ?? 0
  }

  /// Extends the streak by the open day, at its first spark.
  @inline(__always)
  mutating func extendStreak(in windows: OpenWindows) {
    let day = windows.newestDay.day
    var length = runEnding(on: day + -1, in: windows) &+ 1
    runs[windows.newestDay.slot] = length
    if length > longestStreak { longestStreak = length }
    if let latest, latest > day {
      // The spark of a traveller may fill a gap before days that already have one.
      var next = day + 1
      while runEnding(on: next, in: windows) > 0 {
        length &+= 1
        runs[OpenWindows.slot(of: next)] = length
        if length > longestStreak { longestStreak = length }
        next = next + 1
      }
    } else {
      latest = day
    }
  }
}

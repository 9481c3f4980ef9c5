package import FlintCalendar
package import FlintRules
import FlintSchema
import Sessions

/// The settings, apart from the file, that determine how its texts are read.
package struct ReadingContext {
  /// The time zone of times without an offset.
  package let zone: CivilZone
  package let now: Instant
  /// The order of day, month and year in numeric dates, if the user chose one.
  package var dateOrder: DateOrder?
  /// The moods that the user's own names mean, by name, trimmed and in lower case.
  package var moods: [String: Mood]
  /// The name of the habit of a file that does not name it, if the user chose one.
  package var tracker: String?
  /// The events of the profile and of the files before; `nil` for a file that is only looked at.
  var references: References?
  /// The rulebook of the profile; `nil` for a file that is only looked at.
  package var rulebook: RulebookDefinition?

  package init(
    zone: CivilZone, now: Instant, dateOrder: DateOrder? = nil, moods: [String: Mood] = [:],
    tracker: String? = nil
  ) {
    self.zone = zone
    self.now = now
    self.dateOrder = dateOrder
    self.moods = moods
    self.tracker = tracker
  }
}

extension ReadingContext {
  func under(_ rulebook: Rulebook) -> ReadingContext {
    var context = self
    context.rulebook = rulebook.definition
    return context
  }

  /// The categories that sparks can have, in the order of the rulebook.
  var categories: [SparkCategory] { rulebook?.categories ?? SparkCategory.ignition }

  /// The intensities that sparks can have, weakest first.
  var intensities: [SparkIntensity] { rulebook?.intensities ?? SparkIntensity.ignition }

  /// Returns the type of a field, with the names that the rulebook lists.
  func type(of field: FieldDeclaration) -> FieldType {
    rulebook?.type(of: field) ?? field.type
  }

  /// Returns the time of an event of which only the day is known: the day, which is stored as 12:00.
  ///
  /// - Parameter order: the number of preceding events of that day, if the latest of them counts;
  ///   then each is one millisecond later, if that is not later than now.
  borrowing func noon(_ day: CivilDay, order: Int = 0) -> EventTime {
    var local = day.noon
    local.milliseconds += Int32(min(order, 3_600_000))
    return order == 0 || zone.resolve(local).instant > now
      ? .written(Timestamp(day: day)) : .written(Timestamp(local: local, offset: nil))
  }

  /// Returns a time of day shared by several events, one millisecond later for each preceding
  /// event.
  borrowing func moment(_ day: CivilDay, _ time: Int32, order: Int) -> EventTime {
    // Within its minute and its day for any number, and not later than now.
    let later = min(time + Int32(min(order, 59_000)), 86_399_999)
    let local = CivilTime(day: day, milliseconds: later)
    let isToCome = zone.resolve(local).instant > now
    return .written(
      Timestamp(
        local: isToCome ? CivilTime(day: day, milliseconds: time) : local, offset: nil))
  }
}

/// The order of year, month and day in numeric dates.
package enum DateOrder: String, Sendable, CaseIterable {
  /// Year, month, day.
  case ymd
  /// Day, month, year.
  case dmy
  /// Month, day, year.
  case mdy
}

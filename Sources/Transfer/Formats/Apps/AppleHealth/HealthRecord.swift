import FlintCalendar
import FlintSchema

/// A record or a workout in the export of Apple's Health.
struct HealthRecord {
  /// The type without its prefix, such as `StepCount`.
  var type = ""
  var source = ""
  var unit = ""
  var value = 0.0
  var measure = HealthMeasure.mean
  var day = CivilDay(number: 0)
  var hour = 0
  /// A number that is larger for later times.
  var time: Int64 = 0

  /// Types that are summed, besides those that begin with `Distance` or `Dietary`.
  private static let summed: Set<String> = [
    "StepCount", "FlightsClimbed", "ActiveEnergyBurned", "BasalEnergyBurned", "AppleExerciseTime",
    "AppleStandTime", "AppleMoveTime", "SwimmingStrokeCount", "PushCount", "NikeFuel",
    "NumberOfTimesFallen", "TimeInDaylight", "InhalerUsage", "InsulinDelivery",
    "NumberOfAlcoholicBeverages",
  ]
  /// Types of which the latest value of a day counts.
  private static let latest: Set<String> = [
    "BodyMass", "LeanBodyMass", "BodyFatPercentage", "BodyMassIndex", "Height",
    "WaistCircumference", "VO2Max", "RestingHeartRate",
  ]

  /// Returns what becomes of the values of a type.
  static func measure(of type: String) -> HealthMeasure {
    if summed.contains(type) || type.hasPrefix("Distance") || type.hasPrefix("Dietary") {
      return .sum
    }
    return latest.contains(type) ? .latest : .mean
  }

  private struct Attributes {
    var type = "", source = "", unit = "", value = "", start = "", end = ""

    init?(_ tag: UnsafeBufferPointer<UInt8>) {
      var (type, source, unit, value, start, end) = ("", "", "", "", "", "")
      let isWellFormed = XMLAttributes.visit(tag) { name, bytes in
        switch String(decoding: UnsafeBufferPointer(rebasing: name), as: UTF8.self) {
        case "type": type = XMLAttributes.text(bytes)
        case "unit": unit = XMLAttributes.text(bytes)
        case "value": value = XMLAttributes.text(bytes)
        case "endDate": end = XMLAttributes.text(bytes)
        case "duration": value = XMLAttributes.text(bytes)
        case "startDate": start = XMLAttributes.text(bytes)
        case "sourceName": source = XMLAttributes.text(bytes)
        case "durationUnit": unit = XMLAttributes.text(bytes)
        case "workoutActivityType": type = XMLAttributes.text(bytes)
        default: break
        }
      }
      guard isWellFormed else { return nil }
      (self.type, self.source, self.unit) = (type, source, unit)
      (self.value, self.start, self.end) = (value, start, end)
    }
  }

  /// Reads a tag; `nil` for a record of a type that is not imported.
  ///
  /// - Throws: `RowProblem` when the tag cannot be read.
  init?(_ tag: UnsafeBufferPointer<UInt8>, isWorkout: Bool) throws(RowProblem) {
    guard let attributes = Attributes(tag) else {
      throw RowProblem(reason: "a tag that is not XML")
    }
    type = attributes.type
    source = attributes.source
    unit = attributes.unit
    let start = try HealthRecord.time("startDate", attributes.start)
    (day, hour, time) = (start.day, start.hour, start.seconds)
    if isWorkout {
      type = "Workout " + type.dropping("HKWorkoutActivityType")
      if attributes.value.isEmpty { return nil }
      measure = .sum
    } else if type == "HKCategoryTypeIdentifierSleepAnalysis"
      || type == "HKCategoryTypeIdentifierMindfulSession"
    {
      let end = try HealthRecord.time("endDate", attributes.end)
      let isSleep = type.hasSuffix("SleepAnalysis")
      if isSleep, !attributes.value.hasPrefix("HKCategoryValueSleepAnalysisAsleep") { return nil }
      guard end.seconds >= start.seconds, end.seconds - start.seconds <= 172_800 else {
        throw HealthRecord.endProblem(attributes)
      }
      type = type.dropping("HKCategoryTypeIdentifier")
      unit = "min"
      value = Double(end.seconds - start.seconds) / 60
      // A night belongs to the day on which it ends.
      if isSleep { day = end.day }
      measure = .sumOfDay
      return
    } else if type.hasPrefix("HKQuantityTypeIdentifier") {
      type = type.dropping("HKQuantityTypeIdentifier")
      measure = HealthRecord.measure(of: type)
    } else {
      return nil
    }
    guard let number = Double(attributes.value), number.magnitude < 9_000_000_000_000 else {
      throw RowProblem(
        column: "value", value: String(attributes.value.prefix(60)), reason: "expected a number")
    }
    value = number
    if !attributes.end.isEmpty {
      let end = try HealthRecord.time("endDate", attributes.end)
      if end.seconds < start.seconds { throw HealthRecord.endProblem(attributes) }
    }
    if isWorkout, unit != "min" {
      throw RowProblem(
        column: "durationUnit", value: String(unit.prefix(60)), reason: "expected min")
    }
  }

  private static func endProblem(_ attributes: Attributes) -> RowProblem {
    RowProblem(
      column: "endDate", value: String(attributes.end.prefix(60)),
      reason: "expected a time after the start")
  }

  /// Reads a time such as `2026-06-01 07:30:00 +0200`: its day and hour as written, and the seconds
  /// since 1970.
  static func time(
    _ column: String, _ text: String
  ) throws(RowProblem) -> (day: CivilDay, hour: Int, seconds: Int64) {
    let parts = text.split(separator: " ", maxSplits: 2)
    if parts.count == 3, let date = DateReader().read("\(parts[0])T\(parts[1])\(parts[2])"),
      let time = date.time, let instant = date.instant
    {
      return (date.day, Int(time / 3_600_000), instant.milliseconds / 1000)
    }
    throw RowProblem(
      column: column, value: String(text.prefix(60)),
      reason: "expected a time such as 2026-06-01 07:30:00 +0200")
  }
}

extension String {
  /// Returns the text without a prefix, if it has it.
  fileprivate func dropping(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

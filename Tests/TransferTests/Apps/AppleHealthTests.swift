import CSV
import FlintCalendar
import Foundation
import FlintRules
import Testing

@testable import Transfer

@Suite struct `Apple Health's export` {
  private static let end = "</HealthData>\n"

  /// Returns an export with some records.
  private func export(_ records: String, type: String = "<!DOCTYPE HealthData []>") -> String {
    "<?xml version=\"1.0\"?>\n\(type)\n<HealthData locale=\"en\">\n\(records)\n\(Self.end)"
  }

  private func record(
    _ type: String, _ start: String, _ value: String, unit: String = "count",
    source: String = "Phone", end: String? = nil
  ) -> String {
    "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"\(source)\" unit=\"\(unit)\" "
      + "startDate=\"\(start) +0000\" endDate=\"\(end ?? start) +0000\" value=\"\(value)\"/>\n"
  }

  @Test func `becomes days of each type, without what two sources counted twice`() throws {
    let scratch = try ImportScratch(zone: "Europe/Berlin")
    let file = try #require(try example("applehealth.xml").first)
    try scratch.write("export.xml", String(decoding: file.bytes, as: UTF8.self))
    let report = try scratch.run("export.xml")
    // Steps of 1 June: from 8 to 9 the watch's 450 instead of the phone's 400, and 250 from 9 on.
    #expect(report.line == "7=6+0+0+1+0")
    #expect(
      report.rejects.map { "\($0.line) \($0.problem)" } == [
        "25 startDate \"2026-06-02 09:00:00\": expected a time such as 2026-06-01 07:30:00 +0200"
      ])
    #expect(
      report.sources[0].notes == [
        "Records and workouts that were summed by day: 13.",
        "Records of other types, such as stand hours and time in bed: 1.",
        "The day of the export, 2026-06-04, is left out, since it was not over.",
      ])
    #expect(try scratch.run("export.xml") { $0.errors.onError = .skip }.line == "7=0+0+6+0+1")
  }

  @Test func `has records that end before they start rejected`() throws {
    let scratch = try ImportScratch()
    let (start, before) = ("2026-01-01 08:00:00", "2026-01-01 07:00:00")
    try scratch.write(
      "export.xml",
      export(
        record("StepCount", start, "10", end: before) + record("StepCount", start, "5")
          + record("StepCount", "2026-01-03 08:00:00", "1")))
    let report = try scratch.run("export.xml")
    #expect(
      report.rejects.map { "\($0.problem)" } == [
        "endDate \"2026-01-01 07:00:00 +0000\": expected a time after the start"
      ])
    #expect(report.total.added == 2)
  }

  @Test func `has sums, means and latest values`() throws {
    let rows = try rows(
      export(
        record("StepCount", "2026-01-01 00:30:00", "10")
          + record("StepCount", "2026-01-01 00:40:00", "12", source: "Watch")
          + record("StepCount", "2026-01-01 23:59:59", "5")
          + record("HeartRate", "2026-01-01 10:00:00", "60", unit: "count/min")
          + record("HeartRate", "2026-01-01 11:00:00", "71", unit: "count/min", source: "Watch")
          + record("BodyMass", "2026-01-01 20:00:00", "70.5", unit: "kg")
          + record("BodyMass", "2026-01-01 08:00:00", "71", unit: "kg")
          + record("BodyMass", "2026-01-01 09:00:00", "155", unit: "lb")
          + record("DietaryWater", "2026-01-02 09:00:00", "0.25", unit: "L")
          + record("DietaryWater", "2026-01-02 10:00:00", "0.5", unit: "L")))
    #expect(
      rows == [
        "BodyMass 2026-01-01 70.5 kg", "BodyMass 2026-01-01 155 lb",
        "DietaryWater 2026-01-02 0.75 L",
        "HeartRate 2026-01-01 65.5 count/min", "StepCount 2026-01-01 17 count",
      ])
  }

  // The watch begins with the hour, so it counts what the phone did not.
  @Test(arguments: [
    ("07:59:59", "DietaryWater 2026-01-01 12 L"), ("08:00:00", "DietaryWater 2026-01-01 22 L"),
    ("08:59:59", "DietaryWater 2026-01-01 22 L"), ("00:00:00", "DietaryWater 2026-01-01 22 L"),
    ("23:59:59", "DietaryWater 2026-01-01 22 L"),
  ])
  func `has sums by the hour in which a value begins`(time: String, sum: String) throws {
    let rows = try rows(
      export(
        record("DietaryWater", "2026-01-01 07:00:00", "10", unit: "L")
          + record("DietaryWater", "2026-01-01 \(time)", "12", unit: "L", source: "Watch")))
    #expect(rows == [sum])
  }

  @Test(arguments: [
    ("StepCount", "Step count"), ("HeartRate", "Heart rate"), ("BodyMassIndex", "Body mass index"),
    ("SixMinuteWalkTestDistance", "Six minute walk test distance"), ("VO2Max", "VO2 max"),
    ("HeartRateVariabilitySDNN", "Heart rate variability SDNN"),
    ("Workout Running", "Workout Running"),
    ("NikeFuel", "Nike fuel"), ("Height", "Height"),
  ])
  func `has trackers with the words of the types`(type: String, name: String) throws {
    let scratch = try ImportScratch()
    try scratch.write("h.csv", "health_type,day,value,unit\n\(type),2026-01-01,1,\n")
    #expect(try scratch.run("h.csv").line == "1=1+0+0+0+0")
    #expect(try scratch.state().trackers.trackers.map(\.content.name) == [name])
  }

  // The document type of such files says that records in a correlation are also outside of it.
  @Test func `counts what is in a correlation once`() throws {
    let day = "2026-01-02 09:00:00"
    let food = record("DietaryProtein", day, "20", unit: "g")
    let meal =
      "<Correlation type=\"HKCorrelationTypeIdentifierFood\" startDate=\"\(day) +0000\">\n"
      + " <MetadataEntry key=\"HKFoodType\" value=\"Lentils\"/>\n \(food)</Correlation>\n"
    let empty = "<Correlation type=\"HKCorrelationTypeIdentifierFood\"/>\n"
    let rows = try rows(export(food + meal + empty + record("StepCount", day, "5") + meal + food))
    #expect(rows == ["DietaryProtein 2026-01-02 40 g", "StepCount 2026-01-02 5 count"])
  }

  /// Returns the rows of an export.
  private func rows(_ text: String) throws -> [String] {
    let scratch = try ImportScratch()
    let path = try scratch.write("export.xml", text)
    let file = try #require(try InputGroup.groups(of: [path]).first?.files.first)
    let feed = try RecordFeed(file, TextOptions())
    var rows: [String] = []
    while try feed.next() {
      rows.append(
        feed.problem.map { "\(feed.parser.record.line) \($0)" }
          ?? feed.parser.record.strings.joined(separator: " "))
    }
    return rows
  }

  @Test func `needs no memory for sources of other types and days`() {
    var sums = HealthSums(.sum)
    for source in [3, Int.max / 16] {
      sums.add(1, source: source, day: CivilDay(number: 20_000), hour: 3, time: 0)
      sums.add(1, source: source, day: CivilDay(number: -5), hour: 3, time: 0)
    }
    #expect(sums.days.map(\.day.number) == [20_000])
    #expect(sums.days.map(\.value) == [1])
  }

  @Test func `is read the same however its bytes are divided`() throws {
    // More than one chunk of 256 KiB, so that tags lie across their borders.
    let text = export(
      (0..<3000).map { index in
        record(
          "StepCount", "2026-01-0\(index % 9 + 1) 0\(index % 10):00:00", "1",
          source: String(repeating: "x", count: index % 97))
      }.joined() + "<!-- a comment with <Record> -->")
    #expect(text.utf8.count > 1 << 19)
    // Each of the sources has at most 3000 / (97 · 90) + 1 = 1 step in an hour of a day.
    #expect(try rows(text) == (1...9).map { "StepCount 2026-01-0\($0) 10 count" })
  }

  @Test(arguments: [
    ("<!DOCTYPE HealthData [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]>", "defines entities"),
    (
      "<!DOCTYPE HealthData [" + String(repeating: " ", count: 2_000_000) + "]>",
      "longer than 1 MiB"
    ),
    ("<!DOCTYPE HealthData [ <!-- ", "truncated"),
  ])
  func `is refused with entities and with endless parts`(type: String, message: String) throws {
    let error = #expect(throws: InputFailure.self) { try rows(export("", type: type)) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `is refused when it is truncated anywhere`() throws {
    let text = Array(export(record("StepCount", "2026-01-01 00:30:00", "10")).utf8)
    let start = "<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData []>\n<HealthData locale=\"en\">".utf8
      .count
    for count in stride(from: start, to: text.count - Self.end.utf8.count + 5, by: 7) {
      let cut = String(decoding: text.prefix(count), as: UTF8.self)
      let error = #expect(throws: InputFailure.self) { try rows(cut) }
      #expect(error?.message.contains("truncated") == true)
    }
  }

  @Test func `has records rejected that cannot be read`() throws {
    let day = "2026-01-01 00:30:00"
    let rows = try rows(
      export(
        record("StepCount", day, "1e400") + record("StepCount", day, "many")
          + record("StepCount", "2026-02-30 00:30:00", "1") + "<Record type=x>\n"
          + "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" startDate=\"\(day) +0000\" "
          + "endDate=\"2025-01-01 00:30:00 +0000\" value=\"HKCategoryValueSleepAnalysisAsleep\"/>"))
    #expect(
      rows == [
        "4 value \"1e400\": expected a number", "5 value \"many\": expected a number",
        "6 startDate \"2026-02-30 00:30:00 +0000\": expected a time such as "
          + "2026-06-01 07:30:00 +0200",
        "7 a tag that is not XML",
        "8 endDate \"2025-01-01 00:30:00 +0000\": expected a time after the start",
      ])
  }
}

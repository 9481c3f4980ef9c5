import CSV
import FlintRules
import Testing

@testable import Transfer

/// Reads a table record by record, as an import does.
func translate(
  _ format: some RecordFormat, _ bytes: [UInt8], _ context: ReadingContext
) throws -> [String] {
  var parser = CSVParser()
  var position = 0
  var words: [String] = []
  _ = try parser.next(in: bytes.span.bytes, at: &position)
  let header = try parser.adoptHeader()
  var translator = try #require(format.translator(for: header.names, context))
  while true {
    if try !parser.next(in: bytes.span.bytes, at: &position) {
      guard try parser.finish() else { break }
    }
    do {
      switch try translator.translate(parser.record) {
      case .event(let event): words.append(event.words)
      case .events(let events): words.append(events.map(\.words).joined(separator: " & "))
      case .skipped(let reason): words.append("skipped: \(reason)")
      case .spark, .rejected: break
      }
    } catch {
      words.append("rejected: \(error)")
    }
  }
  return words
}

@Suite struct `Ignition's export` {
  @Test func `becomes sparks`() throws {
    let words = try translate(
      IgnitionFormat(), try example("ignition.csv")[0].bytes, try appContext())
    #expect(words.count == 12)
    #expect(
      Array(words.prefix(5)) == [
        "2026-05-02T09:15:00+02:00 spark Chose the smaller flat decision high "
          + #"["home", "money"] Less rent, more light. key 5C2E7A10-0001"#,
        "2026-05-02T18:40:00+02:00 spark Ran up the tower stairs twice energy medium "
          + #"["sport"]  key 5C2E7A10-0002"#,
        "2026-05-03T22:05:00+02:00 spark A map of the town by smell, not by street idea low "
          + #"["walks", "maps"]  key 5C2E7A10-0003"#,
        "2026-05-04T11:30:00 spark Bread with beer instead of water experiment medium "
          + "[\"kitchen\", \"bread\"] Dense. Good toast.\nTry half and half. key 5C2E7A10-0004",
        // In UTC: the profile's zone determines the day.
        "2026-05-05T08:20:00Z spark Asked for the raise challenge extreme "
          + #"["work", "money"]  key 5C2E7A10-0005"#,
      ])
    #expect(words[6].hasPrefix("2026-05-06T20:15:30.250+02:00 spark Danced"))
    #expect(words[6].contains("energy high"))
  }

  @Test func `rejects invalid categories, intensities, titles and times`() throws {
    let words = try translate(
      IgnitionFormat(),
      Array(
        """
        ID,Title,Category,Intensity,Points,Created,Updated,Notes,Tags
        1,a,Mood,low,1,2026-05-02,,,
        2,b,idea,huge,1,2026-05-02,,,
        3, ,idea,low,1,2026-05-02,,,
        4,d,idea,low,1,02/05/2026,,,
        ,e,idea,,1,2026-05-02,,,| x ||
        """.utf8), try appContext())
    #expect(
      words == [
        "rejected: Category \"Mood\": expected decision, energy, idea, experiment, challenge",
        "rejected: Intensity \"huge\": expected low, medium, high, extreme",
        "rejected: Title \" \": expected a title that is not empty",
        "rejected: Created \"02/05/2026\": the order of day, month and year is not known; choose "
          + "it with --dates dmy or --dates mdy",
        #"2026-05-02T12:00:00 spark e idea medium ["x"]  key "#,
      ])
  }

  @Test func `is recognised by its columns alone`() throws {
    let context = try appContext()
    #expect(
      IgnitionFormat().translator(
        for: ["id", "title", "category", "intensity", "points", "created"], context) != nil)
    // Flint's own sparks.
    #expect(
      IgnitionFormat().translator(
        for: ["title", "category", "intensity", "at", "notes", "tags"], context) == nil)
  }
}

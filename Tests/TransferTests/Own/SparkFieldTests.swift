import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

/// What is written by hand about sparks in tables, compared with the declaration of their fields.
struct `The declared fields of a spark in tables` {
  private static let fields = Spark.schema.fields

  /// A value that no spark has by default, and no other field.
  private static func sample(_ field: FieldDeclaration) -> FieldValue {
    switch field.type {
    case .choice(let choice): .name(choice.names.last ?? "")
    case .integer(let range): .integer(range.upperBound - Int64(field.name.utf8.count))
    case .list: .list([field.name])
    default: .text(field.name)
    }
  }

  /// Reads a row with a sample in each field, and returns the names of those that are not read.
  private func unread(_ format: any RecordFormat) throws -> [String] {
    let header = ["at"] + Self.fields.map(\.declaration.column)
    let row =
      ["2026-03-01T10:00:00Z"]
      + Self.fields.map { field in
        let value = Self.sample(field.declaration)
        return if case .list(let texts) = value { TagList.joined(texts) } else { value.plain }
      }
    let context = ReadingContext(
      zone: try CivilZone(name: "UTC"), now: Instant(milliseconds: 1_780_000_000_000))
    var translator = try #require(format.translator(for: header, context))
    var parser = CSVParser()
    let bytes = Array((row.joined(separator: ",") + "\n").utf8)
    var position = 0
    guard try parser.next(in: bytes.span.bytes, at: &position),
      case .event(.spark(let new)) = try translator.translate(parser.record)
    else { return ["nothing is read"] }
    let spark = try new.spark(
      at: Instant(milliseconds: 0), offset: .zero, under: try Rulebook.ignition())
    return Self.fields.filter { $0.value(of: spark) != Self.sample($0.declaration) }.map(
      \.name)
  }

  @Test func `are read from Flint's own table`() throws {
    #expect(try unread(OwnFormat.sparks) == [])
  }

  @Test func `are read by a mapping`() throws {
    let columns = (["at"] + Self.fields.map(\.declaration.column)).map { column in
      (name: column, value: MappingTree.text(column))
    }
    let mapping = try Mapping(
      reading: .table([("kind", .text("spark")), ("columns", .table(columns))]), name: "all")
    #expect(try unread(MappedFormat(mapping)) == [])
  }

  @Test func `are columns whose values are written in their order`() throws {
    let names = SparkExport.columns.map(\.name)
    #expect(names.first == "at")
    #expect(
      Array(names.dropFirst().prefix(Self.fields.count + 1)) == Self.fields.map(\.name) + ["key"])
    var random = RandomProfile(seed: 3)
    let store = try random.make(seed: 3, steps: 200, isCorrected: false)
    try store.session(RandomProfile.options(isWriting: false)) { session in
      var sparks: [Spark] = []
      try session.eachSpark(ExportRange()) { row in
        sparks.append(try row.spark)
        return true
      }
      #expect(sparks.count > 10)
      var index = 0
      try SparkExport(session, ExportOptions(.sparks)).forEachRow(session) { values in
        #expect(values.count == names.count)
        #expect(
          Array(values[1...Self.fields.count]) == Self.fields.map { $0.value(of: sparks[index]) })
        index += 1
        return true
      }
    }
  }

  @Test func `are written as the same bytes without and with intermediate values`() throws {
    var random = RandomProfile(seed: 4)
    let store = try random.make(seed: 4, steps: 200, isCorrected: true)
    let columns = SparkFields.Field.allCases.map(\.rawValue)
    #expect(Set(columns).isSuperset(of: Self.fields.map(\.declaration.column)))
    func text(_ conditions: [RowCondition]) throws -> String {
      var options = ExportOptions(.sparks)
      options.columns = columns
      options.conditions = conditions
      let job = try ExportJob(options)
      return try store.session(RandomProfile.options(isWriting: false)) { session in
        var bytes: [UInt8] = []
        _ = try job.run(session) { $0.withUnsafeBufferPointer { bytes += Array($0) } }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    let always = RowCondition(column: "title", comparison: .unequal, value: "")
    #expect(try text([]) == text([always]))
  }
}

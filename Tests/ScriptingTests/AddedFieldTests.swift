import CSV
import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Scripting
@testable import Transfer

/// A record to whose schema a test adds fields.
private struct Gem: SchemaRecord {
  var name: String
  /// The values of the added fields.
  var values: [String: FieldValue] = [:]

  @TaskLocal static var added: [FieldDeclaration] = []

  static var schema: RecordSchema<Gem> {
    RecordSchema(
      [Field("name", \.name, "The name.", type: .line(maximum: 20))]
        + added.map { declaration in
          Field(
            declaration, get: { $0.values[declaration.name] ?? .none },
            set: { (gem, value) throws(FieldError) in
              gem.values[declaration.name] = try declaration.type.checked(
                value, field: declaration.name)
            })
        })
  }
  static let blank = Gem(name: "gem")

  /// A module with a function that replies the canonical JSON of its argument.
  static func module(_ session: Session) -> HostModule {
    let fields = schema.declarations.map(\.hostField)
    let cut = HostFunction(
      "cut", "Cuts a gem.", parameters: [HostParameter("gem", .table(fields), "The gem.")],
      returns: HostResult(
        "gem", "table", "The gem.",
        fields: ResultSchema<Gem>("Gem", "A gem.", schema.fields.map { ResultField($0, \.self) })
          .shape.hostResults)
    ) { call throws(HostFailure) in
      let gem = try call.record(Gem.self, session).record
      call.reply.string(gem.content.text())
    }
    return HostModule("gem", "Gems.", functions: [cut])
  }
}

/// What CONTRIBUTING promises about a new field.
struct `A field that is added to a schema` {
  private static let carats = FieldDeclaration(
    "carats", .integer(1...100), "The weight in carats.")
  private static let opal = Gem(name: "Opal", values: ["carats": .integer(3)])

  private func withField(_ body: () throws -> Void) rethrows {
    try Gem.$added.withValue([Self.carats], operation: body)
  }

  @Test func `is in the canonical JSON`() throws {
    #expect(Self.opal.content.text() == #"{"name":"Opal"}"#)
    try withField { () throws in
      let text = #"{"name":"Opal","carats":3}"#
      #expect(Self.opal.content.text() == text)
      #expect(try Gem.schema.record(ContentMembers(parsing: Array(text.utf8))) == Self.opal)
    }
  }

  @Test func `is a column of tables, out and in`() throws {
    let listed = [ExportColumn("name"), ExportColumn("key")]
    #expect(listed.including(Gem.schema).map(\.name) == ["name", "key"])
    try withField { () throws in
      let columns = listed.including(Gem.schema)
      #expect(columns.map(\.name) == ["name", "carats", "key"])
      #expect(columns[1].content == .number)
      var row = ExportRow(columns)
      row.put(Self.opal, try CivilZone.named("UTC"))
      #expect(row.values == [.text("Opal"), .integer(3), .none])

      let known = try #require(OwnColumns(["carats", "name"], of: columns, required: ["name"]))
      #expect(try read("3,Opal", known) == Self.opal)
      #expect(throws: RowProblem.self) { try read("101,Opal", known) }
    }
  }

  @Test func `is in the guide of the format`() throws {
    try withField { () throws in
      let guide = FormatGuide(
        summary: "Gems.", becomes: [("name", "the name")],
        fields: Gem.schema.declarations, lost: [])
      #expect(
        guide.columns.prefix(2) == [
          .init("name", "the name"), .init("carats", "The weight in carats."),
        ])
    }
  }

  private func read(_ line: String, _ columns: OwnColumns) throws -> Gem {
    var parser = CSVParser()
    let bytes = Array("\(line)\n".utf8)
    var position = 0
    guard try parser.next(in: bytes.span.bytes, at: &position) else { return .blank }
    return try columns.read(Gem.self, parser.record)
  }

  @Test func `is an argument that Lua checks`() throws {
    #expect(try cut(#"gem.cut{name = "Opal", carats = 3}"#).contains("unknown field"))
    try withField { () throws in
      #expect(try cut(#"gem.cut{name = "Opal", carats = 3}"#) == #"{"name":"Opal","carats":3}"#)
      let refused = try cut(#"gem.cut{name = "Opal", carats = 101}"#)
      #expect(
        refused.contains(#"field "carats": expected integer from 1 to 100, got 101"#), "\(refused)")
    }
  }

  /// Returns the result of a script that can call `gem.cut`, or its error.
  private func cut(_ call: String) throws -> String {
    let added = Gem.added
    return try inSession { session in
      withScriptThread {
        Gem.$added.withValue(added) {
          do throws(LuaError) {
            let state = try LuaState(
              limits: LuaLimits(wallTime: .seconds(60)), modules: [Gem.module(session)],
              environment: LuaEnvironment())
            let values = try state.run(
              source: Array("return \(call)".utf8), chunkName: "@gem.lua")
            return values.first?.text ?? ""
          } catch {
            return error.message
          }
        }
      }
    }
  }

  private func inSession<Result>(_ body: (Session) throws -> Result) throws -> Result {
    let profile = try Profile.new(
      seed: 1, zone: "UTC", rulebook: .ignition, now: Instant(milliseconds: 0))
    return try Store.inMemory(profile: profile).session(SessionOptions(), body)
  }

  @Test func `is in the reference`() throws {
    try withField { () throws in
      let page = try inSession { Reference([Gem.module($0)]).markdown }
      #expect(page.contains("`carats`"))
      #expect(page.contains("The weight in carats."))
    }
  }
}

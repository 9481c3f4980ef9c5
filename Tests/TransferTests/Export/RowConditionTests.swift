import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Testing

@testable import Transfer

@Suite struct `Conditions of an export` {
  private let zone = try? CivilZone(name: "Europe/Rome")

  private func holds(
    _ condition: String, _ value: FieldValue, _ rulebook: RulebookDefinition = .ignition
  ) throws -> Bool {
    let condition = try #require(RowCondition(condition))
    return condition.isSatisfied(by: value, try #require(zone), NameScales(rulebook))
  }

  @Test func `are a column, a comparison and a value`() {
    for (text, comparison) in [
      ("a=b", RowCondition.Comparison.equal), ("a!=b", .unequal), ("a>=b", .atLeast),
      ("a<=b", .atMost), ("a>b", .more), ("a<b", .less), ("a~b", .contains),
    ] {
      #expect(
        RowCondition(text)
          == RowCondition(column: "a", comparison: comparison, value: "b"))
    }
    #expect(RowCondition("title= x=y ")?.value == " x=y ")
    #expect(RowCondition("notes!=")?.value == "")
    #expect(RowCondition(" a = b")?.column == "a")
    #expect(RowCondition("a") == nil)
    #expect(RowCondition("=a") == nil)
    #expect(RowCondition("a!b") == nil)
  }

  @Test func `compare numbers as numbers`() throws {
    #expect(try holds("points>=9", .integer(10)))
    #expect(try !holds("points>=9", .integer(8)))
    #expect(try holds("value<-1.5", .decimal(-2_000_000)))
    #expect(try holds("value=2.50", .decimal(2_500_000)))
    #expect(try !holds("points>ten", .integer(100)))
  }

  @Test func `compare times as instants, and a day without a time as the whole day`() throws {
    // 2026-03-01T09:30+01:00.
    let time = FieldValue.time(
      Instant(milliseconds: 1_772_353_800_000), UTCOffset(seconds: 3600))
    #expect(try holds("at=2026-03-01", time))
    #expect(try holds("at<=2026-03-01", time))
    #expect(try !holds("at<2026-03-01", time))
    #expect(try holds("at>2026-02-28", time))
    // In the zone's winter time this is the same instant.
    #expect(try holds("at=2026-03-01T09:30", time))
    #expect(try holds("at=2026-03-01T08:30Z", time))
    #expect(try holds("at<2026-03-01T08:30:00.001Z", time))
    #expect(try !holds("at<soon", time))
  }

  @Test func `compare texts by bytes, intensities by strength, and find substrings ignoring case`()
    throws
  {
    #expect(try holds("title=Ride", .text("Ride")))
    #expect(try !holds("title=ride", .text("Ride")))
    #expect(try holds("title~RID", .text("Bride")))
    #expect(try !holds("title=caf\u{e9}", .text("cafe\u{301}")))
    #expect(try holds("intensity>=high", .name("extreme")))
    #expect(try !holds("intensity>=high", .name("medium")))
  }

  @Test func `compare names by the lists of the rulebook, and of ignition beside them`() throws {
    var own = RulebookDefinition.ignition
    own.intensities = ["weak", "high", "mighty"].compactMap { SparkIntensity(declaring: $0) }
    own.rarities = ["plain", "divine"].compactMap { CardRarity(declaring: $0) }
    #expect(try holds("intensity>=high", .name("mighty"), own))
    #expect(try !holds("intensity>=high", .name("weak"), own))
    #expect(try holds("rarity<divine", .name("plain"), own))
    // A spark that was recorded under ignition.
    #expect(try holds("intensity>=high", .name("extreme"), own))
    #expect(try holds("mood>=good", .name("great"), own))
    // Names of two scales have no order.
    #expect(try !holds("intensity<=weak", .name("extreme"), own))
    #expect(try !holds("intensity>=weak", .name("extreme"), own))
    let scales = NameScales(own)
    let names = ["weak", "high", "mighty", "low", "medium", "extreme"]
    #expect(
      names.reversed().sorted {
        FieldValue.precedes(.name($0), .name($1), scales)
      } == names)
  }

  @Test func `distinguish missing values from values`() throws {
    #expect(try holds("notes=", .none))
    #expect(try !holds("notes!=", .none))
    #expect(try holds("notes!=", .text("x")))
    #expect(try !holds("due>2026-01-01", .none))
    #expect(try holds("tags=b", .list(["a", "b"])))
    #expect(try !holds("tags=a|b", .list(["a", "b"])))
    #expect(try holds("tags=", .list([])))
  }

  @Test func `are separate from an order, which has a column and a direction`() {
    #expect(RowOrder("at") == RowOrder(column: "at"))
    #expect(RowOrder("at:asc") == RowOrder(column: "at"))
    #expect(RowOrder("at:desc") == RowOrder(column: "at", isDescending: true))
    #expect(RowOrder("at:down") == nil)
    #expect(RowOrder(":desc") == nil)
  }

  @Test(
    arguments: [
      ("points>abc", ExportKind.sparks, "column \"points\" is compared with a number, got \"abc\""),
      ("points=", .sparks, nil),
      ("points>", .sparks, "column \"points\" is compared with a number, got \"\""),
      ("points~a", .sparks, nil), ("points!=1.5", .sparks, nil), ("title>abc", .sparks, nil),
      (
        "at<soon", .sparks,
        "column \"at\" is compared with a time or a day, such as 2026-03-01T09:30 or 2026-03-01, "
          + "got \"soon\""
      ),
      ("at<2026-03-01", .sparks, nil), ("at<2026-03-01T10:00", .sparks, nil),
      (
        "due>2026-13-01", .tasks,
        "column \"due\" is compared with a day such as 2026-03-01, got \"2026-13-01\""
      ),
      ("can_edit=yes", .moods, "column \"can_edit\" is compared with true or false, got \"yes\""),
      ("mood>=good", .days, nil),
      ("streak>=x", .days, "column \"streak\" is compared with a number, got \"x\""),
    ] as [(String, ExportKind, String?)])
  func `compare a column with values of its type`(
    text: String, kind: ExportKind, message: String?
  ) throws {
    var options = ExportOptions(kind)
    options.conditions = [try #require(RowCondition(text))]
    do throws(ExportProblem) {
      _ = try ExportJob(options)
      #expect(message == nil)
    } catch {
      #expect(error.option == "where" && error.message == message)
    }
  }

  @Test(arguments: ExportKind.allCases)
  func `have a type for the columns of every kind`(kind: ExportKind) throws {
    var random = RandomProfile(seed: 41)
    let store = try random.make(seed: 41, steps: 150, isCorrected: true)
    var options = ExportOptions(kind)
    options.columns = kind.columns
    options.form.format = .jsonl
    var bytes: [UInt8] = []
    try store.session(RandomProfile.options(isWriting: false)) { session in
      _ = try ExportJob(options).run(session) { $0.withUnsafeBufferPointer { bytes += Array($0) } }
    }
    var seen: Set<String> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard case .object(let members) = try JSONValue(parsing: Array(line)) else { continue }
      for (name, value) in members where value != .null {
        seen.insert(name)
        let content = try #require(kind.columnList.first { $0.name == name }).content
        let fits =
          switch (content, value) {
          case (.number, .integer), (.number, .number), (.flag, .boolean): true
          case (.time, .string(let text)), (.day, .string(let text)): content.canCompare(with: text)
          case (.text, .integer), (.text, .number): kind == .entries && name == "value"
          case (.text, .boolean): kind == .entries && name == "value"
          case (.text, .string(let text)):
            (Timestamp(text) == nil && CivilDay(text) == nil) || kind == .entries
          case (.text, _): true
          default: false
          }
        #expect(fits, "\(kind).\(name): \(value) is no \(content)")
      }
    }
    #expect(!seen.isEmpty)
  }
}

import Lua
import Rules
import Sessions

extension HostReply {
  /// Replies a JSON value; members that are null are left out, as Lua does.
  func json(_ value: JSONValue) {
    switch value {
    case .null: self.nil()
    case .boolean(let flag): boolean(flag)
    case .integer(let number): integer(number)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let items):
      beginArray(expecting: items.count)
      for item in items { json(item) }
      end()
    case .object(let members):
      beginTable()
      for member in members where member.value != .null {
        field(dynamic: member.name)
        json(member.value)
      }
      end()
    }
  }
}

extension HostCall {
  /// The category given in a slot declared with `HostType.category`.
  func category(_ slot: Int) -> Category? {
    choice(slot).flatMap { Category(rawValue: UInt8($0)) }
  }

  /// The intensity given in a slot declared with `HostType.intensity`.
  func intensity(_ slot: Int) -> Intensity? {
    choice(slot).flatMap { Intensity(rawValue: UInt8($0 + 1)) }
  }

  /// The time given in a slot declared with `HostType.time`; `nil` if none was.
  func time(_ slot: Int) throws(HostFailure) -> EventTime? {
    switch kind(slot) {
    case .absent: return nil
    case .integer, .number:
      let milliseconds = (number(slot) * 1000).rounded()
      let range = Instant.earliest.milliseconds...Instant.latest.milliseconds
      guard let whole = Int64(exactly: milliseconds), range.contains(whole) else {
        throw .argument(slot, expected: "seconds since 1970", got: "\(number(slot))")
      }
      return .instant(Instant(milliseconds: whole))
    default:
      let text = try string(slot)
      guard let timestamp = Timestamp(text) else {
        throw .argument(slot, expected: Timestamp.form, got: "\"\(text)\"")
      }
      return .written(timestamp)
    }
  }

  /// The instant given in a slot declared with `HostType.time`, read in a zone.
  func instant(_ slot: Int, _ zone: Zone) throws(HostFailure) -> Instant? {
    switch try time(slot) {
    case nil: nil
    case .written(let timestamp): zone.resolve(timestamp).instant
    case .instant(let instant): instant
    }
  }

  /// The day given in a slot declared with `HostType.day`; `nil` if none was.
  func day(_ slot: Int) throws(HostFailure) -> CivilDay? {
    guard let text = try optionalString(slot) else { return nil }
    guard let day = CivilDay(text) else {
      throw .argument(slot, expected: "a day such as 2026-03-01", got: "\"\(text)\"")
    }
    return day
  }

  /// The id given in a slot; `nil` if it is none of 32 hexadecimal digits.
  func id(_ slot: Int) throws(HostFailure) -> EventID {
    let text = try string(slot)
    guard let id = EventID(text) else {
      throw .argument(slot, expected: "an id of 32 hexadecimal digits", got: "\"\(text)\"")
    }
    return id
  }
}

extension HostType {
  /// A category's name.
  static let category = HostType.choice(Category.names)
  /// An intensity's name.
  static let intensity = HostType.choice(Intensity.names)
  /// A rarity's name.
  static let rarity = HostType.choice(Rarity.names)
  /// A written timestamp, or seconds since 1970 as `os.time` gives them.
  static let time = HostType.either(.string, .number())
  /// A day, `YYYY-MM-DD`.
  static let day = HostType.string
}

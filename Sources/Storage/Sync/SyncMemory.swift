import Foundation
import FlintJSON
import FlintRules

/// What a device remembers of the last synchronization: which contents of other copies its profile has
/// merged. It only saves work: without it, everything is merged once more.
package struct SyncMemory: Sendable, Equatable {
  /// The profile whose records these were.
  var profile: EventID
  /// The sum of the profile's records up to a sequence number, by which a profile is recognised that still
  /// has them.
  var records: RecordSum
  var lastSequence: Int64
  /// The hashes of the merged contents, by the names of the copies.
  package var merged: [String: String] = [:]
  /// The hash of the device's own copy.
  package var own: String?
  /// The description of what the own copy contains.
  package var ownContent: String?

  /// Creates the memory of a profile as it is.
  package init(of access: StoreAccess) throws {
    profile = try access.profile.read().id
    records = try access.profile.recordSum()
    lastSequence = try access.records.lastSequence()
  }

  /// Reads what is remembered, if it is of use: if the profile still has all records of then.
  package init?(from folder: SyncFolder, for access: StoreAccess) throws {
    guard let data = FileManager.default.contents(atPath: folder.memoryPath),
      let value = try? JSONValue(parsing: Array(data)),
      case .string(let profile)? = value["profile"], let profile = EventID(profile),
      case .integer(let last)? = value["last"], case .integer(let count)? = value["count"],
      case .integer(let high)? = value["high"], case .integer(let low)? = value["low"],
      case .object(let merged)? = value["merged"]
    else { return nil }
    self.profile = profile
    lastSequence = last
    records = RecordSum(
      count: count, high: UInt64(bitPattern: high), low: UInt64(bitPattern: low))
    for case (let name, .string(let hash)) in merged { self.merged[name] = hash }
    if case .string(let own)? = value["own"] { self.own = own }
    if case .string(let content)? = value["own_content"] { ownContent = content }
    guard try access.profile.read().id == profile,
      try access.records.sum(through: last, of: access.profile.recordSum()) == records
    else { return nil }
  }

  /// Stores what is remembered, unless it is stored already.
  package func store(in folder: SyncFolder) throws {
    let value = JSONValue.object([
      ("profile", .string(profile.description)), ("last", .integer(lastSequence)),
      ("count", .integer(records.count)), ("high", .integer(Int64(bitPattern: records.high))),
      ("low", .integer(Int64(bitPattern: records.low))),
      ("own", own.map { .string($0) } ?? .null),
      ("own_content", ownContent.map { .string($0) } ?? .null),
      ("merged", .object(merged.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
    ])
    let bytes = Array((value.text(indented: true) + "\n").utf8)
    if FileManager.default.contents(atPath: folder.memoryPath).map(Array.init) == bytes { return }
    try Store.writeFile(folder.memoryPath, permissionsOf: nil, replacing: true) {
      try $0(bytes.span)
    }
  }
}

extension StoreAccess {
  /// A description of what a copy of the profile contains, which differs whenever the copies differ in
  /// records, settings or the rulebook.
  package var contentDescription: String {
    get throws {
      let (profile, sum) = (try profile.read(), try profile.recordSum())
      let settings = profile.settings.map { "\($0.name)=\(profile.value(of: $0))" }
      return
        ([
          "\(sum.count)", String(sum.high, radix: 16), String(sum.low, radix: 16),
          profile.rulebookHash,
        ] + settings).joined(separator: " ")
    }
  }
}

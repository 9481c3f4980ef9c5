import CSV
import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import FlintSchema

/// A backup of Daylio's: the file `backup.daylio` of a zip file, base64 of a JSON text.
///
/// Its entries are read as the rows of the CSV export that Daylio would write of them, so that both
/// have the same keys and contents.
struct DaylioBackup {
  /// The columns of the CSV export.
  static let header = [
    "full_date", "date", "weekday", "time", "mood", "activities", "scales", "note_title", "note",
  ]

  let root: JSONValue
  private let path: String
  /// The names and meanings of moods, by their ids.
  private let moods: [Int64: (name: String, mood: Mood?)]
  /// The names of activities, by their ids.
  let activities: [Int64: String]
  /// The names of the groups of activities, by the names of the activities.
  let groups: [String: Set<String>]
  private let scales: DaylioScales

  /// Whether a file begins like a backup.
  static func begins(_ start: [UInt8], path: String) -> Bool {
    // The base64 of `{"`.
    path.lowercased().hasSuffix("backup.daylio")
      && (start.starts(with: Array("eyJ".utf8)) || start.starts(with: Array("{\"".utf8)))
  }

  /// - Throws: `FormatProblem` when the file is damaged or is not a backup.
  init(_ file: WholeFile) throws(FormatProblem) {
    path = file.path
    root = try DaylioBackup.root(of: file)
    moods = DaylioBackup.moods(root)
    scales = DaylioScales(root["scales"])
    let groupNames = Dictionary(
      root["tag_groups"].elements.compactMap { group in
        group["id"].integer.map { ($0, group["name"].text?.trimmedWhitespace ?? "") }
      }
    ) { first, _ in first }
    var activities: [Int64: String] = [:]
    var groups: [String: Set<String>] = [:]
    for tag in root["tags"].elements {
      guard let id = tag["id"].integer, let name = tag["name"].text else { continue }
      activities[id] = name
      if let group = tag["id_tag_group"].integer.flatMap({ groupNames[$0] }), !group.isEmpty {
        groups[name.trimmedWhitespace, default: []].insert(group)
      }
    }
    self.activities = activities
    self.groups = groups
  }

  /// Decodes base64 with white space in it, without a copy of the text; `nil` if it is not base64.
  static func decoded(base64 text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, digits, padding) = (UInt32(0), 0, 0)
    for byte in text where byte > 0x20 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte + 4
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "=") where digits >= 2:
        digit = 0
        padding += 1
      default: return nil
      }
      if padding > 0, byte != UInt8(ascii: "=") { return nil }
      word = word << 6 | UInt32(digit)
      digits += 1
      if digits == 4 {
        bytes.append(UInt8(truncatingIfNeeded: word >> 16))
        if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: word >> 8)) }
        if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: word)) }
        (word, digits) = (0, 0)
      }
    }
    return digits == 0 ? bytes : nil
  }

  private static func root(of file: WholeFile) throws(FormatProblem) -> JSONValue {
    var bytes = file.bytes
    if bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
      guard let decoded = decoded(base64: bytes) else {
        throw FormatProblem(
          path: file.path,
          message: "the backup is damaged: it is not base64; create it again in Daylio")
      }
      bytes = decoded
    }
    let value: JSONValue
    do {
      value = try JSONValue(foreign: bytes)
    } catch {
      throw FormatProblem(
        path: file.path,
        message: "the backup is damaged: its JSON, line \(error.line), column \(error.column): "
          + "\(error.problem); create it again in Daylio")
    }
    guard case .array? = value["dayEntries"] else {
      throw FormatProblem(
        path: file.path,
        message: "this is not a backup of Daylio's: its JSON has no list dayEntries")
    }
    return value
  }

  /// The moods that Daylio has of its own, by the number of their name.
  private static let predefined: [Int64: (name: String, mood: Mood)] = [
    1: ("rad", .great), 2: ("good", .good), 3: ("meh", .average), 4: ("bad", .bad),
    5: ("awful", .horrible),
  ]

  private static func moods(_ root: JSONValue) -> [Int64: (name: String, mood: Mood?)] {
    // Each group has one of the app's own moods, which shows its meaning.
    var groups: [Int64: Mood] = predefined.mapValues(\.mood)
    let list = root["customMoods"].elements
    for mood in list {
      if let name = mood["predefined_name_id"].integer, let group = mood["mood_group_id"].integer,
        let known = predefined[name]
      {
        groups[group] = known.mood
      }
    }
    var moods: [Int64: (name: String, mood: Mood?)] = [:]
    for mood in list {
      guard let id = mood["id"].integer else { continue }
      let own = mood["custom_name"].text?.trimmedWhitespace ?? ""
      let known = mood["predefined_name_id"].integer.flatMap { predefined[$0] }
      let meaning = mood["mood_group_id"].integer.flatMap { groups[$0] } ?? known?.mood
      moods[id] = (own.isEmpty ? known?.name ?? "mood \(id)" : own, meaning)
    }
    // Old backups have no list of moods.
    if list.isEmpty { moods = predefined.mapValues { ($0.name, $0.mood) } }
    return moods
  }

  /// The meanings of the moods by their names in lower case; names with two meanings have none.
  var meanings: [String: Mood] {
    var meanings: [String: Mood?] = [:]
    for (name, mood) in moods.values {
      guard let mood else { continue }
      let key = name.lowercased()
      if let known = meanings[key], known != mood {
        meanings[key] = .some(nil)
      } else {
        meanings[key] = mood
      }
    }
    return meanings.compactMapValues(\.self)
  }

  /// The entries as the CSV export that Daylio writes of them, the newest first.
  ///
  /// - Throws: `FormatProblem` when an entry is not an object.
  func table() throws(FormatProblem) -> WholeFile {
    var entries: [(at: Int64, index: Int, value: JSONValue)] = []
    for (index, entry) in root["dayEntries"].elements.enumerated() {
      guard case .object = entry else {
        throw FormatProblem(
          path: path,
          message: "entry \(index + 1) of dayEntries: expected an object, got \(entry.summary)")
      }
      entries.append((entry["datetime"].integer ?? 0, index, entry))
    }
    entries.sort { ($1.at, $0.index) < ($0.at, $1.index) }
    var writer = CSVWriter()
    writer.append(record: Self.header)
    for (_, _, entry) in entries { writer.append(record: fields(of: entry)) }
    var bytes: [UInt8] = []
    writer.drain { span in span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    return WholeFile(path: path, bytes: bytes)
  }

  private func fields(of entry: JSONValue) -> [String] {
    func number(_ name: String) -> String { entry[name].integer.map { String($0) } ?? "" }
    func padded(_ text: String) -> String { text.count == 1 ? "0\(text)" : text }
    // Months are counted from 0.
    let month = entry["month"].integer.map { String($0 &+ 1) } ?? ""
    let day = "\(number("year"))-\(padded(month))-\(padded(number("day")))"
    let (hour, minute) = (padded(number("hour")), padded(number("minute")))
    let id = entry["mood"].integer
    let names = entry["tags"].elements.map { tag in
      tag.integer.flatMap { activities[$0] } ?? "activity \(tag.text())"
    }
    return [
      day, "", "", hour.isEmpty && minute.isEmpty ? "" : "\(hour):\(minute)",
      id.map { moods[$0]?.name ?? "mood \($0)" } ?? "", names.joined(separator: " | "),
      scales.text(of: entry), entry["note_title"].text ?? "", entry["note"].text ?? "",
    ]
  }

  /// What the backup contains and Flint does not store, one sentence each.
  var omissions: [String] {
    let entries = root["dayEntries"].elements
    let numbers: [(String, Int)] = [
      ("Photos and recordings", root["assets"].elements.count),
      ("Important days", root["milestones"].elements.count),
      ("Marks of favourite entries", entries.count { $0["isFavorite"].boolean == true }),
      (
        "Values of scales that are in another form than Flint knows",
        entries.reduce(0) { $0 + scales.unreadableCount(of: $1) }
      ),
    ]
    return numbers.filter { $0.1 > 0 }.map { "\($0.0) are not stored: \($0.1)." }
  }
}

/// The scales that a user of Daylio has defined, such as the quality of sleep.
private struct DaylioScales {
  /// The names of the scales, and of their values, by their ids.
  private let scales: [Int64: (name: String, values: [Int64: String])]

  init(_ list: JSONValue?) {
    let pairs = list.elements.compactMap { scale -> (Int64, (String, [Int64: String]))? in
      guard let id = scale["id"].integer, let name = scale["name"].text else { return nil }
      let values = (scale["text_scale"]["values"] as JSONValue?).elements.compactMap { value in
        value["id"].integer.flatMap { id in value["value"].text.map { (id, $0) } }
      }
      return (id, (name.trimmedWhitespace, Dictionary(values) { first, _ in first }))
    }
    scales = Dictionary(pairs) { first, _ in first }
  }

  /// Returns the values of an entry as in a CSV export, such as `Sleep: good | Energy: low`.
  func text(of entry: JSONValue) -> String {
    readable(entry).joined(separator: " | ")
  }

  /// Returns the number of values of an entry that `text(of:)` lacks.
  func unreadableCount(of entry: JSONValue) -> Int {
    (entry["scaleValues"] as JSONValue?).elements.count - readable(entry).count
  }

  private func readable(_ entry: JSONValue) -> [String] {
    (entry["scaleValues"] as JSONValue?).elements.compactMap { value in
      guard let scale = value["id_scale"].integer.flatMap({ scales[$0] }),
        let text = value["id_text_scale_value"].integer.flatMap({ scale.values[$0] })
      else { return nil }
      return "\(scale.name): \(text)"
    }
  }
}

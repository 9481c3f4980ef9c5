import FlintJSON
package import FlintRules
import FlintSchema

/// The options needed to import rejected records again in the same way. A rejects file stores them
/// beside each record as a JSON object with the option names of `import.run`. The layout of the
/// original file is not included, since a rejects file has Flint's own layout.
package struct RepeatedOptions: Equatable, Sendable {
  package var format: String?
  package var map: String?
  /// Whether the mapping was defined inside a script, so that it has no path.
  package var hasOwnMap = false
  /// The text of the mapping that was drafted for the file, if it was read by one.
  package var draft: String?
  /// The order of days, months and years.
  package var dates: DateOrder?
  /// The IANA name of the time zone of times without an offset.
  package var zone: String?
  /// The moods that the user's own names mean, by name.
  package var moods: [String: Mood] = [:]
  /// The names of the trackers to which entries are added, by the names in the file.
  package var trackers: [String: String] = [:]
  /// The name of the habit of a file that does not name it.
  package var tracker: String?
  /// Whether events that differ from the row with their id are corrected.
  package var isUpdating = false
  /// Whether deviations from the rules of CSV are errors.
  package var isStrict = false
  /// Whether other rows of the original file determine the meaning of the records, so that no
  /// options are enough.
  package var needsOriginal = false

  package init() {}

  /// - Parameter map: the path of its mapping, if that is a file.
  package init(_ options: ImportOptions, map: String?) {
    format = options.format
    self.map = map
    dates = options.values.dateOrder
    zone = options.values.zone
    moods = options.values.moods
    trackers = options.values.trackers
    tracker = options.values.tracker
    isUpdating = options.isUpdating
    isStrict = options.text.isStrict
  }

  /// Returns the options that are not given in others, with any value.
  package func missing(in given: RepeatedOptions) -> RepeatedOptions {
    var missing = self
    if given.format != nil || given.map != nil || given.hasOwnMap || given.draft != nil {
      missing.draft = nil
      missing.format = nil
      missing.map = nil
      missing.hasOwnMap = false
    }
    if given.dates != nil { missing.dates = nil }
    if given.zone != nil { missing.zone = nil }
    if given.tracker != nil { missing.tracker = nil }
    missing.moods = moods.filter { given.moods[$0.key] == nil }
    missing.trackers = trackers.filter { given.trackers[$0.key] == nil }
    if given.isUpdating { missing.isUpdating = false }
    if given.isStrict { missing.isStrict = false }
    return missing
  }

  /// Sets the options of an import that are not given, except the mapping.
  package func fill(_ options: inout ImportOptions) {
    options.format = options.format ?? format
    options.values.dateOrder = options.values.dateOrder ?? dates
    options.values.zone = options.values.zone ?? zone
    options.values.moods = moods.merging(options.values.moods) { $1 }
    options.values.trackers = trackers.merging(options.values.trackers) { $1 }
    options.values.tracker = options.values.tracker ?? tracker
    options.isUpdating = options.isUpdating || isUpdating
    options.text.isStrict = options.text.isStrict || isStrict
  }

  package var isEmpty: Bool { self == RepeatedOptions() }

  /// The text in a rejects file; `nil` if there is nothing to repeat.
  var text: String? {
    if isEmpty { return nil }
    func names(_ texts: [String: String]) -> JSONValue? {
      texts.isEmpty
        ? nil : .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
    func flag(_ isSet: Bool) -> JSONValue? { isSet ? .boolean(true) : nil }
    let members: [(String, JSONValue?)] = [
      ("format", format.map { .string($0) }), ("map", map.map { .string($0) }),
      ("own_map", flag(hasOwnMap)), ("draft", draft.map { .string($0) }),
      ("dates", dates.map { .string($0.rawValue) }),
      ("zone", zone.map { .string($0) }), ("moods", names(moods.mapValues(\.name))),
      ("trackers", names(trackers)), ("tracker", tracker.map { .string($0) }),
      ("update", flag(isUpdating)), ("strict", flag(isStrict)),
      ("needs_original", flag(needsOriginal)),
    ]
    return JSONValue.object(members.compactMap { name, value in value.map { (name, $0) } }).text()
  }

  /// Parses the text in a rejects file; returns `nil` if Flint did not write it.
  init?(text: String) {
    guard let options = try? JSONValue(parsing: text), case .object = options else { return nil }
    func value(_ value: JSONValue?) -> String? {
      if case .string(let text)? = value, !text.isEmpty { text } else { nil }
    }
    func names(_ name: String) -> [String: String] {
      guard case .object(let members)? = options[name] else { return [:] }
      let pairs = members.compactMap { member in value(member.value).map { (member.name, $0) } }
      return Dictionary(pairs) { $1 }
    }
    format = value(options["format"])
    map = value(options["map"])
    hasOwnMap = options["own_map"] == .boolean(true)
    draft = value(options["draft"])
    dates = value(options["dates"]).flatMap { DateOrder(rawValue: $0) }
    zone = value(options["zone"])
    moods = names("moods").compactMapValues { Mood(name: $0) }
    trackers = names("trackers")
    tracker = value(options["tracker"])
    isUpdating = options["update"] == .boolean(true)
    isStrict = options["strict"] == .boolean(true)
    needsOriginal = options["needs_original"] == .boolean(true)
  }

  /// Reads the options from a rejects file on disk; returns `nil` if the file is not a rejects file
  /// or has none.
  package init?(ofFile path: String) {
    guard let mark = TextStart.mark(ofFile: path), let options = RepeatedOptions(of: mark) else {
      return nil
    }
    self = options
  }

  /// Reads the options from the first record of a rejects file; returns `nil` if it has none.
  init?(of mark: TextStart.Mark) {
    guard let options = mark.columns.repeated(mark.fields), !options.isEmpty else { return nil }
    self = options
  }

  /// The options as arguments of `flint import`, such as `--map sheet.lua --dates dmy`.
  package var arguments: String {
    // A backslash escapes a character that would end a name.
    func name(_ text: String) -> String {
      text.reduce(into: "") { name, character in
        if ",=\\".contains(character) { name.append("\\") }
        name.append(character)
      }
    }
    func list(_ pairs: [(String, String)]) -> String {
      "\"" + pairs.sorted { $0.0 < $1.0 }.map { "\(name($0))=\(name($1))" }.joined(separator: ",")
        + "\""
    }
    var arguments: [String] = []
    if let format { arguments.append("--format \(format)") }
    if let map { arguments.append("--map \(map)") }
    if hasOwnMap { arguments.append("a mapping inside a script") }
    if draft != nil { arguments.append("--draft") }
    if let dates { arguments.append("--dates \(dates.rawValue)") }
    if let zone { arguments.append("--zone \(zone)") }
    if !moods.isEmpty { arguments.append("--moods " + list(moods.map { ($0.key, $0.value.name) })) }
    if !trackers.isEmpty {
      arguments.append("--trackers " + list(trackers.map { ($0.key, $0.value) }))
    }
    if let tracker { arguments.append("--tracker \"\(tracker)\"") }
    if isUpdating { arguments.append("--update") }
    if isStrict { arguments.append("--strict") }
    return arguments.joined(separator: " ")
  }
}

public import Rules

/// What has to be said again to import rejected records as they were imported: a rejects file keeps
/// it, beside each record, as a JSON object with the names that `import.run` has. How a file is
/// written is no part of it: a rejects file is written as Flint writes.
public struct RepeatedOptions: Equatable, Sendable {
  /// The format, if it was said.
  public var format: String?
  /// The path of the mapping.
  public var map: String?
  /// Whether a script had the mapping in itself, so that it has no path.
  public var hasOwnMap = false
  /// The order of days, months and years.
  public var dates: DateOrder?
  /// The zone of times without an offset.
  public var zone: String?
  /// What the user's own names of moods mean.
  public var moods: [String: Mood] = [:]
  /// Which trackers the entries of those of a file go to.
  public var trackers: [String: String] = [:]
  /// Whether what has the id of a row and says something else is corrected.
  public var isUpdating = false
  /// Whether what breaks the rules of CSV is an error.
  public var isStrict = false

  /// Makes options of which none has to be said.
  public init() {}

  /// Makes those of an import.
  ///
  /// - Parameters:
  ///   - options: how the import is done.
  ///   - map: the path of its mapping, if it has one that is a file.
  public init(_ options: ImportOptions, map: String?) {
    format = options.format
    self.map = map
    dates = options.dateOrder
    zone = options.zone
    moods = options.moods
    trackers = options.trackers
    isUpdating = options.isUpdating
    isStrict = options.isStrict
  }

  /// What of it other options do not say, be it otherwise.
  public func missing(in said: RepeatedOptions) -> RepeatedOptions {
    var missing = self
    if said.format != nil || said.map != nil || said.hasOwnMap {
      missing.format = nil
      missing.map = nil
      missing.hasOwnMap = false
    }
    if said.dates != nil { missing.dates = nil }
    if said.zone != nil { missing.zone = nil }
    missing.moods = moods.filter { said.moods[$0.key] == nil }
    missing.trackers = trackers.filter { said.trackers[$0.key] == nil }
    if said.isUpdating { missing.isUpdating = false }
    if said.isStrict { missing.isStrict = false }
    return missing
  }

  /// Takes it over into the options of an import, all but the mapping, where they do not say it.
  public func fill(_ options: inout ImportOptions) {
    options.format = options.format ?? format
    options.dateOrder = options.dateOrder ?? dates
    options.zone = options.zone ?? zone
    options.moods = moods.merging(options.moods) { $1 }
    options.trackers = trackers.merging(options.trackers) { $1 }
    options.isUpdating = options.isUpdating || isUpdating
    options.isStrict = options.isStrict || isStrict
  }

  /// Whether nothing has to be said.
  public var isEmpty: Bool { self == RepeatedOptions() }

  /// As a rejects file has it; `nil` when nothing has to be said.
  var text: String? {
    if isEmpty { return nil }
    var context = RowContext()
    context[text: "format"] = format ?? ""
    context[text: "map"] = map ?? ""
    if hasOwnMap { context["own_map"] = .boolean(true) }
    context[text: "dates"] = dates?.rawValue ?? ""
    context[text: "zone"] = zone ?? ""
    for (name, mood) in moods.sorted(by: { $0.key < $1.key }) {
      context[context: "moods"][text: name] = mood.name
    }
    for (name, tracker) in trackers.sorted(by: { $0.key < $1.key }) {
      context[context: "trackers"][text: name] = tracker
    }
    if isUpdating { context["update"] = .boolean(true) }
    if isStrict { context["strict"] = .boolean(true) }
    return context.text
  }

  /// Reads what a rejects file has; `nil` when it is nothing of Flint's.
  init?(text: String) {
    guard let context = RowContext(text) else { return nil }
    func word(_ name: String) -> String? {
      let word = context[text: name]
      return word.isEmpty ? nil : word
    }
    format = word("format")
    map = word("map")
    hasOwnMap = context["own_map"] == .boolean(true)
    dates = word("dates").flatMap { DateOrder(rawValue: $0) }
    zone = word("zone")
    for name in context[context: "moods"].names {
      moods[name] = Mood(name: context[context: "moods"][text: name])
    }
    for name in context[context: "trackers"].names {
      trackers[name] = context[context: "trackers"][text: name]
    }
    isUpdating = context["update"] == .boolean(true)
    isStrict = context["strict"] == .boolean(true)
  }

  /// What a file of rejected records says, on the disk; `nil` when it is none, or says nothing.
  public init?(ofFile path: String) {
    guard let mark = TextStart.mark(ofFile: path), let options = RepeatedOptions(of: mark) else {
      return nil
    }
    self = options
  }

  /// What the first record of such a file says; `nil` when that is nothing.
  init?(of mark: TextStart.Mark) {
    guard let options = mark.columns.repeated(mark.fields), !options.isEmpty else { return nil }
    self = options
  }

  /// The options of `flint import` that say it, such as `--map sheet.lua --dates dmy`.
  public var arguments: String {
    // A backslash before what would end a name makes it part of that.
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
    var parts: [String] = []
    if let format { parts.append("--format \(format)") }
    if let map { parts.append("--map \(map)") }
    if hasOwnMap { parts.append("a mapping inside a script") }
    if let dates { parts.append("--dates \(dates.rawValue)") }
    if let zone { parts.append("--zone \(zone)") }
    if !moods.isEmpty { parts.append("--moods " + list(moods.map { ($0.key, $0.value.name) })) }
    if !trackers.isEmpty { parts.append("--trackers " + list(trackers.map { ($0.key, $0.value) })) }
    if isUpdating { parts.append("--update") }
    if isStrict { parts.append("--strict") }
    return parts.joined(separator: " ")
  }
}

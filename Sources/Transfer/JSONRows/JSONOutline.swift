import FlintJSON

/// The probable rows of a JSON text and the columns in them, for a mapping to be suggested.
struct JSONOutline {
  /// The maximum numbers of rows that are examined, of columns, and of levels within a row.
  private static let maximumRowCount = 10_000
  private static let maximumColumnCount = 2000
  private static let maximumDepth = 4

  private var columns: [JSONPath] = []
  private var known: Set<JSONPath> = []

  /// Returns the rows and the columns of a file; `nil` when it does not begin like JSON.
  ///
  /// - Throws: `InputFailure` when the file cannot be read, or is not JSON after all.
  static func form(of file: InputFile, _ options: TextOptions) throws(InputFailure) -> JSONForm? {
    let text = try TextSource(file, options)
    guard text.start.isJSON(JSONForm()) else { return nil }
    var outline = JSONOutline()
    var form = JSONForm()
    if JSONLines.isFormat(of: text) {
      form.rows = JSONPath([])
    } else {
      let bytes = try text.wholeFile(TextOptions()).bytes
      do throws(JSONError) {
        let value = try JSONValue(foreign: bytes)
        form.rows = JSONOutline.rows(of: value)
      } catch {
        // This reports the position of an error of syntax.
        _ = try JSONFeed(try TextSource(file, options), form)
        throw InputFailure(
          file.name,
          "line \(error.line), column \(error.column): \(error.problem) for a suggestion; write a "
            + "mapping with the path of its rows", isUnreadable: false)
      }
    }
    var feed = try JSONFeed(try TextSource(file, options), form)
    let source = try TextSource(file, options)
    for _ in 0..<maximumRowCount {
      guard let row = try feed.next(source) else { break }
      if let value = try? JSONValue(record: row.bytes) { outline.add(value, at: [], depth: 0) }
    }
    form.columns = outline.columns.map(\.columnName)
    form.separator = "|"
    return form
  }

  /// Returns the lists of names that a file has beside its rows.
  static func names(in file: InputFile, _ options: TextOptions) -> [JSONNames] {
    guard let text = try? TextSource(file, options), !JSONLines.isFormat(of: text),
      let bytes = try? text.wholeFile(TextOptions()).bytes,
      let value = try? JSONValue(foreign: bytes)
    else { return [] }
    return JSONNames.lists(in: value)
  }

  static func columnNames(of row: JSONValue) -> [String] {
    var outline = JSONOutline()
    outline.add(row, at: [], depth: 0)
    return outline.columns.map(\.columnName)
  }

  /// Returns the path to the longest list of objects; the outermost of several, and the whole value
  /// if there is none.
  private static func rows(of value: JSONValue) -> JSONPath {
    var best: (path: [JSONPath.Step], count: Int)?
    var level: [(path: [JSONPath.Step], value: JSONValue)] = [([], value)]
    for _ in 0...maximumDepth {
      var next: [(path: [JSONPath.Step], value: JSONValue)] = []
      for (path, value) in level {
        switch value {
        case .array(let elements):
          let count = elements.count { if case .object = $0 { true } else { false } }
          if count > best?.count ?? 0 { best = (path + [.every], count) }
        case .object(let members):
          next += members.map { (path + [.member($0.name)], $0.value) }
        default: break
        }
      }
      level = next
    }
    return JSONPath(best?.path ?? [])
  }

  /// Adds the columns of a row: values that are not objects, and lists of such values.
  private mutating func add(_ value: JSONValue, at path: [JSONPath.Step], depth: Int) {
    switch value {
    case .object(let members) where depth < Self.maximumDepth:
      for (name, value) in members { add(value, at: path + [.member(name)], depth: depth + 1) }
    case .array(let elements):
      let isPlain = elements.allSatisfy { element in
        switch element {
        case .array, .object: false
        default: true
        }
      }
      // A list without [*] is read whole.
      if isPlain { add(JSONPath(path)) }
    // What is null in one row may be an object in another.
    case .object, .null: break
    default: add(JSONPath(path))
    }
  }

  private mutating func add(_ path: JSONPath) {
    if columns.count < Self.maximumColumnCount, known.insert(path).inserted {
      columns.append(path)
    }
  }
}

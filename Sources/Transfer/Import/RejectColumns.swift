import Rules

/// The columns that a file of rejected records has behind those of the file that they were in.
struct RejectColumns {
  /// Those that every such file has.
  static let always = [
    "reject_file", "reject_line", "reject_column", "reject_value", "reject_reason",
  ]
  /// What a record means by what is around it, in files of formats where that matters.
  static let context = "reject_context"
  /// What has to be said again to import a record as it was, where something has.
  private static let options = "reject_options"

  let hasContext: Bool
  let hasOptions: Bool

  init(hasContext: Bool, hasOptions: Bool) {
    self.hasContext = hasContext
    self.hasOptions = hasOptions
  }

  /// Those that a header ends with; `nil` when it is of no such file.
  init?(of header: [String]) {
    var rest = header[...]
    hasOptions = rest.last == Self.options
    if hasOptions { rest.removeLast() }
    hasContext = rest.last == Self.context
    if hasContext { rest.removeLast() }
    guard rest.suffix(Self.always.count) == Self.always[...] else { return nil }
  }

  var names: [String] {
    Self.always + (hasContext ? [Self.context] : []) + (hasOptions ? [Self.options] : [])
  }

  var width: Int { Self.always.count + (hasContext ? 1 : 0) + (hasOptions ? 1 : 0) }

  /// Where a record was rejected and what it meant there, by its fields in these columns.
  func origin(_ mark: ArraySlice<String>) -> (RecordOrigin?, RowContext?) {
    guard let file = mark.first else { return (nil, nil) }
    let fields = Array(mark)
    let place = Self.always.count
    let context = hasContext && fields.count > place ? RowContext(fields[place]) : nil
    var path = file
    if let context {
      let own = context[text: "path"]
      path = own.isEmpty ? file.split(separator: "/").last.map(String.init) ?? file : own
    } else if let zip = file.firstRange(of: ".zip:") {
      path = String(file[zip.upperBound...])
    }
    let line = fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    return (RecordOrigin(file: file, line: line, path: path), context)
  }

  /// What has to be said again, by a record's fields in these columns.
  func repeated(_ mark: ArraySlice<String>) -> RepeatedOptions? {
    hasOptions && mark.count == width ? mark.last.flatMap { RepeatedOptions(text: $0) } : nil
  }
}

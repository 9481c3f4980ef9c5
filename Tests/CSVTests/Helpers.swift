import CSV

/// Returns the fields of all records of an input without errors.
func records(
  _ text: String, dialect: CSVDialect = .standard, width: Int? = nil
) -> [[String]] {
  parse(Array(text.utf8), dialect: dialect, width: width).map {
    $0.error == nil ? $0.strings : ["an error"]
  }
}

/// Returns the descriptions of the errors in an input.
func errors(
  _ input: [UInt8], dialect: CSVDialect = .standard, width: Int? = nil,
  fieldLimit: Int = 100_000_000
) -> [String] {
  parse(input, dialect: dialect, width: width, fieldLimit: fieldLimit).compactMap {
    $0.error?.description
  }
}

/// Returns the descriptions of the errors in an input.
func errors(_ text: String, dialect: CSVDialect = .standard, width: Int? = nil) -> [String] {
  errors(Array(text.utf8), dialect: dialect, width: width)
}

package import ArgumentParser
import CSV
package import FlintCalendar
package import FlintSchema

extension ValidationError {
  /// Creates the error of a command line for that of a field.
  package init(_ error: FieldError) {
    self.init("\(error.field): expected \(error.expected), got \(error.found)")
  }
}

/// Returns the value that an option's text stands for; throws if it stands for none.
package func parsed<Value>(_ value: Value?, expected form: String) throws(ValidationError) -> Value
{
  guard let value else { throw ValidationError("expected \(form)") }
  return value
}

/// Checks that `--limit` is not negative; 0 means no limit.
package func checkLimit(_ limit: Int?) throws {
  if let limit, limit < 0 { throw ValidationError("--limit: expected 0 or more, got \(limit)") }
}

/// Throws if an option was given that another one excludes.
///
/// - Parameters:
///   - given: The names of options, and whether each was given.
///   - other: The name of the option that excludes them.
package func refuse(_ given: KeyValuePairs<String, Bool>, with other: String)
  throws(ValidationError)
{
  if let name = firstGiven(given) {
    throw ValidationError("\(name) and \(other) cannot be combined")
  }
}

/// Returns the name of the first option that was given.
package func firstGiven(_ options: KeyValuePairs<String, Bool>) -> String? {
  options.first(where: \.value)?.key
}

extension CSVDialect {
  /// Returns the delimiter that an option names: one ASCII character, `tab` or `\\t`.
  package static func delimiter(named text: String) -> UInt8? {
    if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
    guard text.utf8.count == 1, let byte = text.utf8.first, canDelimit(byte) else { return nil }
    return byte
  }
}

extension CivilZone {
  /// Returns the instant of a time that an option may give.
  package func instant(_ time: MomentArgument?) throws -> Instant? { try time?.instant(in: self) }
}

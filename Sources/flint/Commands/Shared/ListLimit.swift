import ArgumentParser

/// Checks that `--limit` is not negative; 0 means no limit.
func checkLimit(_ limit: Int?) throws {
  if let limit, limit < 0 { throw ValidationError("--limit: expected 0 or more, got \(limit)") }
}

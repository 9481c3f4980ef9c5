import ArgumentParser

/// Refuses a `--limit` that is below 0; 0 stands for all.
func checkLimit(_ limit: Int?) throws {
  if let limit, limit < 0 { throw ValidationError("--limit: expected 0 or more, got \(limit)") }
}

/// Returns whether a number differs from the expected one by at most a share of it.
func isClose(_ actual: Double, _ expected: Double, within tolerance: Double) -> Bool {
  actual == expected || abs(actual - expected) <= tolerance * abs(expected)
}

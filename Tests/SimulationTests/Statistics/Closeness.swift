/// Whether a number differs from the expected one by no more than a share of it.
func isClose(_ actual: Double, _ expected: Double, within tolerance: Double) -> Bool {
  actual == expected || abs(actual - expected) <= tolerance * abs(expected)
}

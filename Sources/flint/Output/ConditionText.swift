import Rules

extension ConditionView {
  /// How far it is, such as `journals 3 of 5` or `consistency 52 of 60 %`; what it asks for where
  /// there is no telling yet.
  var text: String {
    guard let have else { return demand }
    // Truncated: what is not reached must not read as if it were. Past the need nothing counts.
    let number =
      have >= need ? needNumber : grouped(metric.isScore ? have / 10_000 : have)
    return "\(name) \(number) of \(needNumber)\(unit)"
  }

  /// What it asks for, such as `journals 5` or `consistency 60 %`.
  var demand: String { "\(name) \(needNumber)\(unit)" }

  /// How far it is, exactly: `journals 3/5` or `consistency 0.520000/0.600000`.
  var plainText: String {
    func number(_ value: Int64) -> String {
      (metric.isScore ? Cell.decimal(value) : .integer(value)).plainText
    }
    return "\(metric.name) \(have.map(number) ?? "")/\(number(need))"
  }

  private var name: String {
    // Two words that are spelled as one.
    metric == .selfCare ? "self-care" : metric.name.replacing("_", with: " ")
  }

  private var needNumber: String {
    guard metric.isScore else { return grouped(need) }
    return need % 10_000 == 0 ? grouped(need / 10_000) : decimalText(need * 100, places: 4)
  }

  private var unit: String { metric.isScore ? " %" : "" }
}

extension AchievementView {
  /// What it asks for: how far that is while it is locked, what it was once it is not.
  var conditionText: String {
    conditions.map { isUnlocked ? $0.demand : $0.text }.joined(separator: " · ")
  }
}

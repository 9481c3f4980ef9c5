import Rules
import Views

extension ConditionView {
  /// The progress, such as `journals 3 of 5` or `consistency 52 of 60 %`; the requirement while the
  /// progress is unknown.
  var text: String {
    guard let have else { return demand }
    // Truncated, so that a requirement that is not met does not look met. Progress beyond the
    // requirement is not shown.
    let number =
      have >= need ? needNumber : grouped(metric.isScore ? have / 10_000 : have)
    return "\(name) \(number) of \(needNumber)\(unit)"
  }

  /// The requirement, such as `journals 5` or `consistency 60 %`.
  var demand: String { "\(name) \(needNumber)\(unit)" }

  /// The exact progress: `journals 3/5` or `consistency 0.520000/0.600000`.
  var plainText: String {
    func number(_ value: Int64) -> String {
      (metric.isScore ? Cell.decimal(value) : .integer(value)).plainText
    }
    return "\(metric.name) \(have.map(number) ?? "")/\(number(need))"
  }

  private var name: String {
    // Spelled with a hyphen.
    metric == .selfCare ? "self-care" : metric.name.replacing("_", with: " ")
  }

  private var needNumber: String {
    guard metric.isScore else { return grouped(need) }
    return need % 10_000 == 0 ? grouped(need / 10_000) : decimalText(need * 100, places: 4)
  }

  private var unit: String { metric.isScore ? " %" : "" }
}

extension AchievementView {
  /// The conditions with their progress while the achievement is locked, and the requirements alone
  /// once it is unlocked.
  var conditionText: String {
    conditions.map { isUnlocked ? $0.demand : $0.text }.joined(separator: " · ")
  }
}

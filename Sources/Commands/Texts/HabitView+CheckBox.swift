package import FlintRules
package import Views

extension HabitView {
  /// Returns the habit in a list of today: a check box, the name, how far it is, and a streak at risk. A
  /// limit, for which nothing has to be done, has no box.
  package func checkBox(in language: Language = .english) -> StyledText {
    let status = status ?? .unknown
    let remark: String? =
      switch status {
      case .notDone, .paused: limitText(in: language) ?? language.name(of: status)
      default: limitText(in: language)
      }
    let risk = isStreakAtRisk ? language.text(.streakEndsToday, streakText(in: language)) : nil
    let parts = [progressText(in: language), remark, risk].compactMap(\.self)
    let box =
      limitText(in: language) == nil
      ? StyledText("[\(status.checkMark)]", status.mark.tone) + StyledText(" ") : StyledText("")
    return box + StyledText(name + (parts.isEmpty ? "" : " " + parts.joined(separator: ", ")))
  }
}

import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import Views

/// The state of a round of questions: what was asked and answered, key by key. It reads no keys and shows
/// nothing itself.
struct HabitRound {
  /// What a person answered.
  struct Answer {
    let question: HabitQuestion
    let deed: HabitDeed
  }

  /// What is shown after a key, and whether a question is asked then.
  struct Reply: Equatable {
    var text = ""
    var asks = false
    /// Whether the key was a whole answer, behind which some type Enter.
    var isKeyAnswer = false
  }

  private struct Step {
    let position: Int
    let deed: HabitDeed?
  }

  let questions: [HabitQuestion]
  private var position = 0
  private var steps: [Step] = []
  private var typed = ""
  private var isOver = false

  init(_ questions: [HabitQuestion]) { self.questions = questions }

  /// The question to ask now; `nil` when the round is over.
  var question: HabitQuestion? {
    isOver || position >= questions.count ? nil : questions[position]
  }

  var answers: [Answer] {
    steps.compactMap { step in
      step.deed.map { Answer(question: questions[step.position], deed: $0) }
    }
  }

  /// The questions that have been left without an answer, those not asked included.
  var left: [HabitQuestion] { questions.indices.filter { isWanted($0) }.map { questions[$0] } }

  /// Says what asks for the questions that are left; `nil` if there are none.
  ///
  /// - Parameter text: the days that were asked for, as the person wrote them; `nil` for those since the last
  ///   answers.
  func remainder(_ text: String?, today: CivilDay) -> String? {
    let left = left
    // What comes before an answer is not asked for again by itself.
    let passed = left.filter { question in
      answers.contains {
        $0.question.tracker.id == question.tracker.id && $0.question.day > question.day
          && $0.question.day < today
      }
    }
    if left.isEmpty { return nil }
    let questions = counted(left.count, "question") + " left"
    if let text {
      return questions + ", which flint habit \(WrittenDay.typed("--on", text)) asks again"
    }
    guard let first = passed.first, let end = passed.last else {
      return questions + ", which flint habit asks again"
    }
    let days = first.day == end.day ? "\(first.day)" : "\(first.day)..\(end.day)"
    return questions
      + (passed.count == left.count
        ? "" : ", \(left.count - passed.count) of which flint habit asks again")
      + "; flint habit --on \(days) asks for days before later answers"
  }

  /// Takes a key.
  ///
  /// - Parameter isAtOnce: Whether it follows an answer of one key at once: an Enter then belongs to that
  ///   answer.
  mutating func press(_ key: KeyReader.Key, isAtOnce: Bool = false) -> Reply {
    guard let question else { return Reply() }
    switch key {
    case .interrupt:
      isOver = true
      return Reply(text: "\n", asks: true)
    case .end where typed.isEmpty, .character("q") where typed.isEmpty:
      isOver = true
      return Reply(text: "quit\n", asks: true)
    case .enter where typed.isEmpty:
      return isAtOnce ? Reply() : go(nil, "later")
    case .enter: return amount(question)
    case .character("y") where typed.isEmpty:
      if let unit = question.unit {
        let example = unit == .minutes ? "45 or 1h30" : "20"
        return Reply(text: "\ntype the \(unit.name), such as \(example), and Enter\n", asks: true)
      }
      return go(.done(nil), "done", isKey: true)
    case .character("n") where typed.isEmpty: return go(.notDone, "not done", isKey: true)
    case .character("s") where typed.isEmpty: return go(.skipped, "skipped", isKey: true)
    case .character("d") where typed.isEmpty:
      let day = question.day
      return go(nil, "day later", isKey: true) { $0.day > day }
    case .character("u") where typed.isEmpty:
      guard let step = steps.popLast() else {
        return Reply(text: "nothing to go back to\n", asks: true, isKeyAnswer: true)
      }
      position = step.position
      return Reply(text: "back\n", asks: true, isKeyAnswer: true)
    case .character(let character) where question.unit != nil:
      typed.append(character)
      return Reply(text: String(character))
    case .erase where !typed.isEmpty:
      typed.removeLast()
      return Reply(text: "\u{8} \u{8}")
    default: return Reply()
    }
  }

  /// Reads the amount that was typed.
  private mutating func amount(_ question: HabitQuestion) -> Reply {
    defer { typed = "" }
    do {
      let amount = try HabitAmount(reading: typed)
      try HabitRecorder.check(amount, question.plan, question.tracker)
      return go(.done(amount), "")
    } catch let error as ValidationError {
      return Reply(text: "\n" + TerminalText.printable(error.message) + "\n", asks: true)
    } catch {
      return Reply(text: "\n", asks: true)
    }
  }

  /// Goes on to the next question that is wanted.
  private mutating func go(
    _ deed: HabitDeed?, _ text: String, isKey: Bool = false,
    until isNext: (HabitQuestion) -> Bool = { _ in true }
  ) -> Reply {
    steps.append(Step(position: position, deed: deed))
    position =
      questions.indices.dropFirst(position + 1).first { isNext(questions[$0]) && isWanted($0) }
      ?? questions.count
    return Reply(text: text + "\n", asks: true, isKeyAnswer: isKey)
  }

  /// Returns whether a question has no answer, and its period lacks a day after the answers so far.
  private func isWanted(_ index: Int) -> Bool {
    if steps.contains(where: { $0.position == index && $0.deed != nil }) { return false }
    let question = questions[index]
    guard let missing = question.missing else { return true }
    let done = answers.count { answer in
      guard case .done = answer.deed else { return false }
      return answer.question.tracker.id == question.tracker.id
        && answer.question.period == question.period
    }
    return done < missing
  }
}

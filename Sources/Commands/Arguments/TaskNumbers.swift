import FlintJSON
import Lua
package import FlintRules
package import Sessions

extension LastShown {
  /// Keeps the tasks of a list that numbers them from 1 on.
  package func keepNumbers(of tasks: [EventID]) {
    let ids = tasks.prefix(Session.greatest).map { JSONValue.string($0.description) }
    if !keep(.array(ids), as: .tasks), self[.tasks] != nil {
      note("the numbers could not be kept, so that commands take those of an earlier list")
    }
  }
}

/// The small numbers by which people name the tasks of the list that was shown last.
extension Session {
  /// The greatest number: an id is named by four digits or more.
  fileprivate static let greatest = 999

  /// Returns words with the ids of tasks in place of the numbers that the list last shown gave them; `2-4` and
  /// `1,3` are several numbers.
  ///
  /// - Throws: `CommandFailure` about a number that is also the name of something, a number in a range that
  ///   no task has, and a task that was removed since.
  package func tasksByNumber(_ words: [String]) throws -> [String] {
    guard words.contains(where: { Self.numbers(in: $0) != nil }),
      case .array(let list)? = LastShown(self)[.tasks]
    else { return words }
    var seen: Set<String> = []
    return try words.flatMap { word in
      guard let numbers = Self.numbers(in: word) else { return [word] }
      return try numbers.flatMap { try task($0, of: list, in: word).map { [$0] } ?? [word] }
        .filter { seen.insert($0).inserted }
    }
  }

  /// Returns whether a word is the id or the name of something, or the beginning of one.
  private func isName(_ word: String) throws -> Bool {
    let scope = ReferenceScope(includesRemoved: true, abbreviatesNames: true)
    if try !reader.ids(word, in: scope).isEmpty { return true }
    return try folded().quests.nodes(QuestQuery(), level: Int64(folded().level)).contains {
      $0.node.title.hasPrefix(word) || $0.node.id.hasPrefix(word)
    }
  }

  /// Returns the id of the task with a number; `nil` where a word that is no range has a number that is too
  /// great, as a name may begin with one.
  private func task(_ number: Int, of list: [JSONValue], in word: String) throws -> String? {
    guard list.indices.contains(number - 1), case .string(let text) = list[number - 1],
      let id = EventID(text)
    else {
      if Int(word) == number, try isName(word) { return nil }
      throw CommandFailure(
        .failure,
        "there is no task \(number) in the list that was shown last, which has \(list.count); flint tasks "
          + "lists tasks with their numbers")
    }
    let tasks = try folded().tasks
    guard let task = tasks.task(id) else {
      throw CommandFailure(
        .failure,
        "task \(number) of the list that was shown last is removed; flint tasks lists tasks with their numbers"
      )
    }
    if try folded().trackers.trackers.contains(where: { $0.content.name == word }) {
      throw CommandFailure(
        .failure,
        "\(word) is the number of \(Suggestion.quoted(task.name)) in the list that was shown last, and the "
          + "name of a habit or a tracker; write \(try reader.shortID(of: id)) for the task")
    }
    if let other = tasks.tasks.first(where: { $0.name == word && $0.id != id }) {
      throw CommandFailure(
        .failure,
        "\(word) is the number of \(Suggestion.quoted(task.name)) in the list that was shown last, and the "
          + "name of another task; write \(try reader.shortID(of: id)) or "
          + "\(try reader.shortID(of: other.id))")
    }
    return id.description
  }

  /// Returns the numbers of a word that consists of numbers and ranges of them; `nil` for other words.
  private static func numbers(in word: String) -> [Int]? {
    var numbers: [Int] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first > 0, first <= last, last <= greatest,
        part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") })
      else { return nil }
      numbers += first...last
    }
    return numbers
  }
}

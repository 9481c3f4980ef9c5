import Commands
import Views

/// The failure of something that is done already. Alone it is refused; among others it is left out, since
/// what the person wants is so.
struct DoneAlready: Error {
  /// What is done already.
  let text: String
  /// What a person who means something else can do.
  let advice: String

  init(_ text: String, advice: String = "") { (self.text, self.advice) = (text, advice) }

  /// Records items that are not done already, and notes which are.
  ///
  /// - Throws: `CommandFailure` if all of them are.
  static func leavingOut<Item>(
    from items: [Item], _ record: (Item) throws -> [RecordedView]
  ) throws -> [RecordedView] {
    var views: [RecordedView] = []
    var done: [DoneAlready] = []
    for item in items {
      do {
        views += try record(item)
      } catch let failure as DoneAlready {
        done.append(failure)
      }
    }
    if let first = done.first, views.isEmpty {
      var failure = CommandFailure(
        .failure,
        done.count == 1 ? first.text + first.advice : done.map(\.text).joined(separator: "; "))
      failure.isDoneAlready = true
      throw failure
    }
    for failure in done { note(failure.text + " and was left out") }
    return views
  }
}

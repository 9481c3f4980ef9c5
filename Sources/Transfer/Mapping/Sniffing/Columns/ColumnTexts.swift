import FlintSchema

/// The distinct texts of a column, of which only some are stored.
struct DistinctTexts {
  /// The number of texts below which all are stored.
  static let few = 40

  let maximumCount: Int
  private var counted: Set<String> = []
  /// Whether there are more texts than are counted.
  private(set) var isCut = false
  /// The first texts, in the order of the rows.
  private(set) var first: [String] = []

  init(maximumCount: Int) { self.maximumCount = maximumCount }

  var count: Int { counted.count }

  /// All texts, if there are few.
  var all: [String] { isCut || count > Self.few ? [] : first }

  mutating func add(_ text: String) {
    if counted.contains(text) { return }
    if count < maximumCount {
      counted.insert(text)
    } else {
      isCut = true
    }
    if first.count < Self.few { first.append(text) }
  }
}

/// Texts that people and apps write where there is no value.
enum NullWords {
  /// Whether a text is no value in any column.
  static func isNull(_ text: String) -> Bool { always.contains(text.lowercased()) }

  /// Whether a text is no value in a column of numbers, dates or the like.
  static func mayBeNull(_ text: String) -> Bool { sometimes.contains(text.lowercased()) }

  private static let always: Set = [
    "n/a", "na", "#n/a", "--", "---", "-", "–", "—", "null", "nan", "(null)", "\\n", "<na>",
    "#value!", "#ref!", "#div/0!", "n. a.", "n.a.", "k.a.", "s/d", "n/d", "n.d.",
  ]
  private static let sometimes: Set = [
    "none", "nil", "?", "no data", "missing", "unknown", "keine", "ninguno", "nessuno", "aucun",
    ".",
  ]
}

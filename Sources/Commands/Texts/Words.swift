/// The words of Flint that a player meets, each explained: what `flint help words` and `flint api words` print.
package enum Words {
  /// Groups below their titles, a word and its meaning a line.
  private static let text = """
    What you record
    spark: A moment in which you acted, with a title, a category (decision, energy, idea, \
    experiment or challenge) and an intensity. It earns points and draws a card.
    task: Something to do, with a priority and, if it has one, a due day. flint done completes it.
    mood: How a day was: horrible, bad, average, good or great. A day has one.
    tracker: A table of your own, such as Weight or Reading.
    entry: One record in a tracker: minutes, a number, a text, yes or no, or a rating.
    habit: A tracker with a schedule, such as five times a week, so that each day is done, partly \
    done, not done, skipped or paused.
    quest: Steps of a longer undertaking, loaded from a file. A step can be completed when those \
    before it are.
    journey: A new beginning, such as the first day without cigarettes: flint journey start counts \
    the days from it. Its days, its journal and self-care climb ladders.

    What follows from it
    points: What sparks, missions, duplicates and everything else that the rulebook pays for \
    (earned) bring.
    level: How far your points have brought you. A level has a title.
    streak: The days in a row with a spark, up to today or yesterday. That of a habit counts the \
    days or weeks in a row in which it was kept.
    strength: How firmly a habit is kept, from 0 to 100 %. Every day counts, the latest ones most, \
    so that a single missed day costs little.
    card: Something to collect, drawn by chance: a spark draws a card of its category. Cards are \
    common, rare, epic or legendary.
    set: Cards that belong together. It is complete when you have them all.
    duplicate: A card that you drew and had already. The rulebook says what it brings.
    ember: What duplicates leave in the rulebook everyday. Embers buy a missing card of your choice: \
    flint buy.
    season: A part of each year with cards and missions of its own.
    mission: A goal that the rulebook sets, with a reward in points: for a day, for a week, or once \
    and for all.
    fuel: The rewards of missions gather as fuel. When it is full, there is an overload.
    overload: The moment when the fuel is full. It is emptied, and leaves a token.
    token: What pays for one roll of a card, in a category that you choose: flint roll.
    ladder: Achievements in a row, its rungs. They unlock one after the other, at most one a day.

    How it is kept
    profile: The file with all that you recorded, its time zone and its rulebook.
    rulebook: The rules as data: what is paid, and which cards, missions and levels there are. \
    everyday is that of a new profile, and you can write your own.
    event: One recorded thing that happened at a time. Everything else is computed from the events, \
    and anew when one is corrected.
    batch: What one command, script or import recorded. flint undo takes back the latest.
    void: An event without effect, because what it needs is gone, such as a completion whose task \
    was removed. It counts again when that is back.
    """

  private struct Group {
    let title: Substring
    let words: [(word: Substring, meaning: String)]
  }

  private static var groups: [Group] {
    text.split(separator: "\n\n").map { paragraph in
      let lines = paragraph.split(separator: "\n")
      let words = lines[1...].map { line in
        let word = line.prefix { $0 != ":" }
        return (word: word, meaning: String(line.dropFirst(word.count + 2)))
      }
      return Group(title: lines[0], words: words)
    }
  }

  /// Returns the line of a word, which may be in the plural; `nil` if there is none.
  package static func line(of word: String) -> String? {
    let word = word.lowercased()
    return groups.flatMap(\.words).first { $0.word == word || $0.word + "s" == word }.map {
      wrapped("\($0.word): \($0.meaning)", indent: "  ") + "\n"
    }
  }

  /// The page of the terminal: the words in a column, and what each means beside it.
  package static var page: String {
    let indent = String(repeating: " ", count: 13)
    var page = ""
    for group in groups {
      page += (page.isEmpty ? "" : "\n") + group.title + "\n"
      for (word, meaning) in group.words {
        // The lines are wrapped with something in place of the word that has no spaces.
        let lines = wrapped(indent.replacing(" ", with: "x") + meaning, indent: indent)
        page += "  " + word + String(repeating: " ", count: max(1, indent.count - 2 - word.count))
        page += lines.dropFirst(indent.count)
      }
    }
    return page
  }

  /// The page of documentation.
  package static var markdown: String {
    var page =
      "# Words\n\nWhat the words mean that Flint shows, as `flint help words` prints it too.\n"
    for group in groups {
      page += "\n## \(group.title)\n\n| word | meaning |\n|---|---|\n"
      for (word, meaning) in group.words { page += "| \(word) | \(meaning) |\n" }
    }
    return page
  }
}

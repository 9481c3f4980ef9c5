/// The sentences of the cards in `everyday`, and the sets that the cards belong to.
enum BundledCardTexts {
  struct Entry: Sendable {
    var set: String
    var text: String

    init(_ set: String, _ text: String) { (self.set, self.text) = (set, text) }
  }

  static let sets: [CardSet] = [
    CardSet(id: "ways-in", title: "Ways In"),
    CardSet(id: "small-lights", title: "Small Lights"),
    CardSet(id: "on-the-desk", title: "On the Desk"),
    CardSet(id: "workbench", title: "The Workbench"),
    CardSet(id: "happy-accidents", title: "Happy Accidents"),
    CardSet(id: "before-breakfast", title: "Before Breakfast"),
    CardSet(id: "forces", title: "Forces of Nature"),
    CardSet(id: "minds-made-up", title: "Minds Made Up"),
    CardSet(id: "uphill", title: "Uphill"),
    CardSet(id: "staying-power", title: "Staying Power"),
    CardSet(id: "winter", title: "A Warm Winter"),
    CardSet(id: "spring", title: "Spring Thaw"),
    CardSet(id: "summer", title: "A Long Summer"),
    CardSet(id: "autumn", title: "Autumn Stores"),
  ]

  /// The entries by the names of the cards.
  static let entries: [String: Entry] = [
    "Fork in the Path": Entry("ways-in", "Both ways are walked on; one of them is yours today."),
    "Coin Toss": Entry("minds-made-up", "While it spins, you notice which side you hope for."),
    "First Yes": Entry("before-breakfast", "Small, quiet, and the rest of the day follows it."),
    "Clean Cut": Entry("minds-made-up", "One stroke, and the rope stops arguing."),
    "Weighing Stone": Entry("minds-made-up", "It has sat on the scale for years and never lied."),
    "Compass Rose": Entry("uphill", "It does not know where you live, only where north is."),
    "Closed Door": Entry("ways-in", "You shut it gently, and the draught stopped."),
    "Burned Boat": Entry("minds-made-up", "Smoke on the beach; the island looks friendlier now."),
    "Judge of Embers": Entry(
      "small-lights", "She waits until the flames are down before she speaks."),
    "Crown of Choices": Entry("minds-made-up", "Heavy for a minute, then it is just a hat."),
    "Warm Start": Entry(
      "before-breakfast", "The kettle has boiled before you remember being tired."),
    "Quick Match": Entry("small-lights", "Two seconds of light, enough to find the candle."),
    "Second Breath": Entry(
      "before-breakfast", "It comes just after the corner where you meant to stop."),
    "Morning Run": Entry("before-breakfast", "The baker nods; you are part of the street now."),
    "Loose Spring": Entry("forces", "It rolled under the sofa and still wants to jump."),
    "Rolling Thunder": Entry("forces", "Count the seconds; it is nearer than you thought."),
    "Solar Wind": Entry("forces", "It left the sun three days ago to ruffle your hair."),
    "Tidal Pulse": Entry("forces", "Twice a day the harbour fills, without being asked."),
    "Storm Engine": Entry("forces", "It runs on bad weather and has never stood still."),
    "Heart of the Furnace": Entry(
      "staying-power", "Open the hatch for a moment, and your face glows."),
    "Napkin Sketch": Entry("on-the-desk", "Coffee ring, arrow, question mark: it will do."),
    "Stray Thought": Entry("on-the-desk", "It followed you home, so you gave it a name."),
    "Shower Spark": Entry("small-lights", "Nothing to write with, so you say it aloud twice."),
    "Margin Note": Entry("on-the-desk", "In pencil, slanting, and better than the chapter."),
    "Odd Question": Entry("on-the-desk", "A child asked it, and the table went quiet."),
    "Paper Lantern": Entry("small-lights", "Light enough to carry, bright enough to follow."),
    "Hidden Door": Entry("ways-in", "Behind the coats, where nobody had knocked."),
    "Borrowed Light": Entry("small-lights", "The moon has never paid it back either."),
    "Cathedral of Glass": Entry(
      "staying-power", "Built pane by pane; on a clear day you can see the idea."),
    "The Unwritten Page": Entry("on-the-desk", "It has waited in the drawer, and it is not cross."),
    "Test Strip": Entry("workbench", "Blue, then pink, then an answer."),
    "Beaker": Entry("workbench", "Chipped at the rim since the day it nearly worked."),
    "Loose Wire": Entry("workbench", "Wiggle it once more; the radio knows the song."),
    "Trial Run": Entry("happy-accidents", "Nobody is watching yet, which is the point."),
    "Control Group": Entry(
      "workbench", "They did nothing at all, and without them you would not know."),
    "Odd Result": Entry("happy-accidents", "You ran it again, and it smiled the same way."),
    "Patient Zero Point": Entry(
      "happy-accidents", "The needle rests; from here everything can be measured."),
    "Double Blind": Entry("workbench", "Neither of you knew, so both of you were honest."),
    "Garden of Prototypes": Entry(
      "happy-accidents", "Rows of crooked first tries, and one is in flower."),
    "The Lucky Mistake": Entry(
      "happy-accidents", "You reached for the wrong jar, and the room smelled of oranges."),
    "Pebble in the Shoe": Entry("uphill", "Small, and it has come the whole way with you."),
    "Steep Stair": Entry("ways-in", "Forty-one steps; the landing has a bench."),
    "Cold Plunge": Entry("before-breakfast", "The first gasp is the whole price."),
    "Long Queue": Entry("staying-power", "You let someone go first, and the time went faster."),
    "Heavy Door": Entry("ways-in", "Lean on it with your shoulder; it knows you."),
    "Ridge Line": Entry("uphill", "Wind on both sides, and a path as wide as a boot."),
    "Iron Hour": Entry("staying-power", "Sixty minutes that bend for nobody, and then tea."),
    "Unlit Tunnel": Entry("uphill", "Keep a hand on the wall; it is dry, and it leads out."),
    "The Mountain Answers": Entry("uphill", "You called your name, and it came back larger."),
    "Last One Standing": Entry(
      "staying-power", "Everyone else went home; you helped stack the chairs."),
  ]
}

extension BundledMappings {
  static let pixels = [
    BundledMapping(
      "pixels",
      "Pixels: the backup (JSON); each day is a mood, and an entry of Pixels with its tags.",
      members: ["date", "type", "scores", "notes", "tags"],
      """
      -- Pixels: Settings, Backup, Export. A day has a score from 1 to 5 for each of its parts; the first one
      -- is its mood.
      return {
        separator = "|",                    -- tags may have commas
        events = {
          {kind = "mood", scale = {1, 5}, columns = {mood = "scores[0]", day = "date", note = "notes"}},
          {kind = "entry", columns = {
            tracker = {value = "Pixels"},
            at = "date",
            rating = "scores[0]",
            tags = "tags[*].entries[*]",
          }},
        },
      }
      """)
  ]
}

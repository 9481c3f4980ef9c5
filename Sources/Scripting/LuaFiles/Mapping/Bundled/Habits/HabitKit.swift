extension BundledMappings {
  static let habitKit = [
    BundledMapping(
      "habitkit",
      "HabitKit: the export (JSON); each completion is an entry of the tracker of its habit.",
      members: ["habits", "completions", "habitId", "timezoneOffsetInMinutes"],
      """
      -- HabitKit: Settings, Import and export, Export data. A completion has the id of its habit, whose name
      -- is in another list; its time is in UTC, beside which is the offset of the zone.
      return {
        kind = "entry",
        rows = "$.completions[*]",
        source = "habitkit", id = "id",
        zone = {"timezoneOffsetInMinutes", unit = "minutes"},
        columns = {
          tracker = {"habitId", lookup = {rows = "$.habits[*]", key = "id", value = "name"}},
          at = "date",
          number = "amountOfCompletions",
          notes = "note",
        },
      }
      """)
  ]
}

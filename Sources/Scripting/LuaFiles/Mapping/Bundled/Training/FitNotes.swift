extension BundledMappings {
  static let fitNotes = [
    BundledMapping(
      "fitnotes",
      "FitNotes: the export of workouts; each set is an entry of the tracker of its exercise.",
      columns: ["Date", "Exercise", "Category", "Reps"],
      anyOf: ["Weight (kgs)", "Weight (lbs)", "Weight (kg)", "Weight"],
      """
      -- FitNotes: Settings, Spreadsheet export, Workout data. The number of a set is its weight, 0 where there
      -- is none; its reps, distance and time are fields beside it.
      return {
        kind = "entry",
        optional = true,
        empty = {"0", "0.0"},
        decimal = ".",
        columns = {
          tracker = "Exercise",
          at = "Date",
          number = {"Weight (kgs)", "Weight (lbs)", "Weight (kg)", "Weight"},  -- a file has one of them
          tags = "Category",
          notes = "Comment",
          values = {
            -- The same as of FitNotes, Hevy and Strong, so that they can share a tracker.
            Set = "Set", Reps = "Reps", RPE = "RPE", Seconds = {"Time", unit = "seconds"},
            Distance = "Distance", ["Distance unit"] = "Distance Unit",
            ["Weight unit"] = "Weight Unit",
          },
        },
        defaults = {number = 0},
        fields = {
          Set = "text", Reps = "number", RPE = "number", Seconds = "number", Distance = "number",
          ["Distance unit"] = "text", ["Weight unit"] = "text",
        },
      }
      """)
  ]
}

extension BundledMappings {
  static let strong = [
    BundledMapping(
      "strong",
      "Strong: the export of workouts; each set is an entry of the tracker of its exercise.",
      columns: ["Date", "Workout Name", "Exercise Name", "Set Order", "Reps"],
      anyOf: ["Weight", "Weight (kg)", "Weight (lbs)"],
      """
      -- Strong: Settings, Export Strong data. The number of a set is its weight; all sets of a workout have the
      -- time at which it began. Rest timers are no sets.
      return {
        kind = "entry",
        optional = true,
        empty = {"0", "0.0"},
        skip = function(row) return row["Set Order"] == "Rest Timer" and "a rest timer" end,
        columns = {
          tracker = "Exercise Name",
          at = "Date",
          number = {"Weight", "Weight (kg)", "Weight (lbs)"},  -- a file has one of them
          title = "Workout Name",
          notes = "Notes",
          values = {
            -- The same as of FitNotes, Hevy and Strong, so that they can share a tracker.
            Set = "Set Order", Reps = "Reps", RPE = "RPE", Seconds = "Seconds",
            Distance = {"Distance", "Distance (meters)"}, ["Distance unit"] = "Distance Unit",
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

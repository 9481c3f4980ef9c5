extension BundledMappings {
  static let sleepCycle = [
    BundledMapping(
      "sleepcycle",
      "Sleep Cycle, sleepdata.csv: the time of each night, its quality and pulse, a tracker each.",
      table: "nights",
      columns: ["Start", "End", "Sleep quality", "Regularity", "Movements per hour"],
      """
      -- Sleep Cycle: Profile, More, Database, Export database. A night is an entry at its beginning; what is
      -- 0 or a dash was not measured.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        empty = {"0", "0.0", "—"},
        columns = {at = "Start"},
        each = {
          Sleep = {minutes = {from = "Start", to = "End"}, notes = "Notes"},
          ["Sleep quality"] = {number = {"Sleep quality", unit = "%"}},
          ["Sleep regularity"] = {number = {"Regularity", unit = "%"}},
          ["Heart rate"] = {number = "Heart rate (bpm)"},
          Steps = {number = "Steps"},
          Snoring = {minutes = {"Snore time", unit = "seconds"}},
        },
      }
      """),
    BundledMapping(
      "sleepcycle",
      "Sleep Cycle, sleepdata.csv of an earlier version: the time of each night, its quality and pulse.",
      table: "earlier",
      columns: ["Start", "End", "Sleep quality", "Time in bed", "Wake up", "Sleep Notes"],
      """
      -- Sleep Cycle before 2020. A night is an entry at its beginning, with its notes as tags.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        empty = {"0"},
        separator = ":",
        columns = {at = "Start"},
        each = {
          Sleep = {minutes = "Time in bed", tags = "Sleep Notes"},
          ["Sleep quality"] = {number = {"Sleep quality", unit = "%"}},
          ["Heart rate"] = {number = "Heart rate"},
          Steps = {number = "Activity (steps)"},
        },
      }
      """),
  ]
}

extension BundledMappings {
  static let oura = [
    BundledMapping(
      "oura",
      "Oura, the export of trends: scores, sleep and activity of a day, a tracker each.",
      table: "trends",
      columns: ["date", "Sleep Score", "Lowest Resting Heart Rate", "Average HRV"],
      """
      -- Oura on the web: Trends, Download data. Times are in seconds; earlier files have "Total Sleep Time"
      -- where later ones have "Total Sleep Duration".
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        empty = {"None"},
        columns = {at = "date"},
        each = {
          "Sleep Score", "Readiness Score", "Activity Score", "Steps",
          Sleep = {minutes = {"Total Sleep Duration", "Total Sleep Time", unit = "seconds"}},
          ["Resting heart rate"] = {number = "Lowest Resting Heart Rate"},
          ["Heart rate variability"] = {number = "Average HRV"},
          ["Respiratory rate"] = {number = "Respiratory Rate"},
          ["Energy burned"] = {number = "Total Burn"},
        },
      }
      """),
    BundledMapping(
      "oura",
      "Oura, sleepmodel.csv of the export of all data: the sleep of each night, a tracker for each measure.",
      table: "sleepmodel",
      columns: ["bedtime_start", "bedtime_end", "total_sleep_duration", "average_heart_rate"],
      """
      -- Oura: Account, Export data, App Data/sleepmodel.csv. Times are in seconds.
      return {
        kind = "entry",
        optional = true,
        source = "oura", id = "id",
        decimal = ".",
        columns = {at = "bedtime_start"},
        each = {
          Sleep = {minutes = {"total_sleep_duration", unit = "seconds"}},
          ["In bed"] = {minutes = {"time_in_bed", unit = "seconds"}},
          ["Deep sleep"] = {minutes = {"deep_sleep_duration", unit = "seconds"}},
          ["Light sleep"] = {minutes = {"light_sleep_duration", unit = "seconds"}},
          ["REM sleep"] = {minutes = {"rem_sleep_duration", unit = "seconds"}},
          ["Resting heart rate"] = {number = "lowest_heart_rate"},
          ["Heart rate variability"] = {number = "average_hrv"},
          ["Sleep efficiency"] = {number = "efficiency"},
        },
      }
      """),
  ]
}

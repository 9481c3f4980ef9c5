extension BundledMappings {
  static let fitbit = [
    BundledMapping(
      "fitbit",
      "Fitbit, an export of activities: steps, distance and other measures of a day, a tracker each.",
      table: "activities",
      columns: ["Date", "Calories Burned", "Steps", "Distance", "Floors"],
      """
      -- Fitbit: Settings, Data export, Activities (CSV). Above the header there is a line with "Activities".
      return {
        kind = "entry",
        optional = true,
        skip = 1,
        decimal = ".",
        empty = {"N/A"},
        columns = {at = "Date"},
        each = {
          "Steps", "Distance", "Floors", "Calories Burned", "Activity Calories",
          Sedentary = {minutes = "Minutes Sedentary"},
          ["Lightly active"] = {minutes = "Minutes Lightly Active"},
          ["Fairly active"] = {minutes = "Minutes Fairly Active"},
          ["Very active"] = {minutes = "Minutes Very Active"},
        },
      }
      """),
    BundledMapping(
      "fitbit",
      "Fitbit, an export of sleep: the minutes of sleep and its phases, a tracker each.",
      table: "sleep",
      columns: [
        "Start Time", "End Time", "Minutes Asleep", "Minutes Awake", "Number of Awakenings",
      ],
      """
      -- Fitbit: Settings, Data export, Sleep (CSV). Above the header there is a line with "Sleep".
      return {
        kind = "entry",
        optional = true,
        skip = 1,
        decimal = ".",
        empty = {"N/A"},
        columns = {at = "Start Time"},
        each = {
          Sleep = {minutes = "Minutes Asleep"},
          Awake = {minutes = "Minutes Awake"},
          ["In bed"] = {minutes = "Time in Bed"},
          ["REM sleep"] = {minutes = "Minutes REM Sleep"},
          ["Light sleep"] = {minutes = "Minutes Light Sleep"},
          ["Deep sleep"] = {minutes = "Minutes Deep Sleep"},
          Awakenings = {number = "Number of Awakenings"},
        },
      }
      """),
    BundledMapping(
      "fitbit",
      "Fitbit, an export of the body: weight, BMI and fat, a tracker each.",
      table: "body",
      columns: ["Date", "Weight", "BMI", "Fat"],
      """
      -- Fitbit: Settings, Data export, Body (CSV). Above the header there is a line with "Body". The weight is
      -- in the unit of the account; 0 means that nothing was measured.
      return {
        kind = "entry",
        skip = 1,
        decimal = ".",
        empty = {"0", "N/A"},
        columns = {at = "Date"},
        each = {"Weight", "BMI", ["Body fat"] = {number = "Fat"}},
      }
      """),
    BundledMapping(
      "fitbit",
      "Fitbit, sleep_score.csv of Google Takeout: the score of each night and the resting heart rate.",
      table: "sleep_score",
      columns: ["sleep_log_entry_id", "timestamp", "overall_score", "resting_heart_rate"],
      """
      -- Google Takeout, Fitbit or Google Health, Sleep Score: a row for each night, at the time of waking.
      return {
        kind = "entry",
        optional = true,
        source = "fitbit", id = "sleep_log_entry_id",
        decimal = ".",
        columns = {at = "timestamp"},
        each = {
          ["Sleep score"] = {number = "overall_score"},
          ["Deep sleep"] = {minutes = "deep_sleep_in_minutes"},
          ["Resting heart rate"] = {number = "resting_heart_rate"},
          Restlessness = {number = "restlessness"},
        },
      }
      """),
  ]
}

/// A view of the exported database: the answer to a usual question.
package struct SQLiteView {
  package let name: String
  /// A sentence for the reference.
  package let summary: String
  let query: String

  package static let all = [
    SQLiteView(
      name: "mood_by_weekday", summary: "The mean mood of each weekday, and the rated days.",
      query: """
        SELECT days.weekday, count(*) AS rated_days, avg(moods.value) AS mood
        FROM moods JOIN days ON days.date = moods.date
        GROUP BY days.weekday ORDER BY moods.weekday
        """),
    SQLiteView(
      name: "amounts_by_tracker_week",
      summary: "The entries, minutes and numbers of each tracker in each week, by its Monday.",
      query: """
        SELECT date(day, '-6 days', 'weekday 1') AS week, tracker, count(*) AS entries,
          sum(minutes) AS minutes, sum(number) AS number, avg(number) AS mean_number
        FROM entries GROUP BY week, tracker
        """),
    SQLiteView(
      name: "habit_completion",
      summary: "How many of the days that count each habit was done in each month.",
      query: """
        SELECT habit, substr(day, 1, 7) AS month, sum(status = 'done') AS done, count(*) AS days,
          1.0 * sum(status = 'done') / count(*) AS share
        FROM habits WHERE status IN ('done', 'partial', 'not_done') GROUP BY habit, month
        """),
    SQLiteView(
      name: "mood_by_tracker",
      summary:
        "The mean mood of days with an entry of each tracker and of the other days since its first.",
      query: """
        WITH tracked AS (SELECT DISTINCT tracker, day FROM entries WHERE done IS NOT 0),
          began AS (SELECT tracker, min(day) AS first FROM tracked GROUP BY tracker)
        SELECT began.tracker, count(tracked.day) AS days_with,
          avg(CASE WHEN tracked.day IS NOT NULL THEN moods.value END) AS mood_with,
          sum(tracked.day IS NULL) AS days_without,
          avg(CASE WHEN tracked.day IS NULL THEN moods.value END) AS mood_without
        FROM began JOIN moods ON moods.date >= began.first
          LEFT JOIN tracked ON tracked.tracker = began.tracker AND tracked.day = moods.date
        GROUP BY began.tracker
        """),
    SQLiteView(
      name: "points_by_month", summary: "The points of each month by their source.",
      query: """
        SELECT substr(day, 1, 7) AS month, source, sum(amount) AS points
        FROM points GROUP BY month, source
        """),
  ]
}

extension BundledMappings {
  static let habitBull = [
    BundledMapping(
      "habitbull", "HabitBull: the CSV export; each day of a habit is an entry of its tracker.",
      columns: ["HabitName", "HabitDescription", "HabitCategory", "CalendarDate", "Value"],
      """
      -- HabitBull: More, Export data. Habits of yes or no have 1 for done, others their number. The app
      -- writes the smallest number that it knows for a day without a value.
      return {
        kind = "entry",
        optional = true,
        empty = {"-2147483648", "-2.15E+09"},
        decimal = ".",
        columns = {
          tracker = "HabitName",
          at = "CalendarDate",
          number = "Value",
          notes = "CommentText",
          tags = "HabitCategory",
        },
      }
      """)
  ]
}

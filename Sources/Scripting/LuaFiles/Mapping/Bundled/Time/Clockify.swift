extension BundledMappings {
  static let clockify = [
    BundledMapping(
      "clockify",
      "Clockify: the detailed report; each time entry is a session of a tracker for its project.",
      columns: ["Project", "Description", "Billable", "Start Date", "Start Time", "Duration (h)"],
      """
      -- Clockify: Reports, Detailed, Export, CSV. The order of its dates is a setting of the account: give
      -- --dates mdy or --dates dmy where the file does not tell.
      return {
        kind = "entry",
        optional = true,                    -- columns that some accounts do not have are left out
        columns = {
          tracker = "Project",
          at = {"Start Date", "Start Time"},
          minutes = "Duration (h)",
          title = "Description",
          tags = "Tags",
          values = {Client = "Client", Task = "Task", Billable = "Billable"},
        },
        fields = {Client = "text", Task = "text", Billable = "boolean"},
        defaults = {tracker = "Clockify"},  -- entries without a project
      }
      """)
  ]
}

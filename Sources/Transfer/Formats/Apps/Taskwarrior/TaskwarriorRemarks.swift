/// What the report of an import says about the tasks of Taskwarrior.
struct TaskwarriorRemarks {
  private var recurring = 0
  private var started = 0

  mutating func count(_ task: TaskwarriorTask, _ outcome: ImportUnit.Outcome) {
    guard case .events = outcome else { return }
    let status = task.plain("status")
    if status == "recurring" { recurring += 1 }
    if status != "completed", !task.plain("start").isEmpty { started += 1 }
  }

  var notes: [String] {
    var notes = [
      "Annotations, scheduled and until days, and attributes of your own are stored in the details."
    ]
    if recurring > 0 {
      notes.append(
        "Recurring tasks: \(recurring). The tasks that Taskwarrior made from them so far stay tasks of "
          + "their own.")
    }
    if started > 0 {
      notes.append("Tasks on which work has started are not started in Flint: \(started).")
    }
    return notes
  }
}

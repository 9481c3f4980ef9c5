import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `project`: the projects of tasks.
struct ProjectModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "project", "Projects: groups of tasks. The project Inbox always exists.",
      functions: [add, rename, remove, each])
  }

  private static let result = HostResult.outcome(
    "The outcome; nil and an error if the change is refused.")

  private var add: HostFunction {
    HostFunction(
      "add", "Adds a project and returns the outcome.",
      parameters: [
        HostParameter("name", .string, "The name: 1 to 100 characters."),
        .optional("description", .string, "The description."),
        RecordingOptions.parameter,
      ], returns: Self.result,
      example: """
        project.add("Garden", "Everything that grows")
        """
    ) { [context] call throws(HostFailure) in
      let (name, description) = (try call.string("name"), try call.optionalString("description"))
      let content = try call.checking(naming: ["project": "name"]) { () throws(FieldError) in
        try ProjectContent(name: name, description: description)
      }
      try context.record(
        .task(.projectAdd(content)), call)
    }
  }

  private func name(
    _ call: borrowing HostCall, _ argument: String
  ) throws(HostFailure) -> ProjectName {
    let text = try call.string(HostSlot(argument))
    return try call.checking { () throws(FieldError) in try ProjectName(text, field: argument) }
  }

  private var rename: HostFunction {
    HostFunction(
      "rename", "Renames a project; its tasks stay in it.",
      parameters: [
        HostParameter("from", .string, "The current name."),
        HostParameter("to", .string, "The new name."),
        RecordingOptions.parameter,
      ], returns: Self.result,
      example: """
        project.add("Hose")
        project.rename("hose", "House")
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .task(.projectRename(from: try name(call, "from"), to: try name(call, "to"))), call)
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove", "Removes a project; its tasks move to Inbox. The history up to now is not changed.",
      parameters: [HostParameter("name", .string, "The name."), RecordingOptions.parameter],
      returns: Self.result,
      example: """
        project.add("Passing fancy")
        project.remove("Passing fancy")
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .task(.projectRemove(try name(call, "name"))), call)
    }
  }

  private var each: HostFunction {
    HostFunction(
      "each", "Iterates over projects, one table each, Inbox first.",
      returns: .iterator(of: ProjectView.self),
      example: """
        for p in project.each() do print(p.name, p.open) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        let tasks = try session.folded().tasks
        call.reply.iterator(ViewIterator(tasks.projectViews) { $1.row($0) })
      }
    }
  }
}

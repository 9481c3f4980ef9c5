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
      functions: [add, get] + each + [update, remove])
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

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the project with a name.",
      parameter: HostParameter("name", .string, "The name (case-insensitive)."),
      returns: HostResult(
        "project", "table?", "The project; nil if there is none with this name.",
        of: ProjectView.self),
      example: """
        print(project.get("inbox").open)
        """
    ) { [context] call throws(HostFailure) in
      let name = try call.string("name")
      try context.viewing(call) { session throws(SessionError) in
        call.reply.row(try session.folded().tasks.view(ofProject: name))
      }
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update", "Renames a project; its tasks stay in it.",
      parameters: [
        HostParameter("project", .string, "The current name (case-insensitive)."),
        .table(
          "changes", "The new values.",
          [HostField("name", .string, "The new name: 1 to 100 characters.")]
            + RecordingOptions.fields),
      ],
      returns: HostResult(
        "project", "table?", "The renamed project; nil and an error if the change is refused.",
        of: ProjectView.self),
      example: """
        project.add("Hose")
        print(project.update("hose", {name = "House"}).name)
        """
    ) { [self, context] call throws(HostFailure) in
      let name = try name(call, "name")
      let action = ProfileEvent.Action.task(
        .projectRename(from: try self.name(call, "project"), to: name))
      let options = try RecordingOptions(call, try context.session())
      try context.viewing(call) { session throws(SessionError) in
        try session.checkNameIsFree(action, at: options.at, key: options.key)
        _ = try session.record(action, at: options.at, key: options.key)
        call.chargePermanentMemory(ScriptContext.eventSize)
        call.reply.row(try session.folded().tasks.view(ofProject: name.text))
      }
    }.replacing(
      [
        HostFunction(
          "rename", "Renames a project; its tasks stay in it.",
          parameters: [
            HostParameter("from", .string, "The current name."),
            HostParameter("to", .string, "The new name."),
            RecordingOptions.parameter,
          ], returns: Self.result
        ) { [self, context] call throws(HostFailure) in
          try context.record(
            .task(.projectRename(from: try name(call, "from"), to: try name(call, "to"))), call)
        }
      ], by: "update(project, {name = …})")
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

  private var each: [HostFunction] {
    .each(
      "projects", "Iterates over projects, one table each, Inbox first.", of: ProjectView.self,
      example: """
        for p in project.each() do print(p.name, p.open) end
        """,
      listing: """
        print(project.all()[1].name)
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        ViewIterator(try session.folded().tasks.projectViews)
      }
    }
  }
}

extension TasksState {
  /// Returns the project with a name, regardless of case.
  fileprivate func view(ofProject name: String) -> ProjectView? {
    project(named: name).flatMap { found in projectViews.first { $0.project.name == found.name } }
  }
}

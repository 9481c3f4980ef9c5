import Lua
import Rules
import Sessions

/// `project`: what tasks belong to.
struct ProjectModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "project", "Projects: what tasks belong to. Inbox is always there.",
      functions: [add, rename, remove, each])
  }

  private static let fields = [
    HostResult("name", "string"), HostResult("description", "string?"),
    HostResult("open", "integer", "Its open tasks."),
    HostResult("completed", "integer", "Its completed tasks."),
  ]

  private static let result = HostResult(
    "outcome", "table?", "nil and an error when it cannot be.",
    fields: OutcomeReply.subjectFields)

  private var add: HostFunction {
    HostFunction(
      "add", "Adds a project.",
      parameters: [
        HostParameter("name", .string, "1 to 100 characters."),
        HostParameter("description", .string, isOptional: true), RecordingOptions.parameter,
      ], returns: [Self.result],
      example: """
        project.add("Garden", "Everything that grows")
        """
    ) { [context] call throws(HostFailure) in
      let (name, description) = (try call.string(0), try call.optionalString(1))
      let content = try call.checking(["project": 0, "name": 0]) { () throws(FieldError) in
        try ProjectContent(name: name, description: description)
      }
      try context.record(
        .task(.projectAdd(content)), call, optionsFrom: 2, slots: ["at": 2, "key": 3])
    }
  }

  private func name(_ call: borrowing HostCall, _ slot: Int) throws(HostFailure) -> ProjectName {
    let text = try call.string(slot)
    return try call.checking(["project": slot]) { () throws(FieldError) in try ProjectName(text) }
  }

  private var rename: HostFunction {
    HostFunction(
      "rename", "Gives a project another name; its tasks come along.",
      parameters: [
        HostParameter("from", .string, "The project."), HostParameter("to", .string, "The name."),
        RecordingOptions.parameter,
      ], returns: [Self.result],
      example: """
        project.add("Hose")
        project.rename("hose", "House")
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .task(.projectRename(from: try name(call, 0), to: try name(call, 1))), call,
        optionsFrom: 2, slots: ["at": 2, "key": 3])
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove", "Removes a project from now on; its tasks move to Inbox.",
      parameters: [HostParameter("name", .string, "The project."), RecordingOptions.parameter],
      returns: [Self.result],
      example: """
        project.add("Passing fancy")
        project.remove("Passing fancy")
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .task(.projectRemove(try name(call, 0))), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var each: HostFunction {
    HostFunction(
      "each", "Goes through projects, one table each, Inbox first.",
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        for p in project.each() do print(p.name, p.open) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        let tasks = try session.folded().tasks
        call.reply.iterator(ViewIterator(tasks.projectViews) { $0.json })
      }
    }
  }
}

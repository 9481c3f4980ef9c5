import Lua
import FlintRules
import Sessions
import Views

/// Work on tasks, one at a time, whose minutes become entries.
extension TaskModule {
  var start: HostFunction {
    HostFunction(
      "start",
      "Starts the work on a task and returns the outcome. One task is worked on at a time: work on "
        + "another one is stopped, as task.stop does.",
      parameters: [Self.id, RecordingOptions.parameter],
      returns: .outcome(
        "The outcome; nil and an error if the task is completed or started already."),
      example: """
        local t = task.add{name = "Write the letter"}
        task.start(t.id)
        print(task.running().name)
        """
    ) { [context] call throws(HostFailure) in
      guard let id = try context.id("id", of: Self.scope, call) else { return }
      let session = try context.session()
      let options = try RecordingOptions(call, session)
      do throws(SessionError) {
        let started = try session.startWork(on: id, at: options.at, key: options.key)
        OutcomeReply(session).replySubject(started.start, to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }

  var stop: HostFunction {
    HostFunction(
      "stop",
      "Stops the work on the task that was started, and records its minutes as an entry in the "
        + "tracker that is named like the project of the task; the tracker is created if there is "
        + "none. Less than half a minute makes no entry.",
      parameters: [RecordingOptions.parameter],
      returns: HostResult(
        "work", "table?", "The work; nil and an error if no task is started.",
        of: StoppedWork.self),
      example: """
        local t = task.add{name = "Read the contract", project = "Work", at = "yesterday 13:00"}
        task.start(t.id, {at = "yesterday 14:00"})
        local work = task.stop{at = "yesterday 14:25"}
        print(work.minutes, work.tracker)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let options = try RecordingOptions(call, session)
      do throws(SessionError) {
        call.reply.row(try session.stopWork(at: options.at, key: options.key))
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }

  var running: HostFunction {
    HostFunction(
      "running", "Returns the work on a task that goes on.",
      returns: HostResult(
        "work", "table?", "The work; nil if no task is started.", of: RunningWork.self),
      example: """
        print(task.running())
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        call.reply.row(try RunningWork(session))
      }
    }
  }
}

import FlintCalendar
import Lua
import FlintRules
import FlintSchema
import Sessions

extension ScriptContext {
  /// Records an event and replies its outcome.
  ///
  /// - Parameters:
  ///   - call: the call to answer, whose arguments contain those of `RecordingOptions`.
  ///   - naming: the names of arguments that differ from those of their fields.
  ///   - note: the note on a time within the action; it is reported if there is none on the event's
  ///   own time.
  func record(
    _ action: ProfileEvent.Action, _ call: borrowing HostCall, naming: [String: String] = [:],
    note: CivilZone.Note? = nil
  ) throws(HostFailure) {
    let session = try session()
    let options = try RecordingOptions(call, session)
    do throws(SessionError) {
      try session.checkNameIsFree(action, at: options.at, key: options.key)
      var recorded: Recorded
      if case .task(.taskComplete(let task)) = action {
        recorded = try session.complete(task, at: options.at, key: options.key).completion
      } else {
        recorded = try session.record(action, at: options.at, key: options.key)
      }
      recorded.note = recorded.note ?? note
      OutcomeReply(session).replySubject(recorded, to: call.reply)
      call.chargePermanentMemory(Self.eventSize)
    } catch {
      try call.answer(error, naming: naming)
    }
  }

  /// Returns the event that an argument names: by its id, the first digits of it, its name, or `last`.
  ///
  /// - Parameter isQuery: whether the call is answered with `nil` alone if there is no such event.
  /// - Returns: the id; `nil` if the argument names no event or several, and the call is answered.
  func id(
    _ slot: HostSlot, of scope: ReferenceScope, _ call: borrowing HostCall, isQuery: Bool = false
  ) throws(HostFailure) -> EventID? {
    let text = try call.string(slot)
    // A complete id needs no session.
    if let id = EventID(text) { return id }
    let session = try session()
    do throws(SessionError) {
      return try session.reader.id(text, in: scope)
    } catch {
      if isQuery, case .reference(let error) = error, !error.isAmbiguous {
        call.reply.nil()
      } else {
        try call.answer(error)
      }
      return nil
    }
  }

  /// Removes the event whose id is the first argument, and replies true.
  func remove(_ call: borrowing HostCall, of kind: EventKind) throws(HostFailure) {
    let session = try session()
    guard let id = try id("id", of: ReferenceScope(kind), call) else { return }
    do throws(SessionError) {
      try session.remove(id, of: kind)
      call.reply.boolean(true)
      call.chargePermanentMemory(Self.eventSize)
    } catch {
      try call.answer(error)
    }
  }

  /// Calls a function that reads the profile, and answers the call if it fails.
  ///
  /// - Returns: what the function returns; `nil` if it failed, and the call is answered.
  @discardableResult
  func viewing<Result>(
    _ call: borrowing HostCall, _ body: (Session) throws(SessionError) -> Result
  ) throws(HostFailure) -> Result? {
    let session = try session()
    do throws(SessionError) {
      return try body(session)
    } catch {
      try call.answer(error)
      return nil
    }
  }
}

extension HostCall {
  /// Creates a value from arguments, and turns its validation error into an argument error.
  ///
  /// - Parameter naming: the names of arguments that differ from those of their fields.
  func checking<Value>(
    naming: [String: String] = [:], _ body: () throws(FieldError) -> Value
  ) throws(HostFailure) -> Value {
    do throws(FieldError) {
      return try body()
    } catch {
      throw failure(error, naming)
    }
  }

  func failure(_ error: FieldError, _ naming: [String: String] = [:]) -> HostFailure {
    .argument(
      HostSlot(naming[error.field] ?? error.field), expected: error.expected, got: error.found)
  }
}

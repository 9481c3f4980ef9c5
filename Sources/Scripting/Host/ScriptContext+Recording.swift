import Calendar
import Lua
import Rules
import Schema
import Sessions

extension ScriptContext {
  /// Records an event and replies its outcome.
  ///
  /// - Parameters:
  /// - action: the action to record.
  /// - call: the call to answer.
  /// - slot: the first slot of the fields of `RecordingOptions`.
  /// - slots: the slots of the fields that can be refused, by field name.
  /// - note: the note on a time within the action; it is reported if there is none on the event's
  ///   own time.
  func record(
    _ action: Event.Action, _ call: borrowing HostCall, optionsFrom slot: Int,
    slots: @autoclosure () -> [String: Int] = [:], note: Zone.Note? = nil
  ) throws(HostFailure) {
    let session = try session()
    let options = try RecordingOptions(call, from: slot)
    do throws(SessionError) {
      try session.checkNameIsFree(action, at: options.at, key: options.key)
      var recorded = try session.record(action, at: options.at, key: options.key)
      recorded.note = recorded.note ?? note
      OutcomeReply(session).replySubject(recorded, to: call.reply)
      call.chargePermanentMemory(Self.eventSize)
    } catch {
      try call.answer(error, slots: slots())
    }
  }

  /// Removes the event whose id is the first argument, and replies true.
  func remove(_ call: borrowing HostCall, of kind: EventKind) throws(HostFailure) {
    let session = try session()
    let id = try call.id(0)
    do throws(SessionError) {
      try session.remove(id, of: kind)
      call.reply.boolean(true)
      call.chargePermanentMemory(Self.eventSize)
    } catch {
      try call.answer(error)
    }
  }

  /// Calls a function that reads the profile, and answers the call if it fails.
  func viewing(
    _ call: borrowing HostCall, _ body: (Session) throws(SessionError) -> Void
  ) throws(HostFailure) {
    let session = try session()
    do throws(SessionError) {
      try body(session)
    } catch {
      try call.answer(error)
    }
  }
}

extension HostCall {
  /// Creates a value from arguments, and turns its validation error into an argument error.
  ///
  /// - Parameter slots: the slots of the value's fields, by field name.
  func checking<Value>(
    _ slots: @autoclosure () -> [String: Int], _ body: () throws(FieldError) -> Value
  ) throws(HostFailure) -> Value {
    do throws(FieldError) {
      return try body()
    } catch {
      guard let slot = slots()[error.field] else { throw .message(error.description) }
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }
}

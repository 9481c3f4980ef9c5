import Lua
import Rules
import Sessions

extension ScriptContext {
  /// Records an event and replies what it brought.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - call: the call to answer.
  ///   - slot: where the fields of `RecordingOptions` begin.
  ///   - slots: where fields that can be refused stand.
  ///   - note: what had to be decided about a time within the action; told where nothing had to be
  ///     about the event's own.
  func record(
    _ action: Event.Action, _ call: borrowing HostCall, optionsFrom slot: Int,
    slots: [String: Int] = [:], note: Zone.Note? = nil
  ) throws(HostFailure) {
    let session = try session()
    let options = try RecordingOptions(call, from: slot)
    do throws(SessionError) {
      try session.checkNameIsFree(action, at: options.at, key: options.key)
      var recorded = try session.record(action, at: options.at, key: options.key)
      recorded.note = recorded.note ?? note
      OutcomeReply(session).replySubject(recorded, to: call.reply)
      call.keepMemory(Self.eventSize)
    } catch {
      try call.answer(error, slots: slots)
    }
  }

  /// Takes the event back whose id is the first argument, and replies true.
  func remove(_ call: borrowing HostCall, of kind: EventKind) throws(HostFailure) {
    let session = try session()
    let id = try call.id(0)
    do throws(SessionError) {
      try session.remove(id, of: kind)
      call.reply.boolean(true)
      call.keepMemory(Self.eventSize)
    } catch {
      try call.answer(error)
    }
  }

  /// Looks at the profile and answers a call.
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
  /// Makes a value of what was given, and turns its refusal into an argument error.
  ///
  /// - Parameter slots: where the value's fields stand among the slots.
  func checking<Value>(
    _ slots: [String: Int], _ body: () throws(FieldError) -> Value
  ) throws(HostFailure) -> Value {
    do throws(FieldError) {
      return try body()
    } catch {
      guard let slot = slots[error.field] else { throw .message(error.description) }
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }
}

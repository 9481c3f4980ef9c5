public import CLuaShims

/// The results of a host function: a small program, which is executed when the function has
/// returned. A value is either a result, or belongs to the open table.
@safe
public struct HostReply: ~Copyable {
  // Invariant: exists only during a callback, while the context does.
  @usableFromInline let context: UnsafeMutablePointer<lh_context>

  @inlinable
  init(_ context: UnsafeMutablePointer<lh_context>) { unsafe self.context = context }

  /// Whether the caller uses the reply: a call that is a statement discards it. A reply is allowed
  /// all the same; an expensive one need not be built.
  public var isWanted: Bool { unsafe lh_is_wanted(context) }

  /// Replies nil.
  public func `nil`() { op(LH_OP_NIL) }

  /// Replies a boolean.
  public func boolean(_ value: Bool) { op(LH_OP_BOOLEAN, value ? 1 : 0) }

  /// Replies an integer.
  @inlinable
  public func integer(_ value: Int64) { op(LH_OP_INTEGER, value) }

  /// Replies an integer.
  @inlinable
  public func integer(_ value: Int) { op(LH_OP_INTEGER, Int64(value)) }

  /// Replies a float.
  public func number(_ value: Double) { op(LH_OP_NUMBER, Int64(bitPattern: value.bitPattern)) }

  /// Replies a string; it is copied.
  public func string(_ text: String) {
    var text = text
    text.withUTF8 { unsafe lh_reply_string(context, $0.baseAddress, $0.count) }
  }

  /// Replies a string of bytes; they are copied.
  public func string(_ bytes: UnsafeRawBufferPointer) {
    unsafe lh_reply_string(context, bytes.baseAddress, bytes.count)
  }

  /// Replies a string of bytes; they are copied.
  public func string(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe lh_reply_string(context, $0.baseAddress, $0.count)
    }
  }

  /// Replies a string that is a constant of the program; the cheapest way for names.
  public func constant(_ text: StaticString) {
    guard text.hasPointerRepresentation else { return string(text.description) }
    op(
      LH_OP_CONSTANT, Int64(Int(bitPattern: unsafe text.utf8Start)),
      count: text.utf8CodeUnitCount)
  }

  /// Replies a copy of a value.
  public func value(_ value: LuaValue) {
    switch value {
    case .nil: self.nil()
    case .boolean(let flag): boolean(flag)
    case .integer(let number): integer(number)
    case .number(let number): self.number(number)
    case .string(let bytes): string(bytes.span)
    case .array(let items):
      beginArray(expecting: items.count)
      for item in items { self.value(item) }
      end()
    case .table(let entries):
      beginTable()
      for entry in entries {
        key()
        self.value(entry.key)
        self.value(entry.value)
      }
      end()
    }
  }

  /// Opens a table. Until ``end()``, a field name or key and then a value are written.
  public func beginTable() { begin(LH_OP_TABLE) }

  /// Opens an array. Until ``end()``, each value is an item; nil leaves a hole.
  public func beginArray(expecting count: Int = 0) {
    begin(LH_OP_ARRAY, expecting: count)
  }

  /// Opens a table whose methods are the functions of a module: `object:name(…)` calls the
  /// module's function of that name with the table as its first argument. Until ``end()``, as for
  /// ``beginTable()``.
  public func beginObject(of module: StaticString) {
    guard module.hasPointerRepresentation else { return beginTable() }
    unsafe lh_reply_begin(context, UInt32(LH_OP_OBJECT), 0, Self.address(of: module))
  }

  /// Opens a table whose absent fields are looked up in the fields that the call was given. Until
  /// ``end()``, as for ``beginTable()``.
  public func beginRow() { begin(LH_OP_ROW) }

  /// Closes the table or array opened last.
  public func end() { unsafe lh_reply_end(context) }

  /// Sets the name of the field that the next value is stored in.
  public func field(_ name: StaticString) {
    guard name.hasPointerRepresentation else { return field(dynamic: name.description) }
    unsafe lh_reply_field(
      context, UInt32(LH_OP_FIELD), Self.address(of: name), name.utf8CodeUnitCount)
  }

  /// Sets the name of the field that the next value is stored in, for names that are not constants.
  public func field(dynamic name: String) {
    key()
    string(name)
  }

  /// Makes the next value a key; the value after it is stored under that key.
  public func key() { unsafe lh_reply_field(context, UInt32(LH_OP_KEY), nil, 0) }

  /// Replies an iterator for a generic `for`. As a result it is four values, the last of which
  /// closes it; inside a table it is the function only.
  public func iterator(_ iterator: any HostIterator) {
    op(LH_OP_ITERATOR, Int64(unsafe HostBridge.of(context).open(iterator)))
  }

  func refusal() { begin(LH_OP_REFUSAL) }

  private func begin(_ op: Int, expecting count: Int = 0) {
    unsafe lh_reply_begin(context, UInt32(op), UInt32(clamping: count), nil)
  }

  @inlinable
  func op(_ op: Int, _ bits: Int64 = 0, count: Int = 0) {
    unsafe lh_reply_op(context, UInt32(op), UInt32(clamping: count), bits, 0)
  }

  private static func address(of text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension HostReply {
  /// Writes a field with a boolean.
  public func field(_ name: StaticString, _ value: Bool) {
    field(name)
    boolean(value)
  }

  /// Writes a field with an integer.
  public func field(_ name: StaticString, _ value: Int64) {
    field(name)
    integer(value)
  }

  /// Writes a field with an integer.
  public func field(_ name: StaticString, _ value: Int) {
    field(name)
    integer(value)
  }

  /// Writes a field with a string.
  @_disfavoredOverload
  public func field(_ name: StaticString, _ value: String) {
    field(name)
    string(value)
  }

  /// Writes a field with a string that is a constant of the program.
  public func field(_ name: StaticString, constant value: StaticString) {
    field(name)
    constant(value)
  }
}

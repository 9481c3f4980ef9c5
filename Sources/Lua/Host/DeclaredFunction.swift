internal import CLuaShims

/// A function with the name that messages show, referenced by C. Its body is stored here a second
/// time: read from an array it would need a thunk, and be retained for the call.
final class DeclaredFunction {
  let fullName: String
  let function: HostFunction
  private let body: HostFunction.Body
  /// The names of the arguments in the order of their slots.
  let names: [String]
  /// The index behind that of the argument read last.
  var next = 0
  let returnsIterator: Bool
  /// The message of the refusal that the call in progress raises when it returns.
  var refusal: String?

  init(_ function: HostFunction, in module: HostModule) {
    fullName = module.fullName(of: function)
    self.function = function
    body = function.body
    names = function.argumentNames
    returnsIterator = function.returnsIterator
  }

  func call(_ context: UnsafeMutablePointer<lh_context>) -> Int32 {
    var call = unsafe HostCall(context, self)
    do throws(HostFailure) {
      try body(&call)
      if returnsIterator, let message = refusal {
        refusal = nil
        throw .message("\(fullName): \(message)")
      }
      return Int32(LH_DONE)
    } catch {
      return unsafe HostBridge.of(context).answer(error, function: self)
    }
  }

  // Invariant: the address is that of a function of a bridge, which exists as long as the bridge
  // does.
  @inline(__always)
  static func at<R>(_ address: UnsafeRawPointer, _ body: (DeclaredFunction) -> R) -> R {
    unsafe Unmanaged<DeclaredFunction>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}

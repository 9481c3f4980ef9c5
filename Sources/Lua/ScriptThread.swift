internal import Glibc

/// Runs `body` on a separate thread with a stack of `stackSize` bytes, and waits for it.
///
/// Lua's C code and host functions need more stack than most threads have.
public func withScriptThread<R, Failure: Error>(
  stackSize: Int = 16 << 20, body: () throws(Failure) -> R
) throws(Failure) -> R {
  var outcome: Result<R, Failure>?
  // Invariant: the caller waits until the thread has ended, so nothing here is used by two threads
  // at once, and `body` does not escape.
  let made = withoutActuallyEscaping({
    do throws(Failure) {
      outcome = .success(try body())
    } catch {
      outcome = .failure(error)
    }
  }) { (work: @escaping () -> Void) -> Bool in
    let box = WorkBox(work)
    return withExtendedLifetime(box) { runs(box, stackSize: stackSize) }
  }
  // If the system has no thread left, the caller's own is used: a main thread has 8 MiB.
  guard made, let outcome else { return try body() }
  return try outcome.get()
}

/// Runs work on a new thread and waits for it; false if there is none.
private func runs(_ box: WorkBox, stackSize: Int) -> Bool {
  var attributes = pthread_attr_t()
  guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
  defer { unsafe pthread_attr_destroy(&attributes) }
  var thread = pthread_t()
  guard unsafe pthread_attr_setstacksize(&attributes, stackSize) == 0,
    unsafe pthread_create(
      &thread, &attributes,
      {
        unsafe Unmanaged<WorkBox>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(box).toOpaque()) == 0
  else { return false }
  return pthread_join(thread, nil) == 0
}

private final class WorkBox {
  private var work: (() -> Void)?

  init(_ work: @escaping () -> Void) { self.work = work }

  func run() {
    work?()
    work = nil
  }
}

import Glibc
import Synchronization

/// Ends the process with the number of the case when it crashes, or takes too long.
enum Watch {
  nonisolated(unsafe) private static let message = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 1024, alignment: 1)
  private static let messageLength = Atomic(0)
  /// The processor time, in nanoseconds, at which the case ends; 0 between cases.
  private static let deadline = Atomic(0)
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS]

  /// Begins to watch. Memory beyond the limit is not allocated, which ends the process as well. With the address
  /// sanitizer, scripts/campaign/parsers sets a limit.
  static func begin() {
    _ = message
    if getenv("ASAN_OPTIONS") == nil {
      var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }
    // The call needs no stack of its own but where the stack has overflowed: see `useOwnStack`.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Watch.finish("crashed") }
    action.sa_flags = Int32(SA_ONSTACK)
    for signal in signals { sigaction(signal, &action, nil) }
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in Watch.wait() }, nil)
  }

  /// Gives the calling thread a stack for signals, since one that has overflowed has no room for the call.
  static func useOwnStack() {
    var stack = stack_t()
    stack.ss_size = 1 << 16
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
    sigaltstack(&stack, nil)
  }

  /// Waits for a case to take too long.
  private static func wait() -> UnsafeMutableRawPointer? {
    while true {
      usleep(200_000)
      let end = deadline.load(ordering: .relaxed)
      if end > 0, processorTime > end { finish("took too long") }
    }
  }

  /// Begins a case.
  static func start(_ description: String, seconds: Int) {
    let bytes = Array(description.utf8.prefix(message.count))
    message.copyBytes(from: bytes)
    messageLength.store(bytes.count, ordering: .relaxed)
    deadline.store(processorTime + seconds * 1_000_000_000, ordering: .relaxed)
  }

  /// Ends a case.
  static func stop() { deadline.store(0, ordering: .relaxed) }

  /// The largest memory that the process has had, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }

  static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Writes what happened in which case, without allocating memory, and ends the process.
  private static func finish(_ problem: StaticString) {
    write(STDERR_FILENO, "parser-fuzz: ", 13)
    write(STDERR_FILENO, problem.utf8Start, problem.utf8CodeUnitCount)
    write(STDERR_FILENO, message.baseAddress, messageLength.load(ordering: .relaxed))
    _exit(1)
  }
}

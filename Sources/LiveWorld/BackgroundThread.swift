#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread for a blocking operation.
///
/// It blocks all signals: those sent to the process are delivered to other threads, and writing to a closed
/// connection fails instead of terminating the process.
package struct BackgroundThread {
  /// No thread could be created.
  package struct Failure: Error {
    /// The system's error number.
    package let code: Int32
  }

  /// Starts a thread that ends when the operation returns.
  ///
  /// - Throws: ``Failure`` if the system cannot create a thread.
  package static func start(_ work: @escaping @Sendable () -> Void) throws(Failure) {
    let box = unsafe Unmanaged.passRetained(Work(run: work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(&thread, nil, enter, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      throw Failure(code: code)
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

#if canImport(Darwin)
  private func enter(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe work(at: context)
    return nil
  }
#else
  private func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context { unsafe work(at: context) }
    return nil
  }
#endif

private func work(at context: UnsafeMutableRawPointer) {
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
}

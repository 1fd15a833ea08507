import LiveWorld

/// Does work that may wait for tasks on a thread that no task needs.
///
/// - Throws: ``BackgroundThread/Failure`` if the system has no thread to spare.
package func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do throws(BackgroundThread.Failure) {
      try BackgroundThread.start { continuation.resume(returning: work()) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

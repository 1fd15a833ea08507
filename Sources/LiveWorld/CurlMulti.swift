import CCurl
import World

/// The owner of a libcurl multi handle and of the TLS sessions that its transfers share.
///
/// It is confined to one thread, except for ``wake()``.
@safe
final class CurlMulti: Sendable {
  nonisolated(unsafe) private let raw: UnsafeMutableRawPointer
  nonisolated(unsafe) private let share: UnsafeMutableRawPointer
  private let library: CurlLibrary

  /// The maximum number of idle connections.
  private static let cachedConnections = 32

  /// Creates a handle without transfers.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if memory or file descriptors are short.
  init(library: CurlLibrary) throws(HTTPFailure) {
    guard let raw = unsafe library.api.pointee.multi_init() else {
      throw .unavailable(reason: "libcurl cannot start: too little memory or too many open files")
    }
    guard let share = unsafe library.api.pointee.share_init() else {
      _ = unsafe library.api.pointee.multi_cleanup(raw)
      throw .unavailable(reason: "out of memory")
    }
    unsafe self.raw = unsafe raw
    unsafe self.share = unsafe share
    self.library = library
    // libcurl's default closes connections as soon as few requests are in progress.
    _ = unsafe ccurl_keep_connections(library.api, raw, Self.cachedConnections)
    _ = unsafe ccurl_share_tls_sessions(library.api, share)
  }

  deinit {
    _ = unsafe library.api.pointee.multi_cleanup(raw)
    _ = unsafe library.api.pointee.share_cleanup(share)
  }

  /// Wakes the event loop from its current or next wait.
  ///
  /// Can be called on any thread.
  func wake() {
    _ = unsafe library.api.pointee.multi_wakeup(raw)
  }

  /// Adds a prepared transfer.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if memory is short.
  func add(_ easy: borrowing CurlEasy) throws(HTTPFailure) {
    try unsafe easy.setPointer(CURLOPT_SHARE, share)
    let code = unsafe library.api.pointee.multi_add_handle(raw, easy.raw)
    guard code == CURLM_OK else {
      throw .unavailable(reason: "libcurl takes no more requests (\(code.rawValue))")
    }
  }

  func remove(_ easy: borrowing CurlEasy) {
    let code = unsafe library.api.pointee.multi_remove_handle(raw, easy.raw)
    precondition(code == CURLM_OK, "a transfer was removed twice")
  }

  /// Advances all transfers without blocking.
  func perform() {
    var running: Int32 = 0
    let code = unsafe library.api.pointee.multi_perform(raw, &running)
    precondition(code == CURLM_OK, "libcurl lost its state (\(code.rawValue))")
  }

  /// Waits for a socket event, a wakeup or a timeout.
  func wait(milliseconds: Int32) {
    let code = unsafe library.api.pointee.multi_poll(raw, nil, 0, milliseconds, nil)
    precondition(code == CURLM_OK, "libcurl cannot wait (\(code.rawValue))")
  }

  /// Returns the next completed transfer with its result; nil if there is none.
  func nextDone() -> (CurlExchange, CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe library.api.pointee.multi_info_read(raw, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      let context = unsafe ccurl_get_private(library.api, message.pointee.easy_handle)
      guard let context = unsafe context else { preconditionFailure("a transfer has no exchange") }
      let exchange = unsafe Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
      return unsafe (exchange, message.pointee.data.result)
    }
    return nil
  }
}

import CCurl
import World

/// The functions of libcurl, opened when first needed and never closed.
@safe
final class CurlLibrary: Sendable {
  nonisolated(unsafe) let api: UnsafePointer<ccurl_api>

  #if canImport(Darwin)
    static let defaultName = "libcurl.4.dylib"
    private static let advice = "install curl"
  #else
    static let defaultName = "libcurl.so.4"
    private static let advice = "install the package libcurl4"
  #endif

  /// Opens the library of that name.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if it is missing or too old.
  init(named name: String) throws(HTTPFailure) {
    let table = UnsafeMutablePointer<ccurl_api>.allocate(capacity: 1)
    unsafe table.initialize(to: ccurl_api())
    unsafe api = UnsafePointer(table)
    if let reason = unsafe ccurl_load(name, table) {
      throw .unavailable(reason: unsafe "\(String(cString: reason)); \(Self.advice)")
    }
  }

  /// Whether content is decoded as it comes, so that one who has read the head can still say that it is not to be.
  ///
  /// From 8.7 on the decoders are made at the line of the head that names the coding.
  var decodesLate: Bool {
    guard let known = unsafe api.pointee.version_info(CURLVERSION_FIRST) else { return false }
    return unsafe known.pointee.version_num < 0x08_07_00
  }

  deinit {
    unsafe api.deallocate()
  }

  /// What a result code means, in libcurl's words.
  func explain(_ code: CURLcode) -> String {
    guard let text = unsafe api.pointee.easy_strerror(code) else { return "error \(code.rawValue)" }
    return unsafe String(cString: text)
  }
}

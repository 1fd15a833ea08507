import FoundationEssentials
import Logging
import Text
import World

/// A transport that writes a line to a log for each request.
///
/// Addresses are written without user, password and query, which may contain secrets.
struct LoggingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let logger: Logger

  var origin: HTTPOrigin { transport.origin }

  /// Creates a transport that logs the requests to another.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - path: The file to append to, or `-` for standard error.
  ///   - world: The files and the clock of the log.
  /// - Throws: ``FileError`` if the file cannot be written.
  init(_ transport: any HTTPTransport, to path: String, world: World) throws {
    self.transport = transport
    if path == "-" {
      logger = Logger(label: "larder") { StreamLogHandler.standardError(label: $0) }
    } else {
      try world.files.requireFolder(of: path)
      try world.files.append([], to: path)
      logger = Logger(label: "larder") { _ in
        FileLog(path: path, files: world.files, now: world.now)
      }
    }
  }

  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let url = WebAddress.withoutUserInfo(request.url)
    let address = harmless(String(url.prefix { $0 != "?" && $0 != "#" }))
    do throws(HTTPFailure) {
      let response = try await transport.response(to: request)
      logger.info("\(request.method) \(address): \(response.status) \(harmless(response.reason))")
      return response
    } catch {
      logger.error("\(request.method) \(address): \(harmless("\(error)"))")
      throw error
    }
  }
}

/// Appends log lines to a file.
private struct FileLog: LogHandler {
  let path: String
  let files: any FileSystem
  let now: @Sendable () -> Date
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "\(now().formatted(.iso8601)) \(event.level) \(event.message)\n"
    // There is no place to report that the log cannot be written.
    try? files.append(Array(line.utf8), to: path)
  }
}

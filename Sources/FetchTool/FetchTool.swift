import Diagnostics
import Dispatch
import FoundationEssentials
import HTTPCache
import Output
import Terminal
import Text
import World

/// Fetches addresses through the cache, for users and other programs: `larder fetch`.
package struct FetchTool {
  private let world: World
  private let output: Output
  private let fetcher: Fetcher

  package init(world: World, output: Output, fetcher: Fetcher) {
    (self.world, self.output, self.fetcher) = (world, output, fetcher)
  }

  /// Prints the content at an address as the result, and the header fields and the source of the response as messages.
  ///
  /// - Parameters:
  ///   - address: An http or https address.
  ///   - fields: Header fields to send, each as `Name: value`.
  /// - Returns: The exit status, which depends on the status of the response.
  package func fetch(_ address: String, fields: [String]) -> RunStatus {
    do {
      var request = FetchRequest(try WebAddress(address))
      request.headers = try fields.map { try field($0) }
      let response = try output.waiting(for: "fetching \(harmless(WebAddress.shown(address)))") {
        [fetcher, request] in
        do throws(HTTPFailure) {
          return try await fetcher.fetch(request)
        } catch {
          var failure = Failure(catching: error)
          failure.diagnostic.message =
            "\(harmless(WebAddress.shown(address))): \(failure.diagnostic.message)"
          throw failure
        }
      }
      printHead(of: response)
      try writeContent(of: response)
      if output.isLost { return .disk }
      return Self.status(of: response)
    } catch {
      return output.report(error)
    }
  }

  /// Answers one request in JSON.
  package func fetch(json text: String) -> RunStatus {
    do {
      let request = text == "-" ? try world.console.readInput(64 << 20) : Array(text.utf8)
      let fetcher = fetcher
      let line = try output.waiting(for: "fetching") { await answer(to: request, fetcher) }
      output.write(line)
      return output.isLost ? .disk : .success
    } catch {
      return output.report(error)
    }
  }

  /// Answers the requests in the lines of standard input, in any order, with at most 64 in flight and 6 for each host.
  package func fetchBatch() -> RunStatus {
    let batch = FetchBatch(fetcher, world.console.output, world.interruptions)
    fetcher.store.isWriteBehind = true
    defer { fetcher.store.isWriteBehind = false }
    var failure: FileError?
    do throws(FileError) {
      while batch.end == nil, let line = try world.console.readLine() {
        if !line.isBlank { batch.begin(line.bytes) }
      }
    } catch {
      failure = error
    }
    batch.finish()
    if let failure { return output.report(failure) }
    if world.interruptions.isRaised { return .interrupted }
    guard case .failed(let error) = batch.end else { return .success }
    return output.report(error)
  }

  private func field(_ text: String) throws -> HTTPField {
    guard let colon = text.firstIndex(of: ":"), isToken(String(text[..<colon])) else {
      throw Failure(
        "`\(harmless(text))` is not a header field", hint: "e.g. -H 'Accept: application/json'",
        status: .usage)
    }
    let value = text[text.index(after: colon)...]
    guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else {
      throw Failure(
        "the value of `\(harmless(String(text[..<colon])))` has a line break or a NUL in it",
        status: .usage)
    }
    return HTTPField(String(text[..<colon]), trimmingSpace(String(value)))
  }

  /// Returns a description of a response's source.
  private func sourceText(of response: FetchedResponse) -> String {
    let age = spanText(max(0, world.now().timeIntervalSince1970 - response.date))
    let source =
      switch response.source {
      case .network: world.http.origin == .recording ? "from the recording" : "from the network"
      case .validated: "from the cache, still good"
      case .cache: "from the cache, \(age) old"
      case .stale: "from the cache, \(age) old and stale"
      case .offline: "from the cache, \(age) old, not checked"
      case .none: "from nobody"
      }
    return "\(source) · \(response.rule)"
  }

  private func printHead(of response: FetchedResponse) {
    let reason = response.reason.isEmpty ? "" : " \(harmless(response.reason))"
    output.say("\(response.status)\(reason) · \(sourceText(of: response))")
    for field in response.headers {
      output.say("\(harmless(field.name)): \(harmless(field.value))", .faint)
    }
  }

  private func writeContent(of response: FetchedResponse) throws {
    guard world.console.output.isTerminal else {
      // The content is streamed, because it may be larger than memory.
      return try response.content.file.forEachPiece { output.write($0) }
    }
    let bytes = try response.content.bytes()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return output.say(
        "\(byteText(bytes.count)) that are not text; write them to a file", .warning)
    }
    output.write(harmless(text, keepingLines: true) + (text.hasSuffix("\n") ? "" : "\n"))
  }

  private static func status(of response: FetchedResponse) -> RunStatus {
    switch response.status {
    case ..<400: .success
    case 404, 410: .noInput
    case 500...: .network
    default: .failure
    }
  }
}

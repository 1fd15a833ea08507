import CDemo
import Catalog
import FoundationEssentials
import World

/// A feed that is part of the program and simulates a fixed situation.
package enum BundledFeed: String, CaseIterable {
  case demo
  case demoEmpty = "demo-empty"
  case demoMalformed = "demo-malformed"
  case demoSlow = "demo-slow"
  case demoFailing = "demo-failing"
  case demoStale = "demo-stale"
  case demoOffline = "demo-offline"

  package var summary: String {
    switch self {
    case .demo: "the bundled dishes"
    case .demoEmpty: "bundled: a feed without rows"
    case .demoMalformed: "bundled: a feed with malformed records"
    case .demoSlow: "bundled: takes three seconds"
    case .demoFailing: "bundled: always fails"
    case .demoStale: "bundled: answers with an old copy"
    case .demoOffline: "bundled: a copy from before the network went away"
    }
  }
}

extension BundledFeed {
  /// Whether the feed comes from a ``DemoServer``; the others are files of the program.
  var isServed: Bool {
    switch self {
    case .demo, .demoEmpty, .demoMalformed: false
    case .demoSlow, .demoFailing, .demoStale, .demoOffline: true
    }
  }
}

/// The bundled documents.
package enum Demo {
  /// The host of the bundled feeds, in a reserved domain (RFC 2606, section 3).
  private static let host = "larder.example"

  /// The address of a bundled feed at its ``DemoServer``.
  static func address(of feed: BundledFeed) -> String {
    "https://\(host)/feeds/\(feed.rawValue).json"
  }

  /// Returns the name of the dish in the address of a bundled picture; nil for other addresses.
  package static func pictureName(in url: String) -> String? {
    // For example https://larder.example/pictures/large/lasagne.png.
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[2] == host, parts[3] == "pictures", parts[5].hasSuffix(".png")
    else { return nil }
    return String(parts[5].dropLast(4))
  }

  /// Returns the document of a bundled feed.
  package static func file(of feed: BundledFeed) -> any ReadableFile {
    switch feed {
    case .demoEmpty: InMemoryFile(Array("{\"recipes\": []}\n".utf8))
    case .demoMalformed: BundledDocument(CDEMO_MALFORMED)
    case .demo, .demoSlow, .demoFailing, .demoStale, .demoOffline: BundledDocument(CDEMO_DISHES)
    }
  }

  /// The document of the dishes.
  static var dishes: [UInt8] { unsafe Array(BundledDocument(CDEMO_DISHES).bytes) }

  /// The script of the tour.
  package static var tour: [UInt8] { unsafe Array(BundledDocument(CDEMO_TOUR).bytes) }

  /// Returns a bundled picture, such as `banh-mi`; nil if there is none of that name.
  package static func picture(named name: String) -> [UInt8]? {
    var length: CInt = 0
    guard let start = unsafe cdemo_picture(name, &length) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(length)))
  }
}

/// A bundled document, read in place.
private struct BundledDocument: ReadableFile {
  private let document: cdemo_document

  init(_ document: cdemo_document) { self.document = document }

  var count: Int { Int(cdemo_length(document)) }

  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: cdemo_bytes(document), count: count)
  }

  /// A checksum of the contents, which distinguishes versions of the program.
  var identity: [UInt8]? {
    Array("bundled \(unsafe checksum(bytes.span.bytes))".utf8)
  }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    let some = unsafe bytes.dropFirst(offset).prefix(range.count)
    unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[range]).copyMemory(
        from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: some)))
    }
    return unsafe some.count
  }
}

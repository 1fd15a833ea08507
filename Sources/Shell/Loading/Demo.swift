import CDemo
import FoundationEssentials
import World

/// The documents that are part of the program.
enum Demo {
  /// The bytes of a bundled feed.
  static func bytes(of feed: BundledFeed) -> [UInt8] {
    switch feed {
    case .demoEmpty: Array("{\"recipes\": []}\n".utf8)
    case .demoMalformed: document(CDEMO_MALFORMED)
    case .demo, .demoSlow, .demoFailing, .demoStale, .demoOffline: document(CDEMO_DISHES)
    }
  }

  /// The script of the tour.
  static var tour: [UInt8] { document(CDEMO_TOUR) }

  /// The bytes of a bundled picture, as in `banh-mi`; nil if there is none of that name.
  static func picture(named name: String) -> [UInt8]? {
    var length: CInt = 0
    guard let start = unsafe cdemo_picture(name, &length) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(length)))
  }

  private static func document(_ document: cdemo_document) -> [UInt8] {
    let length = Int(cdemo_length(document))
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      if let start = buffer.baseAddress { unsafe cdemo_copy(document, start) }
      count = length
    }
  }
}

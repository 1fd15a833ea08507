import Foundation
import Terminal

/// An independent reader of kitty's graphics protocol.
struct KittyReader {
  struct Placement: Equatable {
    var image: UInt32
    var id: UInt32
    var columns: Int?
    var rows: Int?
    var isVirtual: Bool
  }

  private(set) var images: [UInt32: Pixels] = [:]
  private(set) var placements: [Placement] = []
  /// The protocol errors.
  private(set) var complaints: [String] = []
  private(set) var longestPayload = 0
  private(set) var transmissions = 0

  private var pending: (keys: [Substring: Substring], payload: [UInt8])?

  /// Reads output.
  mutating func read(_ bytes: [UInt8]) {
    for string in controlStrings("_", in: bytes) {
      let parts = string.split(separator: UInt8(ascii: ";"), maxSplits: 1)
      let control = String(decoding: parts[0], as: UTF8.self)
      guard control.first == "G" else { continue }
      take(Self.keys(control.dropFirst()), parts.count > 1 ? Array(parts[1]) : [])
    }
  }

  private static func keys(_ control: Substring) -> [Substring: Substring] {
    let pairs = control.split(separator: ",").map { $0.split(separator: "=") }
    return Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
  }

  private mutating func take(_ keys: [Substring: Substring], _ payload: [UInt8]) {
    if keys["q"] != "2" { complaints.append("an answer is wanted") }
    longestPayload = max(longestPayload, payload.count)
    if pending != nil || keys["a"] == "t" { return transmit(keys, payload) }
    let image = keys["i"].flatMap { UInt32($0) } ?? 0
    switch keys["a"] {
    case "p" where images[image] == nil: complaints.append("no image \(image)")
    case "p": place(image, keys)
    case "d" where keys["d"] == "I":
      images[image] = nil
      placements.removeAll { $0.image == image }
    case "d" where keys["d"] == "c": if !placements.isEmpty { placements.removeFirst() }
    default: complaints.append("unknown \(keys)")
    }
  }

  private mutating func place(_ image: UInt32, _ keys: [Substring: Substring]) {
    if keys["C"] != "1" && keys["U"] != "1" { complaints.append("the cursor moves") }
    placements.append(
      Placement(
        image: image, id: keys["p"].flatMap { UInt32($0) } ?? 0,
        columns: keys["c"].flatMap { Int($0) }, rows: keys["r"].flatMap { Int($0) },
        isVirtual: keys["U"] == "1"))
  }

  private mutating func transmit(_ keys: [Substring: Substring], _ payload: [UInt8]) {
    var (all, text) = pending ?? (keys, [])
    text += payload
    pending = (all, text)
    guard keys["m"] == "0" else { return }
    defer { pending = nil }
    all["m"] = nil
    guard let image = all["i"].flatMap({ UInt32($0) }), let pixels = Self.pixels(all, text) else {
      return complaints.append("no picture in \(all)")
    }
    transmissions += 1
    images[image] = pixels
  }

  private static func pixels(_ keys: [Substring: Substring], _ text: [UInt8]) -> Pixels? {
    guard keys["f"] == "100", let file = Data(base64Encoded: Data(text)) else { return nil }
    return Pixels(png: Array(file))
  }
}

extension Pixels {
  /// Creates a picture from three or four samples per pixel.
  init(size: PixelSize, samples: [UInt8], channels: Int) {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: samples.count, by: channels) {
      bytes += samples[start..<start + 3]
      bytes.append(channels == 4 ? samples[start + 3] : 255)
    }
    self.init(size: size, bytes: bytes)
  }
}

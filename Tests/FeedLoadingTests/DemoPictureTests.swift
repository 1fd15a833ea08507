import FeedLoading
import Foundation
import Testing
import World

@Test
func `every dish of the demo has a distinct picture for photo and thumbnail`() throws {
  struct Feed: Decodable {
    struct Dish: Decodable {
      let photo_url_large: String
      let photo_url_small: String
    }
    let recipes: [Dish]
  }
  let file = Demo.file(of: .demo)
  var bytes = [UInt8](repeating: 0, count: file.count)
  #expect(try file.read(at: 0, into: &bytes, 0..<bytes.count) == bytes.count)
  let feed = try JSONDecoder().decode(Feed.self, from: Data(bytes))
  let names = feed.recipes.map { name(of: $0.photo_url_large) }
  #expect(names == feed.recipes.map { name(of: $0.photo_url_small) })
  let pictures = names.compactMap { Demo.picture(named: $0) }
  #expect(pictures.count == 64 && Set(pictures).count == 64)
  #expect(pictures.allSatisfy { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
  #expect(pictures.map(\.count).reduce(0, +) <= 450_000)
}

@Test(arguments: ["", "banh", "banh-mi.png", "Banh-mi", "../banh-mi"])
func `an unknown name has no picture`(name: String) {
  #expect(Demo.picture(named: name) == nil)
}

/// Returns the last component of an address without its extension.
private func name(of address: String) -> String {
  String(address.split(separator: "/").last?.split(separator: ".").first ?? "")
}

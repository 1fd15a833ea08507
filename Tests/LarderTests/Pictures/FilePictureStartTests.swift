import Foundation
import TestSupport
import Testing

private let png = Array(
  Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  ) ?? Data())
private let page =
  #"<script type="application/ld+json">{"@type": "Recipe", "name": "Soup", "image": "a.png"}</script>"#

@Test func `a picture in an archive is shown at a start from stored rows, and not without it`()
  throws
{
  let place = try Workplace()
  var zip = ZipFile()
  zip.add("soup.html", Array(page.utf8))
  zip.add("a.png", png)
  let archive = try place.file("a.zip", bytes: Data(zip.archive))
  let first = try place.larder(archive, "-c", "picture 1")
  #expect(first.output.contains("PNG 1 × 1"), "\(first)")
  #expect(try place.filesAtHome().contains { $0.hasSuffix(".rows") })
  #expect(try place.larder(archive, "-c", "picture 1").output == first.output)
}

@Test func `a picture next to a page that is gone at the next start says so`() throws {
  let place = try Workplace()
  try FileManager.default.createDirectory(
    atPath: place.path + "/d", withIntermediateDirectories: true)
  _ = try place.file("d/soup.html", page)
  let picture = try place.file("d/a.png", bytes: Data(png))
  #expect(try place.larder(place.path + "/d", "-c", "picture 1").output.contains("PNG 1 × 1"))
  try FileManager.default.removeItem(atPath: picture)
  let second = try place.larder(place.path + "/d", "-c", "picture 1")
  #expect(second.output.contains("there is no file"), "\(second)")
}

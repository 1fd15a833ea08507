import Foundation
import Testing

/// Folders on the disk, with what only a real one has.
@Suite struct FolderTests {
  @Test func `a link that leads back to its folder does not repeat the rows`() throws {
    let place = try Workplace()
    let folder = place.path + "/dishes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("name,cuisine\nDal,Indian\nPho,Vietnamese\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/table.csv"))
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/again", withDestinationPath: folder)
    let run = try place.larder(folder, "-c", "count")
    #expect(run.lines == ["2"] && run.status == 0, "\(run.errors)")
  }
}

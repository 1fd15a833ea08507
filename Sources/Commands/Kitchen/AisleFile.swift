import Cooking
import Output
import Terminal
import Text
import World

/// The file that the setting `aisles` names.
struct AisleFile {
  let world: World
  let output: Output

  /// Returns the aisles; the built-in ones if the setting is `auto` or, after a warning, if the file cannot be read.
  func aisles(_ path: String) -> Aisles {
    guard path != "auto" else { return .standard }
    do throws(FileError) {
      return Aisles(cooklang: String(decoding: try bytes(path), as: UTF8.self))
    } catch {
      output.say("The file of the setting aisles cannot be read: \(error.description)", .warning)
      return .standard
    }
  }

  /// Makes sure that a file of aisles can be read.
  ///
  /// - Parameter path: The value of the setting.
  /// - Throws: ``FileError`` if the file cannot be read.
  func require(_ path: String) throws(FileError) {
    if path != "auto" { _ = try bytes(path) }
  }

  private func bytes(_ path: String) throws(FileError) -> [UInt8] {
    try world.files.contents(of: world.expandingHome(path), limit: 1 << 20)
  }
}

import GRDB

/// Makes a library look as if a later version had written it.
enum NewerLibrary {
  static func pretend(at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
  }
}

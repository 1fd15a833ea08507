import World

/// A page of a feed in memory.
struct HeldPage {
  let file: any ReadableFile

  init(_ text: String) { file = InMemoryFile(Array(text.utf8)) }
}

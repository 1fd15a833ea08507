import World

/// A page of a feed in memory.
struct HeldPage {
  let file: any ReadableFile

  init(_ text: String) { file = HeldBytes(Array(text.utf8)) }
}

import Text

/// An open list or object.
struct BlockFrame {
  /// The effect of the texts in a value on an enclosing object.
  enum Role {
    case other
    /// Types of the object at this index.
    case type(of: Int)
    /// The vocabulary of the object at this index.
    case context(of: Int)
    /// Possible types of the object at this index: JSON-LD allows an alias such as `type` for `@type`.
    case plainType(of: Int)
  }

  var start: Int
  var isList: Bool
  /// The number of records found before it.
  var foundCount: Int
  var role: Role
  /// The number of members or elements so far.
  var count = 0
  /// The number of members whose names do not begin with `@`.
  var ownCount = 0
  /// The byte range of the current member's name, without its quotes.
  var key = 0..<0
  /// The offset of the comma after the last member.
  var comma: Int?
  var hasType = false
  var hasPlainType = false
  /// Whether it or an object around it declares schema.org's vocabulary.
  var isInContext = false
  /// The offsets of the texts that identify a recipe.
  var id: Int?
  var name: Int?
  var link: Int?
  /// The JSONPath, if it was computed.
  var path: String?

  init(at start: Int, isList: Bool, foundCount: Int, role: Role) {
    (self.start, self.isList, self.foundCount, self.role) = (start, isList, foundCount, role)
  }

  var close: UInt8 { isList ? 0x5D : 0x7D }
  var isRecipe: Bool { hasType || hasPlainType && isInContext }
}

/// The meaning of keys and texts.
extension BlockScan {
  /// The role of the next value.
  var role: BlockFrame.Role {
    guard let top = frames.last else { return .other }
    if case .context = top.role { return top.role }
    if top.isList { return top.role }
    let owner = frames.count - 1
    if isKey("@type") { return .type(of: owner) }
    if isKey("type") { return .plainType(of: owner) }
    return isKey("@context") ? .context(of: owner) : .other
  }

  /// Interprets a text that is a value.
  mutating func take(_ text: Range<Int>, at start: Int) {
    switch role {
    case .other: takeIdentity(at: start)
    case .type(let owner): if isRecipe(text) { frames[owner].hasType = true }
    case .plainType(let owner): if isRecipe(text) { frames[owner].hasPlainType = true }
    case .context(let owner):
      if mentions(Array("schema.org".utf8), bytes[text]) { frames[owner].isInContext = true }
    }
  }

  private mutating func takeIdentity(at start: Int) {
    let top = frames.count - 1
    guard top >= 0, !frames[top].isList else { return }
    if isKey("@id") { frames[top].id = start }
    if isKey("name") { frames[top].name = start }
    if isKey("url") { frames[top].link = start }
  }

  private func isKey(_ name: StaticString) -> Bool {
    guard let key = frames.last?.key, key.count == name.utf8CodeUnitCount else { return false }
    return bytes[key].elementsEqual(name.description.utf8)
  }

  /// Whether a type is `Recipe`, `http://schema.org/Recipe` or `schema:Recipe`, ignoring case.
  private func isRecipe(_ text: Range<Int>) -> Bool {
    let name = Array("recipe".utf8)
    guard bytes[text].suffix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 }) else {
      return false
    }
    let vocabulary = bytes[text].dropLast(name.count)
    guard let last = vocabulary.last else { return true }
    return (last == 0x2F || last == 0x3A || last == 0x23)
      && mentions(Array("schema".utf8), vocabulary)
  }

  /// Decodes the text whose opening quote is at an offset.
  func string(at start: Int) -> String {
    var reader = JSONReader(bytes, at: start)
    // The text was parsed before and is valid.
    return (try? reader.readString()) ?? ""
  }
}

/// Whether bytes contain a sequence of letters.
///
/// - Complexity: O(*n*) if the first letter does not occur again in the sequence.
func mentions(_ letters: [UInt8], _ bytes: some RandomAccessCollection<UInt8>) -> Bool {
  var rest = bytes[...]
  while let start = rest.firstIndex(of: letters[0]) {
    rest = rest[start...]
    if rest.starts(with: letters) { return true }
    rest = rest.dropFirst()
  }
  return false
}

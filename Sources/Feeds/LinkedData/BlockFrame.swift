import Text

/// A list or an object that is being read.
struct BlockFrame {
  /// What the texts in a value mean for an object around it.
  enum Role {
    case other
    /// They are types of the object with this number.
    case type(of: Int)
    /// They belong to the vocabulary of the object with this number.
    case context(of: Int)
    /// They may be types of the object with this number: JSON-LD may call `@type` something else.
    case plainType(of: Int)
  }

  var start: Int
  var isList: Bool
  /// How many records had been found before.
  var foundCount: Int
  var role: Role
  /// The members or elements that have been begun.
  var count = 0
  /// Members whose names do not begin with `@`.
  var ownCount = 0
  /// The name of the present member, without its quotes.
  var key = 0..<0
  /// The comma behind the last member.
  var comma: Int?
  var hasType = false
  var hasPlainType = false
  /// Whether it or an object around it says that its words are those of schema.org.
  var isInContext = false
  /// Where the texts begin that tell one recipe from another.
  var id: Int?
  var name: Int?
  var link: Int?
  /// Its JSONPath, if anybody wanted to know.
  var path: String?

  init(at start: Int, isList: Bool, foundCount: Int, role: Role) {
    (self.start, self.isList, self.foundCount, self.role) = (start, isList, foundCount, role)
  }

  var close: UInt8 { isList ? 0x5D : 0x7D }
  var isRecipe: Bool { hasType || hasPlainType && isInContext }
}

/// What keys and texts mean.
extension BlockScan {
  /// The role of the value that comes next.
  var role: BlockFrame.Role {
    guard let top = frames.last else { return .other }
    if case .context = top.role { return top.role }
    if top.isList { return top.role }
    let owner = frames.count - 1
    if isKey("@type") { return .type(of: owner) }
    if isKey("type") { return .plainType(of: owner) }
    return isKey("@context") ? .context(of: owner) : .other
  }

  /// Takes in a text that is a value.
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

  /// Whether a type is `Recipe`, `http://schema.org/Recipe` or `schema:Recipe`.
  private func isRecipe(_ text: Range<Int>) -> Bool {
    let name = Array("Recipe".utf8)
    guard bytes[text].suffix(name.count).elementsEqual(name) else { return false }
    let vocabulary = bytes[text].dropLast(name.count)
    guard let last = vocabulary.last else { return true }
    return (last == 0x2F || last == 0x3A || last == 0x23)
      && mentions(Array("schema".utf8), vocabulary)
  }

  /// What a text says that begins at a quote.
  func string(at start: Int) -> String {
    var reader = JSONReader(bytes, at: start)
    // It has been read once, so that nothing can be wrong with it.
    return (try? reader.readString()) ?? ""
  }
}

/// Whether some letters stand somewhere in bytes.
///
/// - Complexity: O(*n*) for letters the first of which does not come again in them.
func mentions(_ letters: [UInt8], _ bytes: some RandomAccessCollection<UInt8>) -> Bool {
  var rest = bytes[...]
  while let start = rest.firstIndex(of: letters[0]) {
    rest = rest[start...]
    if rest.starts(with: letters) { return true }
    rest = rest.dropFirst()
  }
  return false
}

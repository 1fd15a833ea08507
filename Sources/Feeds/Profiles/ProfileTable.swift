import TOMLKit
import Text

/// A table of a profile, with its location.
struct ProfileTable {
  private let table: TOMLTable
  private let text: ProfileText
  /// The name; nil for the top level.
  private let name: String?
  private let number: Int

  /// Parses a document.
  ///
  /// - Throws: ``ProfileFault`` if the text is not TOML.
  init(toml: String) throws(ProfileFault) {
    text = ProfileText(toml)
    // The library recurses for every dot of a key, without a limit.
    if let line = text.firstLine(withMoreDotsThan: 64) {
      throw ProfileFault(line: line, column: 1, reason: "there are more than 64 dots in one line")
    }
    // The library asserts that a table name follows a bracket.
    if let line = text.firstLineWithoutTable {
      throw ProfileFault(
        line: line, column: 1, reason: "a table name must follow the bracket",
        hint: "[service] or [[field]]")
    }
    // The library asserts that a brace does not close an array.
    if let line = text.firstLineWithStrayBrace {
      throw ProfileFault(
        line: line, column: 1, reason: "this } has no matching {", hint: "a list ends with ]")
    }
    do {
      table = try TOMLTable(string: toml)
    } catch let error as TOMLParseError {
      let place = error.source.begin
      throw ProfileFault(line: place.line, column: place.column, reason: error.description)
    } catch {
      throw ProfileFault(line: 1, column: 1, reason: "\(error)")
    }
    (name, number) = (nil, 0)
  }

  private init(_ table: TOMLTable, _ text: ProfileText, _ name: String, _ number: Int) {
    (self.table, self.text, self.name, self.number) = (table, text, name, number)
  }

  /// Creates an error at a key, or at the table.
  func fault(_ reason: String, at key: String?, hint: String = "") -> ProfileFault {
    let place = text.place(of: key, in: name, number: number)
    return ProfileFault(line: place.line, column: place.column, reason: reason, hint: hint)
  }

  /// Throws at the first key that is not one of `keys`.
  func allowOnly(_ keys: [String]) throws(ProfileFault) {
    for key in table.keys where !keys.contains(key) {
      throw fault(
        "`\(key)` is not a valid key here", at: key,
        hint: nearest(to: key, among: keys).map { "did you mean \($0)?" }
          ?? "one of: " + keys.joined(separator: ", "))
    }
  }

  func string(_ key: String) throws(ProfileFault) -> String? {
    guard let value = table[key] else { return nil }
    guard let string = value.string else { throw fault("`\(key)` has to be a text", at: key) }
    return string
  }

  func bool(_ key: String) throws(ProfileFault) -> Bool? {
    guard let value = table[key] else { return nil }
    guard let bool = value.bool else { throw fault("`\(key)` is true or false", at: key) }
    return bool
  }

  /// Returns a whole number of at least 1.
  func count(_ key: String) throws(ProfileFault) -> Int? {
    guard let value = table[key] else { return nil }
    guard let number = value.int, number > 0 else {
      throw fault("`\(key)` has to be a whole number from 1 on", at: key)
    }
    return number
  }

  /// Returns a list of texts; a single text is a list of one.
  func strings(_ key: String) throws(ProfileFault) -> [String]? {
    guard let value = table[key] else { return nil }
    if let string = value.string { return [string] }
    let items = value.array.map { array in array.compactMap { $0.string } }
    guard let items, items.count == value.array?.count else {
      throw fault("`\(key)` has to be a text or a list of texts", at: key)
    }
    return items
  }

  /// Returns an inline table of texts.
  func pairs(_ key: String) throws(ProfileFault) -> [String: String]? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else { throw fault("`\(key)` has to be a table", at: key) }
    var pairs: [String: String] = [:]
    for name in inner.keys {
      guard let text = inner[name]?.string else {
        throw fault("`\(key)` has to give a text for `\(name)`", at: key)
      }
      pairs[name] = text
    }
    return pairs
  }

  /// Returns a text as an enumeration case.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of _: Choice.Type
  ) throws(ProfileFault) -> Choice? where Choice.RawValue == String {
    guard let word = try string(key) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw fault(
      "`\(key)` cannot be `\(word)`", at: key,
      hint: nearest(to: word, among: words).map { "did you mean \($0)?" }
        ?? "one of: " + words.joined(separator: ", "))
  }

  /// Returns a nested table.
  func inner(_ key: String) throws(ProfileFault) -> ProfileTable? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else { throw fault("`\(key)` has to be a table", at: key) }
    return ProfileTable(inner, text, name.map { "\($0).\(key)" } ?? key, 0)
  }

  /// The maximum number of tables in an array.
  private static let limit = 500

  /// Returns an array of tables.
  func tables(_ key: String) throws(ProfileFault) -> [ProfileTable] {
    guard let value = table[key] else { return [] }
    guard let array = value.array else {
      throw fault("`\(key)` is written [[\(key)]], once for each", at: key)
    }
    guard array.count <= Self.limit else {
      throw fault("there are more than \(Self.limit) [[\(key)]]", at: key)
    }
    var tables: [ProfileTable] = []
    for (number, element) in array.enumerated() {
      guard let inner = element.table else {
        throw fault("`\(key)` is written [[\(key)]], once for each", at: key)
      }
      tables.append(ProfileTable(inner, text, key, number))
    }
    return tables
  }
}

import FoundationEssentials
import Text

/// A file in UTF-8 that may be in the format of another program.
package struct SourceFile: Sendable {
  /// The last component of its path.
  package let name: String
  /// The address that it was loaded from; nil for a local file.
  package let address: String?
  package let bytes: [UInt8]
  /// The keys at the beginning; nil if the file is not JSON.
  let json: JSONProbe?
  /// Whether the file begins like XML or HTML.
  let isMarkup: Bool
  /// The beginning of a text that is neither, at most 64 KB; empty for others.
  let start: String

  package init(name: String, bytes: [UInt8], address: String? = nil) {
    (self.name, self.bytes, self.address) = (name, bytes, address)
    let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let first = bytes.first { !space.contains($0) }
    json = first.map { "{[".utf8.contains($0) } ?? false ? JSONProbe(bytes) : nil
    isMarkup = first == UInt8(ascii: "<")
    start =
      json == nil && !isMarkup ? String(decoding: bytes.prefix(1 << 16), as: UTF8.self) : ""
  }

  /// Whether the first 64 KB have some letters of ASCII.
  ///
  /// - Complexity: O(*n*).
  func mentions(_ letters: String) -> Bool {
    let wanted = Array(letters.utf8)
    let start = bytes.prefix(1 << 16)
    guard let first = wanted.first else { return true }
    var place = start.startIndex
    while let found = start[place...].firstIndex(of: first) {
      if start[found...].starts(with: wanted) { return true }
      place = found + 1
    }
    return false
  }

  /// The ending of the name, in lowercase, without the dot; empty if there is none.
  package var ending: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The name without its ending.
  package var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The text after an optional byte order mark.
  package var text: String {
    String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...],
      as: UTF8.self)
  }
}

/// A record of another program, as JSON that a profile reads.
package struct ForeignRecord: Equatable, Sendable {
  package var value: JSONValue
  /// The line where it begins in its file, counted from 1.
  package var line: Int
  /// The places of values that are not used, such as `source.author`.
  package var unused: [String]
  /// The pictures on the same machine, best first; of files, some may be missing.
  package var pictures: [ForeignPicture]
  /// The address of the complete record, if this is a summary of it.
  package var details: String?

  package init(
    _ value: JSONValue, line: Int = 1, unused: [String] = [], pictures: [ForeignPicture] = []
  ) {
    (self.value, self.line, self.unused, self.pictures) = (value, line, unused, pictures)
  }
}

extension ForeignRecord {
  /// Whether it is a recipe without ingredients and steps, and it is not known where these are.
  package var isSummary: Bool {
    details == nil && value["recipeIngredient"] == nil && value["recipeInstructions"] == nil
  }
}

/// A picture of a foreign record that is in its file or next to it.
package enum ForeignPicture: Equatable, Sendable {
  /// The bytes in base64, also after `data:image/…;base64,`.
  case inline(String)
  /// A file, by its path from the folder of the record's file.
  case file(String)

  /// The bytes of an inline picture; nil for others, and for text that is not base64.
  package var bytes: [UInt8]? {
    guard case .inline(let text) = self else { return nil }
    let digits = text.firstIndex(of: ",").map { text[text.index(after: $0)...] } ?? text[...]
    let data = Data(base64Encoded: String(digits), options: .ignoreUnknownCharacters)
    return data.map { Array($0) }
  }
}

/// The records of a file, and the name of the profile that reads them.
package struct ForeignRecords: Equatable, Sendable {
  package var records: [ForeignRecord]
  package var profile: String

  package init(_ records: [ForeignRecord], profile: String = "schema.org") {
    (self.records, self.profile) = (records, profile)
  }
}

/// Why a file of a known format cannot be read.
package struct FormatFault: Error, Equatable {
  /// A clause.
  package var reason: String
  /// The line, counted from 1; nil for the file as a whole.
  package var line: Int?

  package init(_ reason: String, line: Int? = nil) { (self.reason, self.line) = (reason, line) }

  /// The reason, after the line if there is one.
  package var message: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// A format of files with records: bytes become records with their places.
///
/// A format whose records a profile can read as they are needs none of these.
package protocol RecordSource: SendableMetatype {
  /// The name of the format, as in the table of docs/feeds.md.
  static var name: String { get }
  /// Whether a file is in this format, by its content, and by its name only where content cannot tell.
  ///
  /// - Complexity: O(1): at most the first 64 KB are examined.
  static func recognizes(_ file: SourceFile) -> Bool
  /// Reads the records.
  ///
  /// - Throws: ``FormatFault`` at the first place that is not of this format.
  /// - Complexity: O(*n*) in the bytes of the file.
  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords
}

/// All formats, in the order in which they are tried.
package let recordSources: [any RecordSource.Type] = [
  PaprikaRecipe.self, MealieRecipe.self, MealieBackup.self, TandoorRecipe.self,
  CroutonRecipe.self, MelaRecipe.self, KitchenOwlRecipe.self, WPRecipeMaker.self,
  MyRecipeBoxRecipe.self, NextcloudRecipe.self, NextcloudStub.self, MealMaster.self, RezKonv.self,
  MasterCook.self,
  GourmetXML.self, KrecipesXML.self, RecipeML.self, CookML.self, MasterCookXML.self,
  CookmateXML.self, RecipeSageXML.self, NewsFeed.self, RecipeKeeper.self, CopyMeThat.self,
  MyRecipeBoxTable.self, PlanToEatTable.self, CooklangRecipe.self, ChowdownRecipe.self,
  UmamiRecipe.self, OpenRecipe.self, RecipeMD.self, PlainTextRecipe.self,
  RecipeTable.self, PlainTable.self,
]

/// Returns the format of a file; nil if it is none of these.
package func recordSource(of file: SourceFile) -> (any RecordSource.Type)? {
  recordSources.first { $0.recognizes(file) }
}

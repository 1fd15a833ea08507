/// A rule of `larder lint`, with its identifier in reports.
package enum LintRule: String, Sendable, CaseIterable {
  case notAFeed = "not-a-feed"
  case emptyFeed = "empty-feed"
  case brokenRecord = "broken-record"
  case malformedRecord = "malformed-record"
  case missingValue = "missing-value"
  case wrongType = "wrong-type"
  case blankValue = "blank-value"
  case badID = "bad-id"
  case repeatedKey = "repeated-key"
  case duplicateID = "duplicate-id"
  case duplicateRecord = "duplicate-record"
  case mojibake
  case hiddenCharacter = "hidden-character"
  case unsafeLink = "unsafe-link"
  case passwordInLink = "password-in-link"
  case relativeLink = "relative-link"
  case plainLink = "plain-http"
  case missingPicture = "missing-picture"
  case unusedValue = "unused-value"
  case readingNote = "reading-note"
  case furtherPages = "further-pages"
  case fieldGone = "contract-field-gone"
  case typeChanged = "contract-type-changed"
  case presenceDropped = "contract-presence-dropped"
  case recordsDropped = "contract-records-dropped"
  case recordCount = "contract-record-count"
  case brokenLink = "broken-link"
  case refusedLink = "refused-link"
  case movedLink = "moved-link"
  case longRedirect = "long-redirect"
  case pictureType = "picture-type"
  case pictureValidator = "picture-validator"
  case pictureFreshness = "picture-freshness"
  case heavyThumbnail = "heavy-thumbnail"
}

/// The severity of a finding.
package enum LintSeverity: String, Sendable, CaseIterable {
  /// A reader of the feed loses data.
  case error
  /// Something is wrong, but readers can cope with it.
  case warning
  /// Information that does not make the audit fail.
  case note
}

extension LintRule {
  /// The input that a rule needs: the feed alone, a baseline to compare with, or responses for its links.
  package enum Group: Sendable { case feed, contract, links }

  package var group: Group {
    switch self {
    case .fieldGone, .typeChanged, .presenceDropped, .recordsDropped, .recordCount: .contract
    case .brokenLink, .refusedLink, .movedLink, .longRedirect, .pictureType, .pictureValidator,
      .pictureFreshness, .heavyThumbnail:
      .links
    default: .feed
    }
  }

  /// The severity, unless reading the feed assigns another one.
  package var severity: LintSeverity {
    switch self {
    case .notAFeed, .brokenRecord, .malformedRecord, .missingValue, .wrongType, .unsafeLink,
      .fieldGone, .typeChanged, .recordsDropped, .brokenLink:
      .error
    case .badID, .repeatedKey, .duplicateID, .duplicateRecord, .mojibake, .hiddenCharacter,
      .passwordInLink, .relativeLink, .missingPicture, .presenceDropped, .pictureType,
      .heavyThumbnail:
      .warning
    case .emptyFeed, .blankValue, .plainLink, .unusedValue, .readingNote, .furtherPages,
      .recordCount,
      .refusedLink, .movedLink, .longRedirect, .pictureValidator, .pictureFreshness:
      .note
    }
  }

  /// A description of the violation, as a clause.
  package var summary: String {
    switch self {
    case .notAFeed: "the document cannot be read as a feed"
    case .emptyFeed: "there are no records"
    case .brokenRecord: "a record is not an object, or not JSON"
    case .malformedRecord: "a record does not fit its profile"
    case .missingValue: "a record lacks what its profile requires"
    case .wrongType: "a value has another type than its field"
    case .blankValue: "a value is empty"
    case .badID: "an id is not a valid UUID"
    case .repeatedKey: "a record has a key more than once"
    case .duplicateID: "two records have the same id"
    case .duplicateRecord: "two records have the same name and the same links"
    case .mojibake: "a text was encoded twice (mojibake)"
    case .hiddenCharacter:
      "a name has a control character, or one that changes the direction of text"
    case .unsafeLink: "a link is neither http nor https, or has no valid host"
    case .passwordInLink: "a link has a password, which everyone who reads the feed can use"
    case .relativeLink: "a link has no scheme and host"
    case .plainLink: "a link is not encrypted"
    case .missingPicture: "a record has no picture where the feed has pictures"
    case .unusedValue: "a text or number of an ingredient or a step is not used"
    case .readingNote: "any other note from reading the feed"
    case .furtherPages: "the feed has further pages that were not read"
    case .fieldGone: "a field of the baseline is in no record"
    case .typeChanged: "a field has another type than in the baseline"
    case .presenceDropped: "a field is in fewer records, by 5 points or more"
    case .recordsDropped: "at least half of the records are gone"
    case .recordCount: "there are more or fewer records than in the baseline"
    case .brokenLink: "a link leads nowhere: 404, 410, 5xx, or no answer"
    case .refusedLink: "a server refuses to show the target of a link"
    case .movedLink: "a link has moved permanently"
    case .longRedirect: "a link has more than 3 redirects"
    case .pictureType: "the media type of a picture is missing or wrong"
    case .pictureValidator: "a picture has neither ETag nor Last-Modified"
    case .pictureFreshness: "a picture has no freshness lifetime (Cache-Control or Expires)"
    case .heavyThumbnail: "a thumbnail has as many bytes as the photo"
    }
  }
}

extension Problem {
  /// The rule that the problem violates.
  package var rule: LintRule { LintRule(Finding.Group(kind: kind, isError: severity == .error)) }
}

extension LintRule {
  /// Creates the rule that a group of findings violates.
  init(_ group: Finding.Group) {
    self =
      switch group.kind {
      case .notAnObject, .notJSON: .brokenRecord
      case .repeated: .repeatedKey
      case .missing, .null, .empty: .missingValue
      case .wrongShape: .wrongType
      case .tooLong: .malformedRecord
      case .notALink: .unsafeLink
      case .relativeLink: .relativeLink
      case .notAUUID: .badID
      case .repeatedId, .repeatedIdDropped: .duplicateID
      case .notUnderstood: group.isError ? .malformedRecord : .readingNote
      case .repaired: .mojibake
      case .unused: .unusedValue
      case .lenient: group.isError ? .malformedRecord : .readingNote
      }
  }
}

/// Returns the scheme of a URL, in lowercase (RFC 3986, section 3.1).
func scheme(of text: some StringProtocol) -> String? {
  let name = text.utf8.prefix { byte in
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "+-.".utf8.contains(byte)
  }
  guard let first = name.first, 0x61...0x7A ~= first | 0x20,
    text.utf8.dropFirst(name.count).first == UInt8(ascii: ":")
  else { return nil }
  return String(decoding: name, as: UTF8.self).lowercased()
}

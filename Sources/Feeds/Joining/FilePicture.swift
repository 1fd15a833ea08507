import Formats
import Text
import World

/// A link to a picture in the file of its record, where other links lead to files next to it.
///
/// The link is a fragment (RFC 3986, section 3.5), since it leads into the same file.
package enum FilePicture: Equatable, Sendable {
  /// The picture of the record with a number in a file of another program, counted from 1.
  case ofRecord(Int)
  /// The first `data:` URL with a picture in the record itself.
  case inRecord

  /// Reads a link; nil for other links.
  package init?(_ link: String) {
    guard link.hasPrefix(Self.start) else { return nil }
    let rest = link.dropFirst(Self.start.count)
    if rest.isEmpty {
      self = .inRecord
    } else if rest.first == "-", let number = Int(rest.dropFirst()), number > 0 {
      self = .ofRecord(number)
    } else {
      return nil
    }
  }

  private static let start = "#picture"

  /// The link.
  package var link: String {
    switch self {
    case .ofRecord(let number): "\(Self.start)-\(number)"
    case .inRecord: Self.start
    }
  }

  /// Reads the picture.
  ///
  /// - Parameters:
  ///   - file: The file of the record.
  ///   - name: What the user calls the file.
  ///   - record: Returns the JSON of the record.
  ///   - reading: The options.
  /// - Returns: The bytes; nil if there is no such picture.
  /// - Throws: ``FeedError`` if the file cannot be read.
  /// - Complexity: O(*n*) in the number of bytes.
  package func bytes(
    in file: any ReadableFile, named name: String, record: () throws -> String,
    _ reading: FeedReading
  ) throws -> [UInt8]? {
    switch self {
    case .ofRecord(let number):
      let found = try FileContents.foreignRecords(of: file, named: name, reading)
      guard let records = found?.records, records.indices.contains(number - 1) else { return nil }
      return records[number - 1].pictures.lazy.compactMap(\.bytes).first
    case .inRecord:
      return JSONValue(json: Array(try record().utf8))?.pictureData.flatMap {
        ForeignPicture.inline($0).bytes
      }
    }
  }
}

extension JSONValue {
  /// The first `data:` URL with a picture, at any depth; nil if there is none.
  var pictureData: String? {
    switch self {
    case .string(let text): text.hasPrefix("data:image/") ? text : nil
    case .array(let items): items.lazy.compactMap(\.pictureData).first
    case .object(let members): members.lazy.compactMap(\.value.pictureData).first
    case .null, .bool, .number: nil
    }
  }
}

extension FileContents {
  /// Returns the links to the pictures of a foreign record.
  static func links(to pictures: [ForeignPicture], ofRecord index: Int) -> [String] {
    pictures.map { picture in
      switch picture {
      case .inline: FilePicture.ofRecord(index + 1).link
      case .file(let path): path
      }
    }
  }

  /// Chooses the picture of each record among those that are there.
  ///
  /// - Parameter isFile: Whether there is a file at a path from the folder of this one.
  package mutating func choosePictures(where isFile: (String) -> Bool) {
    guard case .records(var records, let profile, let faults) = self,
      records.contains(where: { !$0.pictures.isEmpty })
    else { return }
    for place in records.indices {
      records[place].surroundings.picture = records[place].pictures.first {
        FilePicture($0) != nil || isFile($0)
      }
      records[place].pictures = []
    }
    self = .records(records, profile, faults: faults)
  }
}

import Diagnostics

/// Where the bytes of a picture are.
package enum PicturePlace: Sendable {
  case web(WebAddress)
  case file(StoredPicture)

  /// Distinguishes the place, and for a file the version of it, from all others.
  package var id: String {
    switch self {
    case .web(let address): address.text
    case .file(let picture): picture.id
    }
  }

  /// What the user calls the place: an address without credentials, or a path.
  package var shown: String {
    switch self {
    case .web(let address): WebAddress.shown(address.text)
    case .file(let picture): picture.name
    }
  }

  /// The address; nil for a picture in a file.
  package var address: WebAddress? {
    if case .web(let address) = self { address } else { nil }
  }
}

/// A picture on this machine: a file, a member of an archive, or bytes in a record.
package struct StoredPicture: Sendable {
  /// The maximum size of a picture that is read, in bytes.
  package static let sizeLimit = 20_000_000

  /// What the user calls the file with the bytes.
  package let name: String
  /// Distinguishes the picture in this version of its file from all others.
  package let id: String
  /// Whether the file is there, in the version that the feed was read from.
  package let exists: @Sendable () -> Bool
  private let read: @Sendable (_ limit: Int) throws -> [UInt8]

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - name: What the user calls the file with the bytes.
  ///   - id: Distinguishes the picture in this version of its file from all others.
  ///   - exists: Returns whether the file is there, in that version, in O(1).
  ///   - read: Reads the bytes, at most a number of them.
  package init(
    name: String, id: String, exists: @escaping @Sendable () -> Bool,
    read: @escaping @Sendable (_ limit: Int) throws -> [UInt8]
  ) {
    (self.name, self.id, self.exists, self.read) = (name, id, exists, read)
  }

  /// Why a picture cannot be read.
  package struct Fault: Error, Equatable {
    /// A clause.
    package var reason: String
    /// Whether it may be readable once the feed was loaded again.
    package var isTemporary: Bool

    package init(_ reason: String, isTemporary: Bool = false) {
      (self.reason, self.isTemporary) = (reason, isTemporary)
    }
  }

  /// Reads the picture.
  ///
  /// - Throws: ``Fault`` if it is gone, has changed, or is longer than ``sizeLimit``.
  /// - Complexity: O(*n*) in the size of the file; of an archive that is packed as a whole, unpacked.
  package func bytes() throws(Fault) -> [UInt8] {
    do {
      return try read(Self.sizeLimit)
    } catch let fault as Fault {
      throw fault
    } catch let error as FileError {
      throw Fault(error.description, isTemporary: error.reason == .changed)
    } catch {
      throw Fault("\(error)")
    }
  }
}

extension StoredPicture.Fault: FailureConvertible {
  package var failure: Failure { Failure(reason, status: .disk) }
}

import GRDB
import World

/// Why a tier of the store could not do what it was asked.
enum TierError: Error, Equatable {
  /// The index makes no sense.
  case damaged(String)
  /// The folder or its index is no longer what was opened.
  case moved
  /// Others kept the index to themselves for too long.
  case busy
  /// The disk or its owner does not allow it.
  case refused(String)
  /// A person asked to stop.
  case stopped

  init(_ error: any Error) {
    switch error {
    case let error as TierError: self = error
    case let error as FileError: self.init(error)
    case let error as DatabaseError: self.init(error)
    default: self = .damaged("\(error)")
    }
  }

  private init(_ error: FileError) {
    switch error.reason {
    case .missing: self = .moved
    case .stopped: self = .stopped
    default: self = .refused(error.description)
    }
  }

  private init(_ error: DatabaseError) {
    let words = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy
    case .SQLITE_FULL: self = .refused("the disk is full")
    case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: self = .moved
    case .SQLITE_IOERR
    where [.SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(error.extendedResultCode):
      self = .damaged(words)
    case .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH,
      .SQLITE_NOLFS, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_TOOBIG:
      self = .refused(words)
    default: self = .damaged(words)
    }
  }

  /// Runs a piece of work and gives its error as one of a tier's.
  static func reporting<Value>(_ work: () throws -> Value) throws(TierError) -> Value {
    do {
      return try work()
    } catch {
      throw TierError(error)
    }
  }
}

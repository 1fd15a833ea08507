import FoundationEssentials
import GRDB
import LiveWorld
import SessionStore
import Synchronization
import Testing
import TestSupport
import World

/// A library that another program keeps busy.
struct LibraryPatienceTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/library.sqlite" }

  /// The outcome of the wait.
  private final class Wait: Sendable {
    let isStopped = Atomic(false)
    let told = Atomic(0)
  }

  init() throws {
    folder = try TemporaryFolder()
    try Library(path: path, files: LiveFileSystem(), now: { .now }).set("color", to: "never")
  }

  private func library(_ wait: Wait) -> Library {
    let patience = LibraryPatience(isStopped: { wait.isStopped.load(ordering: .relaxed) }) {
      wait.told.add(1, ordering: .relaxed)
      wait.isStopped.store(true, ordering: .relaxed)
    }
    return Library(path: path, files: LiveFileSystem(), patience: patience, now: { .now })
  }

  /// Keeps the library locked meanwhile.
  private func whileLocked(_ work: () throws -> Void) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try work()
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }

  @Test
  func `a wait for a locked library is explained once and can be stopped, and changes nothing`()
    throws
  {
    let wait = Wait()
    let library = library(wait)
    try whileLocked {
      let error = #expect(throws: LibraryError.self) { try library.set("color", to: "always") }
      #expect(
        error?.isStopped == true && "\(error as Any)".contains("another program has locked it"))
    }
    #expect(wait.told.load(ordering: .relaxed) == 1)
    #expect(try library.storedSettings() == ["color": "never"])
    wait.isStopped.store(false, ordering: .relaxed)
    try library.set("color", to: "always")
    #expect(try library.storedSettings() == ["color": "always"])
  }

  @Test func `a change fails at once in withoutWaiting, without a message`() throws {
    let wait = Wait()
    let library = library(wait)
    try whileLocked {
      #expect(throws: LibraryError.self) {
        try library.withoutWaiting { () throws(LibraryError) in
          try library.set("color", to: "always")
        }
      }
    }
    #expect(wait.told.load(ordering: .relaxed) == 0)
  }
}

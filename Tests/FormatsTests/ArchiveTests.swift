import TestSupport
import Testing
import World

@testable import Formats

/// The names of the members that were read, and their sizes.
private func members(_ bytes: [UInt8], _ budget: Archive.Budget) throws -> [String: Int] {
  var members: [String: Int] = [:]
  try Archive.visit(InMemoryFile(bytes), budget) { member, read in
    members[member.name] = try read(.max)?.count
  }
  return members
}

@Test func `an archive counts the bytes it unpacks, not the sizes it states`() throws {
  let zip = ZipFile([("a", String(repeating: "x", count: 600)), ("b", "y"), ("c/d", "z")])
  #expect(try members(zip.archive, Archive.Budget(total: 1000)) == ["a": 600, "b": 1, "c/d": 1])
  #expect(throws: Archive.Fault.tooLarge(limit: 600)) {
    try members(zip.archive, Archive.Budget(total: 600))
  }
  #expect(throws: Archive.Fault.tooManyMembers(limit: 2)) {
    try members(zip.archive, Archive.Budget(total: 1000, members: 2))
  }
}

@Test
func
  `a budget is shared by the archives inside of an archive, and grows with the size of the first`()
  throws
{
  #expect(Archive.Budget(ofSize: 0).total == 256 << 20)
  #expect(Archive.Budget(ofSize: 10 << 20).total == 2000 << 20)
  #expect(Archive.Budget(ofSize: .max).total == 4 << 30)
  let budget = Archive.Budget(total: 10)
  _ = try members(ZipFile([("a", "123456")]).archive, budget)
  #expect(throws: Archive.Fault.tooLarge(limit: 10)) {
    try members(ZipFile([("a", "123456")]).archive, budget)
  }
}

@Test(
  arguments: [
    ("a/b.json", "a/b.json"), ("./a//b", "a/b"), ("../a", nil), ("a/../../b", nil), ("/a", nil),
    ("a/", nil), ("", nil), ("..", nil), ("a/..b", "a/..b"),
  ] as [(String, String?)])
func
  `a name of a member leads nowhere else, and is read in the charset of old programs if it is not UTF-8`(
    name: String, expected: String?
  )
{
  #expect(memberName(Array(name.utf8)) == expected)
  #expect(memberName([0x81, 0x2E]) == "ü.")
}

@Test
func `text that is no archive, and a cut or overlapping one, is refused or read up to the damage`()
  throws
{
  #expect(try !Archive.isArchive(InMemoryFile(Array("[{}]".utf8))))
  let zip = ZipFile([("a", String(repeating: "x", count: 100))]).archive
  #expect(try Archive.isArchive(InMemoryFile(zip)))
  #expect(throws: (any Error).self) {
    try members(Array(zip.prefix(60)), Archive.Budget(total: 1000))
  }
}

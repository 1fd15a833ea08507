import Foundation
import Testing

/// The functions that write files, other than those of the cache, and why each may write where it does.
private let writers = [
  // The one function for paths that a person gave.
  "Sources/World/NamedFile.swift": "asks before it replaces",
  // Files of Larder in its own folders, which belong to the user.
  "Sources/SessionStore/Library+Opening.swift": "the library",
  "Sources/SessionStore/History/HistoryFile.swift": "the history",
  "Sources/SessionStore/Collection/RecipeCollection.swift":
    "new files of the collection, and those that a person edits or takes back",
  "Sources/SessionStore/Collection/RecipeCollection+Merging.swift":
    "a recipe of the collection that gets a link",
  "Sources/SessionStore/Sync/Synchronizer.swift": "the log of this machine",
  "Sources/SessionStore/SeenRecords.swift": "the records of the last look",
  "Sources/Commands/Remember/RecipeEditor.swift": "a new file with what could not be saved",
  // Files with names of Larder's own, or that the user asked to change.
  "Sources/Commands/Shell/Edit.swift": "a new file for the editor, which replaces nothing",
  "Sources/Staging/ScriptRun+Texts.swift": "the script to lay out",
  "Sources/Recordings/Sessions/ScriptUpdate.swift": "the script to update",
  "Sources/Staging/RecordingSaver.swift":
    "a recording; RecordingPlace refuses existing files without --force",
  "Sources/Staging/RecordingPlace.swift":
    "a new file, to find out whether the folder can be written",
  "Sources/World/Recorded/BundleDraft.swift": "the bundle of a recording",
  "Sources/Recordings/Playing/ScriptWorld.swift": "the files of a script, which are in memory",
  // Lines that are added, and replace nothing.
  "Sources/Staging/ScriptReplay.swift": "the terminal of the presenter",
  "Sources/larder/LoggingTransport.swift": "the log of requests",
]

/// The callers of the function for paths that a person gave.
private let namedWriters = [
  "Sources/Commands/ExportWriter.swift", "Sources/FeedAudit/LintReport+JSON.swift",
  "Sources/Shell/LibraryTransfer.swift", "Sources/Staging/ScriptExport.swift",
]

@Test func `every file that a person names is written by the function that asks before`() throws {
  let writing = [
    #"\.(write|writeExport)\([^{}]*?to: [^{}]*?replacing:"#,
    #"\bwrite(Export)?\(\w+, to: path, replacing:"#,
    #"files\.append\([^{}]*?, to: "#,
  ]
  var found: Set<String> = []
  var named: Set<String> = []
  for file in try sourceFiles() {
    // Here the functions are declared, or passed on.
    if ["LiveWorld/", "MountedFiles", "MemoryFileSystem", "World/FileSystem", "HTTPCache/"]
      .contains(
        where: { file.contains($0) })
    {
      continue
    }
    let text = try projectText(file)
    if try writing.contains(where: { try text.contains(Regex($0)) }) { found.insert(file) }
    if text.contains(".writeNamed(") { named.insert(file) }
  }
  #expect(found.sorted() == writers.keys.sorted())
  #expect(named.sorted() == namedWriters)
}

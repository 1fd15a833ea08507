import Recordings
import World

/// What was recorded so far, beside the script for the person alone, in case this program is killed.
final class UnfinishedRecording {
  let path: String
  private let files: any FileSystem
  /// Whether one that is there may be replaced: an older one that the person gives up, then our own.
  private var mayReplace: Bool
  /// Whether it is there, and ours.
  private(set) var isKept = false

  init(_ path: String, _ files: any FileSystem, isReplacing: Bool) {
    (self.path, self.files, mayReplace) = (path, files, isReplacing)
  }

  /// Writes what was recorded so far; where nothing was, nothing stays.
  func keep(_ recorder: Recorder, header: [String], without secrets: [String]) {
    if recorder.isEmpty { return forget() }
    let text = Redaction.redacted(recorder.script(header: header), secrets)
    do throws(FileError) {
      try files.write(Array(text.utf8), to: path, replacing: mayReplace)
      (isKept, mayReplace) = (true, true)
    } catch {
      // Another one is being made there, or nothing can be: the end of the recording says what becomes of it.
    }
  }

  /// Removes it, if it is ours.
  func forget() {
    guard isKept else { return }
    isKept = false
    // What is not there need not be removed.
    try? files.remove(path)
  }
}

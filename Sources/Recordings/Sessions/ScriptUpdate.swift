import Text
import World

/// The changes to a script that adopt its current output.
package struct ScriptUpdate: Sendable {
  private let files: [ScriptReport.File]
  private let stepCount: Int
  /// The placeholders that would be removed, as `path:line`.
  package let lost: [String]
  /// The faults that remain after the update.
  package let unmendable: [ScriptReport.Fault]

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - report: The report of the played script.
  ///   - session: The script.
  ///   - part: The title of a chapter, or lines such as `L10-40`; nil for the whole script.
  /// - Throws: ``ScriptRefusal`` if there is no such part.
  package init(
    _ report: ScriptReport, _ session: ScriptSession, part: String?
  ) throws(ScriptRefusal) {
    let range = try part.map { part throws(ScriptRefusal) in try Self.lines(part, session.plan) }
    files = report.files.enumerated().map { number, file in
      guard let range, number == 0 else { return file }
      return file.keeping(range)
    }
    let path = session.plan.scripts[0].path
    stepCount = report.changedPlaces.count { place in
      range.map { place[0] == 0 && (place[1]..<place[2]).clamped(to: $0) == place[1]..<place[2] }
        ?? true
    }
    lost = report.lostPlaceholders.filter { place in
      guard let range, place.hasPrefix(path + ":"),
        let line = Int(place.dropFirst(path.count + 1))
      else { return true }
      return range.contains(line - 1)
    }
    unmendable = range == nil ? report.unmendable : []
  }

  /// Combines the updates of the scripts of a document.
  package init(combining updates: [ScriptUpdate]) {
    var files: [ScriptReport.File] = []
    for file in updates.flatMap(\.files) {
      if let place = files.firstIndex(where: { $0.path == file.path }) {
        files[place] = files[place].adding(file)
      } else {
        files.append(file)
      }
    }
    self.files = files
    stepCount = updates.reduce(0) { $0 + $1.stepCount }
    (lost, unmendable) = (updates.flatMap(\.lost), updates.flatMap(\.unmendable))
  }

  /// Whether a script has a part, as ``init(_:_:part:)`` takes it.
  package static func has(_ part: String?, _ session: ScriptSession) -> Bool {
    guard let part else { return true }
    do {
      _ = try lines(part, session.plan)
      return true
    } catch {
      return false
    }
  }

  /// Returns the line offsets of a part.
  private static func lines(
    _ part: String, _ plan: ScriptPlan
  ) throws(ScriptRefusal) -> Range<Int> {
    let script = plan.scripts[0]
    let numbers = part.dropFirst().split(separator: "-", omittingEmptySubsequences: false).map {
      Int($0)
    }
    if part.hasPrefix("L"), let first = numbers.first.flatMap(\.self),
      let last = numbers.last.flatMap(\.self), numbers.count <= 2, first >= 1, first <= last
    {
      return first - 1..<min(last, max(first, script.lines.count))
    }
    guard let chapter = plan.cues(ofChapter: part) else {
      throw ScriptRefusal(
        .invalid,
        "\(script.path): there is no chapter \"\(part)\"; a range of lines is written as L10-40")
    }
    let isLast = chapter.upperBound == plan.cues.count
    return plan.cues[chapter.lowerBound].range
      .lowerBound..<(isLast
      ? script.lines.count : plan.cues[chapter.upperBound].range.lowerBound)
  }

  /// Whether there are any changes.
  package var isChange: Bool { files.contains { $0.old != $0.new } }

  /// The changes as unified diffs, as `patch -p0` reads them.
  package var difference: [String] { files.flatMap(\.difference) }

  /// Returns a one-line summary of the changes.
  package func summary(isDry: Bool) -> String {
    guard let file = files.first else { return "" }
    if !isChange { return "\(file.path): nothing to change" }
    let paths = files.filter { $0.old != $0.new }.map(\.path).joined(separator: ", ")
    let placeholders =
      lost.isEmpty
      ? "" : ", \(counted(lost.count, "placeholder")) dropped at \(lost.joined(separator: ", "))"
    let steps = counted(stepCount, "step")
    return "\(paths): \(steps) \(isDry ? "would change" : "changed")\(placeholders)"
  }

  /// Replaces the script files, each atomically.
  ///
  /// - Throws: ``ScriptRefusal`` if a file has changed since it was played, or is a symbolic link.
  package func write(_ system: any FileSystem) throws(ScriptRefusal) {
    for file in files where file.old != file.new {
      do throws(FileError) {
        guard try system.status(of: file.path).kind == .file else {
          throw FileError(path: file.path, reason: .other("is a link; update its target"))
        }
        let bytes = try system.contents(of: file.path, limit: ScriptBounds.text)
        // A file that cannot be parsed has changed since it was played.
        guard let now = try? Script.all(in: bytes, path: file.path), now[0].lines == file.old else {
          throw FileError(
            path: file.path, reason: .other("was changed in the meantime, and is not written"))
        }
        try system.write(scriptBytes(file), to: file.path, replacing: true)
      } catch {
        throw ScriptRefusal(error)
      }
    }
  }
}

extension ScriptReport.File {
  /// Returns the file with the changes of another one to the same lines.
  ///
  /// Of overlapping changes, the first one is made.
  fileprivate func adding(_ other: Self) -> Self {
    let edits = [self, other].flatMap { file in
      LineEdits(file.old, file.new).edits.map { (range: $0.old, lines: Array(file.new[$0.new])) }
    }
    var sum = self
    sum.new = []
    var position = 0
    for (range, lines) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound >= position {
      sum.new += old[position..<range.lowerBound] + lines
      position = range.upperBound
    }
    sum.new += old[position...]
    return sum
  }

  /// Returns the file without changes outside a range of lines.
  fileprivate func keeping(_ range: Range<Int>) -> Self {
    var updated = self
    updated.new = []
    var position = 0
    for edit in LineEdits(old, new).edits where edit.old.clamped(to: range) == edit.old {
      updated.new += old[position..<edit.old.lowerBound] + new[edit.new]
      position = edit.old.upperBound
    }
    updated.new += old[position...]
    return updated
  }
}

/// Returns the updated script.
private func scriptBytes(_ file: ScriptReport.File) -> [UInt8] {
  Array(file.new.map { $0 + file.lineEnd }.joined().utf8)
}

import Interpreter

/// The lines entered before, numbered from the oldest, which is 0.
///
/// Their marks are composed, as they are in a line that is typed.
final class PastLines {
  private let history: any LineHistory
  private let compose: ScalarComposition
  /// How many lines ``addNewLines(to:)`` has added to libedit's history.
  private var addedCount = 0

  init(_ history: any LineHistory, compose: @escaping ScalarComposition) {
    self.history = history
    self.compose = compose
  }

  /// Reads the lines that this shell or another has added since the last call.
  func refresh() { history.refresh() }

  /// The number of lines.
  var count: Int { history.count }

  /// A line by its number.
  subscript(number: Int) -> String {
    history[number].composed(by: compose, keepingInvisible: true)
  }

  /// Returns the number of the latest line before another that begins with a text and is longer.
  func latest(startingWith text: String, before number: Int) -> Int? {
    history.latest(startingWith: text, before: number)
  }

  /// Returns the lines with all words of a text, the latest first.
  func matches(_ text: String, limit: Int) -> [String] {
    history.matches(text, limit: limit).map { self[$0] }
  }

  /// Adds a line, unless it is blank or begins with a space.
  func add(_ line: String) {
    guard let first = line.first, first != " ", !line.allSatisfy(\.isWhitespace) else { return }
    history.add(line)
  }

  /// Adds the new lines to libedit's history, which its searches in vi's command mode use.
  func addNewLines(to libedit: Libedit) {
    refresh()
    for number in addedCount..<max(addedCount, count) { libedit.addToHistory(self[number]) }
    addedCount = count
  }
}

/// The position of the arrow keys in the history.
struct HistoryWalk {
  /// The numbers of the lines that were shown, the one on the screen last.
  private var path: [Int] = []
  /// The line that was being typed when the walk began.
  ///
  /// The lines that are shown begin with it.
  private var typed = EditedLine("")
  /// The line shown last.
  ///
  /// If the line differs, because the person has edited it, a new walk begins.
  private var shown = ""

  /// Goes to the next older line that begins with what was typed; nil if there is none.
  mutating func older(from line: EditedLine, in past: PastLines) -> EditedLine? {
    beginUnlessShown(line, past)
    // A text of several lines is not a prefix that a person searches for.
    let prefix = typed.text.contains("\n") ? "" : typed.text
    guard let number = past.latest(startingWith: prefix, before: path.last ?? past.count) else {
      return nil
    }
    path.append(number)
    return present(in: past)
  }

  /// Goes to the oldest line; nil if it is shown already or there is none.
  mutating func oldest(from line: EditedLine, in past: PastLines) -> EditedLine? {
    beginUnlessShown(line, past)
    guard let number = (0..<past.count).first(where: { !past[$0].isEmpty }), number != path.last
    else { return nil }
    path.append(number)
    return present(in: past)
  }

  /// Goes back towards the line that was being typed; nil if it is shown already.
  mutating func newer(in past: PastLines) -> EditedLine? {
    guard path.popLast() != nil else { return nil }
    return present(in: past)
  }

  private mutating func beginUnlessShown(_ line: EditedLine, _ past: PastLines) {
    guard path.isEmpty || line.text != shown else { return }
    past.refresh()
    (path, typed, shown) = ([], line, "")
  }

  private mutating func present(in past: PastLines) -> EditedLine {
    let line = path.last.map { EditedLine(past[$0]) } ?? typed
    shown = line.text
    return line
  }
}

/// An incremental search through past lines, from the newest back, for terminals without menus.
struct HistorySearch {
  private struct Line {
    var text: String
    var folded: [UInt8]
  }

  /// The line from before the search.
  let original: EditedLine
  /// The text to search for.
  private(set) var text = ""
  /// Whether no older line contains the text.
  private(set) var hasFailed = false

  private let lines: [Line]
  private var index: Int?

  /// Begins a search in lines, the newest first.
  init(lines: [String], original: EditedLine) {
    self.lines = lines.map { Line(text: $0, folded: Array($0.lowercased().utf8)) }
    self.original = original
  }

  /// The line that was found, with the cursor at the start of the text; the original line before that.
  var match: EditedLine {
    guard let index else { return original }
    let line = lines[index]
    let offset = line.folded.firstOffset(of: Array(text.lowercased().utf8)) ?? 0
    let head = String(decoding: line.folded.prefix(offset), as: UTF8.self)
    return EditedLine(text: line.text, cursor: head.cells.count)
  }

  /// Appends to the text, and searches on from the present line.
  mutating func append(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
    find(from: index ?? 0)
  }

  /// Removes the last character of the text, and searches again from the newest line.
  mutating func removeLast() {
    guard !text.isEmpty else { return }
    text.removeLast()
    index = nil
    hasFailed = false
    if !text.isEmpty { find(from: 0) }
  }

  /// Finds an older line that differs from the present one.
  mutating func findOlder() {
    guard !text.isEmpty else { return }
    find(from: index.map { $0 + 1 } ?? 0)
  }

  private mutating func find(from start: Int) {
    let wanted = Array(text.lowercased().utf8)
    let shown = index.map { lines[$0].text }
    let found = lines.indices.dropFirst(start).first { candidate in
      (candidate == index || lines[candidate].text != shown)
        && lines[candidate].folded.firstOffset(of: wanted) != nil
    }
    hasFailed = found == nil
    index = found ?? index
  }
}

extension [UInt8] {
  /// The offset of the first occurrence of another array.
  func firstOffset(of wanted: [UInt8]) -> Int? {
    guard wanted.count <= count else { return nil }
    return (0...(count - wanted.count)).first { start in
      self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}

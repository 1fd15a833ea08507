import Cooking
import Terminal
import Text

/// One step of a recipe in the view of `cook`.
struct CookPage {
  var title: String
  /// The number of the step, counted from 0; the number of steps if the dish is finished.
  let step: Int
  let stepCount: Int
  let text: String
  /// The ingredients that the step mentions.
  let ingredients: [String]
  /// The times that the step names.
  let durations: [StepDuration]
  /// The running timers in words.
  var timers: [String] = []
  /// Messages that are shown until the next key, such as that a timer is over.
  var remarks: [String] = []
  /// The keys with what they do.
  var keys: [String] = []

  /// The maximum width of a step: longer lines are hard to read from afar.
  private static let widest = 64

  /// The number of screens that the step needs in a window.
  func partCount(columns: Int, rows: Int) -> Int {
    let (body, room) = body(columns: columns, rows: rows)
    return max(1, (body.count + room - 1) / room)
  }

  /// The page in a window; each line fits its width.
  ///
  /// - Parameters:
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - part: Which screen of a step that is longer than the window, counted from 0.
  /// - Returns: At most as many lines as the window has rows, less one for the cursor.
  func lines(columns: Int, rows: Int, part: Int) -> [StyledText] {
    let (body, room) = body(columns: columns, rows: rows)
    let count = partCount(columns: columns, rows: rows)
    let start = min(part, count - 1) * room
    let shown = Array(body[start..<min(start + room, body.count)])
    let gap: [StyledText] = rows < Self.tall ? [] : [""]
    let head = header(columns, rows, part: count > 1 ? "\(min(part, count - 1) + 1)/\(count)" : nil)
    return Array((head + gap + shown + gap + foot(columns, rows)).prefix(max(1, rows - 1)))
  }

  /// The height from which a page has space between its parts.
  private static let tall = 14

  /// The text with the ingredients, and the number of lines that fit.
  private func body(columns: Int, rows: Int) -> (lines: [StyledText], room: Int) {
    let width = max(8, min(columns - 2, Self.widest))
    let prose = wrapped(harmless(text), to: width)
    let isTall = rows >= Self.tall
    let fixed =
      header(columns, rows, part: nil).count + foot(columns, rows).count + (isTall ? 2 : 0)
    let room = max(1, rows - 1 - fixed)
    var side: [StyledText] = isTall && !ingredients.isEmpty ? [""] : []
    for line in ingredients {
      side += wrapped(harmless(line), to: max(6, width - 2)).enumerated().map {
        StyledText(($0 == 0 ? "• " : "  ") + $1, .accent)
      }
    }
    // With enough room, lines are spaced out, so that the eye finds them.
    let isSpacious = prose.count * 2 - 1 + side.count <= room
    var body: [StyledText] = []
    for (number, line) in prose.enumerated() {
      if number > 0, isSpacious { body.append("") }
      body.append(StyledText(line, .strong))
    }
    return (body + side, room)
  }

  /// Remarks, timers and keys; in a low window only one line.
  private func foot(_ columns: Int, _ rows: Int) -> [StyledText] {
    func line(_ text: String, _ style: Style) -> StyledText {
      StyledText(clipped(text, to: columns - 1), style)
    }
    if rows < Self.tall {
      if let remark = remarks.last { return [line(remark, .warning)] }
      let clocks = timers.map { "⏲ " + $0.prefix { $0 != " " } }.joined(separator: " ")
      return [timers.isEmpty ? line(shortKeys, .faint) : line(clocks, .warning)]
    }
    return remarks.flatMap { wrapped(harmless($0), to: max(8, columns - 1)) }
      .map { StyledText($0, .warning) } + timers.map { line("⏲ " + $0, .warning) }
      + [line(keys.joined(separator: " · "), .faint)]
  }

  private func header(_ columns: Int, _ rows: Int, part: String?) -> [StyledText] {
    let number = step < stepCount ? "step \(step + 1) of \(stepCount)" : "finished"
    let place = number + (part.map { " · \($0)" } ?? "")
    let room = max(4, columns - 1 - place.utf8.count - 2)
    let title = clipped(harmless(title), to: room)
    let gap = max(2, min(columns - 1, Self.widest) - displayWidth(of: title) - place.utf8.count)
    let first =
      StyledText(title, .accent) + StyledText(String(repeating: " ", count: gap) + place, .faint)
    if rows < Self.tall { return [first] }
    let width = max(4, min(columns - 1, Self.widest))
    let done = width * min(step + 1, stepCount) / max(1, stepCount)
    let bar = String(repeating: "━", count: done) + String(repeating: "─", count: width - done)
    return [first, StyledText(bar, .faint)]
  }

  /// The keys alone.
  private var shortKeys: String {
    keys.map { String($0.prefix { $0 != " " }) }.joined(separator: " · ")
  }
}

import Cooking
import Terminal
import Text

/// One step of a recipe as it is shown at the stove.
struct CookPage {
  let title: String
  /// The number of the step, counted from 0.
  let step: Int
  let stepCount: Int
  let text: String
  /// The ingredients that the step names.
  let ingredients: [String]
  /// The times that the step names.
  let durations: [StepDuration]
  /// The running timers in words.
  let timers: [String]

  /// The widest line of a step: longer ones are hard to read from afar.
  private static let widest = 64

  /// The page in a window; each line fits its width.
  ///
  /// - Parameters:
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  /// - Returns: At most as many lines as the window has rows, less one for the cursor.
  func lines(columns: Int, rows: Int) -> [StyledText] {
    let width = max(8, min(columns - 2, Self.widest))
    let prose = wrapped(harmless(text), to: width)
    var foot = [StyledText](
      timers.map { StyledText(clipped("⏲ " + $0, to: columns - 1), .warning) })
    foot.append(StyledText(clipped(keys, to: columns - 1), .faint))
    var side: [StyledText] = []
    if !ingredients.isEmpty {
      side =
        [""]
        + ingredients.flatMap { line in
          wrapped(harmless(line), to: max(6, width - 2)).enumerated().map {
            StyledText(($0 == 0 ? "• " : "  ") + $1, .accent)
          }
        }
    }
    let head = header(columns)
    let room = max(1, rows - 1 - head.count - foot.count - 2)
    // Lines stand apart where there is room, so that the eye finds them.
    let isSpacious = prose.count * 2 - 1 + side.count <= room
    var body: [StyledText] = []
    for (number, line) in prose.enumerated() {
      if number > 0, isSpacious { body.append("") }
      body.append(StyledText(line, .strong))
    }
    body += side
    if body.count > room {
      body = Array(body.prefix(max(1, room - 1))) + [StyledText("…", .faint)]
    }
    let lines = head + [""] + body + [""] + foot
    return Array(lines.suffix(max(1, rows - 1)))
  }

  private func header(_ columns: Int) -> [StyledText] {
    let place = "step \(step + 1) of \(stepCount)"
    let room = max(4, columns - 1 - place.utf8.count - 2)
    let title = clipped(harmless(title), to: room)
    let gap = max(2, min(columns - 1, Self.widest) - displayWidth(of: title) - place.utf8.count)
    let first =
      StyledText(title, .accent) + StyledText(String(repeating: " ", count: gap) + place, .faint)
    let width = max(4, min(columns - 1, Self.widest))
    let done = width * (step + 1) / max(1, stepCount)
    let bar = String(repeating: "━", count: done) + String(repeating: "─", count: width - done)
    return [first, StyledText(bar, .faint)]
  }

  private var keys: String {
    let timer = durations.first.map { "t \($0.text) · " } ?? ""
    return "space next · ← back · \(timer)q leave"
  }
}

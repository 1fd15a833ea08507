import Text

/// The narration, displayed below the terminal.
struct CaptionStrip {
  private(set) var strip = MovingGroup(track: Track(), content: "")
  /// The line count of the longest caption; 0 without narration.
  private(set) var lineCount = 0
  private var slotCount = 0
  private let width: Int

  /// The maximum number of lines of a caption, and the width of a letter in pixels.
  private static let (lineLimit, letterWidth) = (3, 8)

  init(_ log: SessionLog, width: Int) {
    self.width = width
    for event in log.events {
      switch event.kind {
      case .narration(let text): show(text, isChapter: false, at: event.time)
      case .chapter(let text): show(text, isChapter: true, at: event.time)
      default: break
      }
    }
  }

  private mutating func show(_ text: String, isChapter: Bool, at time: Int) {
    if !strip.track.isStarted, time > 0 {
      strip.track.move(to: Track.Position(x: width, y: 0), at: 0)
    }
    var lines = wrapped(harmless(text), to: width / Self.letterWidth)
    if lines.count > Self.lineLimit {
      lines = Array(lines[..<Self.lineLimit])
      lines[Self.lineLimit - 1] += "…"
    }
    lineCount = max(lineCount, lines.count)
    for (row, line) in lines.enumerated() {
      let y = (row + 1) * PictureMeasures.caption - 6
      let name = isChapter ? " class=\"h\"" : ""
      strip.content += "<text x=\"\(slotCount * width)\" y=\"\(y)\"\(name)>\(xml(line))</text>"
    }
    strip.track.move(to: Track.Position(x: -slotCount * width, y: 0), at: time)
    slotCount += 1
  }
}

/// The key presses, displayed in a corner of the terminal.
struct KeyStrip {
  private(set) var strip = MovingGroup(track: Track(), content: "")
  private var slots: [String: Int] = [:]
  private let width: Int
  private let height: Int

  /// The display time of a key, in microseconds.
  private static let rest = 1_200_000

  init(_ log: SessionLog, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    let away = Track.Position(x: width, y: 0)
    strip.track.move(to: away, at: 0)
    var end: Int?
    for event in log.events {
      if let time = end, time <= event.time {
        strip.track.move(to: away, at: time)
        end = nil
      }
      guard case .key(let key) = event.kind, key.count > 1 else { continue }
      strip.track.move(to: Track.Position(x: -width * slot(of: key), y: 0), at: event.time)
      end = event.time + Self.rest
    }
    if let end, end < log.end { strip.track.move(to: away, at: end) }
  }

  private mutating func slot(of key: String) -> Int {
    if let slot = slots[key] { return slot }
    let slot = slots.count
    slots[key] = slot
    let size = displayWidth(of: key) * PictureMeasures.cellWidth + 22
    let (x, y) = ((slot + 1) * width - size, height - 34)
    strip.content += """
      <rect class="k" x="\(x)" y="\(y)" width="\(size)" height="30" rx="7"/>\
      <text x="\(x + size / 2)" y="\(y + 20)" class="w">\(xml(key))</text>
      """
    return slot
  }
}

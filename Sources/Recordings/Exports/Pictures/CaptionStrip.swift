import Text

/// A caption: the title of the chapter, and the narration below it.
package struct Caption: Equatable, Sendable {
  /// The title of the chapter, which lasts until the next one.
  package private(set) var title = ""
  package private(set) var narration = ""

  package init() {}

  /// Adopts an event.
  ///
  /// - Returns: Whether it changes captions.
  @discardableResult
  package mutating func take(_ event: SessionLog.Kind) -> Bool {
    switch event {
    case .chapter(let title): (self.title, narration) = (title, "")
    case .narration(let text): narration = text
    default: return false
    }
    return true
  }
}

/// The captions, displayed below the terminal.
struct CaptionStrip {
  private(set) var strip = MovingGroup(track: Track(), content: "")
  /// The line count of the longest caption; 0 without captions.
  private(set) var lineCount = 0
  private var slotCount = 0
  private let width: Int

  /// The maximum number of lines of a narration, and the width of a letter in pixels.
  private static let (lineLimit, letterWidth) = (3, 8)

  /// Creates the captions of a session.
  ///
  /// - Parameters:
  ///   - log: The session.
  ///   - width: The width in pixels.
  ///   - isStill: Whether only the last caption is shown.
  init(_ log: SessionLog, width: Int, isStill: Bool) {
    self.width = width
    var captions: [(caption: Caption, time: Int)] = []
    var caption = Caption()
    for event in log.events where caption.take(event.kind) {
      // A caption that is replaced at once is not drawn.
      if captions.last?.time == event.time { captions.removeLast() }
      captions.append((caption, event.time))
    }
    // A still has the size of the film, whose longest caption may be another one.
    for (caption, _) in captions {
      lineCount = max(lineCount, titles(of: caption).count + texts(of: caption).count)
    }
    if isStill { captions = captions.suffix(1).map { ($0.caption, 0) } }
    for (caption, time) in captions { show(caption, at: time) }
  }

  private mutating func show(_ caption: Caption, at time: Int) {
    if !strip.track.isStarted, time > 0 {
      strip.track.move(to: Track.Position(x: width, y: 0), at: 0)
    }
    let titles = titles(of: caption)
    for (row, line) in (titles + texts(of: caption)).enumerated() {
      let y = (row + 1) * PictureMeasures.caption - 6
      let name = row < titles.count ? " class=\"h\"" : ""
      strip.content += "<text x=\"\(slotCount * width)\" y=\"\(y)\"\(name)>\(xml(line))</text>"
    }
    strip.track.move(to: Track.Position(x: -slotCount * width, y: 0), at: time)
    slotCount += 1
  }

  private func titles(of caption: Caption) -> [String] { lines(of: caption.title, limit: 1) }

  private func texts(of caption: Caption) -> [String] {
    lines(of: caption.narration, limit: Self.lineLimit)
  }

  private func lines(of text: String, limit: Int) -> [String] {
    if text.isEmpty { return [] }
    var lines = wrapped(harmless(text), to: width / Self.letterWidth)
    if lines.count > limit {
      lines = Array(lines[..<limit])
      lines[limit - 1] += "…"
    }
    return lines
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

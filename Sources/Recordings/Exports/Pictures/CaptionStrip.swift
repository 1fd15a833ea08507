import Text

/// The captions, displayed below the terminal.
struct CaptionStrip {
  private(set) var strip = MovingGroup(track: Track(), content: "")
  private var slotCount = 0
  private let layout: SceneLayout

  /// Creates the captions of a session.
  init(_ scene: Scene) {
    layout = scene.layout()
    for caption in scene.captions { show(caption.lines, at: caption.time) }
  }

  private mutating func show(_ caption: CaptionLines, at time: Int) {
    let width = layout.terminal.width
    if !strip.track.isStarted, time > 0 {
      strip.track.move(to: Track.Position(x: width, y: 0), at: 0)
    }
    for (row, line) in (caption.titles + caption.texts).enumerated() {
      let y = layout.captionBaseline(line: row)
      let name = row < caption.titles.count ? " class=\"h\"" : ""
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
  private let layout: SceneLayout

  init(_ scene: Scene) {
    layout = scene.layout()
    let away = Track.Position(x: layout.terminal.width, y: 0)
    strip.track.move(to: away, at: 0)
    for key in scene.keys {
      let place = key.label.map { Track.Position(x: -layout.terminal.width * slot(of: $0), y: 0) }
      strip.track.move(to: place ?? away, at: key.time)
    }
  }

  private mutating func slot(of key: String) -> Int {
    if let slot = slots[key] { return slot }
    let slot = slots.count
    slots[key] = slot
    let box = layout.keyBox(columns: displayWidth(of: key))
    let x = slot * layout.terminal.width + box.x
    strip.content += """
      <rect class="k" x="\(x)" y="\(box.y)" width="\(box.width)" height="\(box.height)" \
      rx="\(layout.keyCorner)"/><text x="\(x + box.width / 2)" y="\(box.y + layout.keyBaseline)" \
      class="w">\(xml(key))</text>
      """
    return slot
  }
}

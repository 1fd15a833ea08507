import Text

extension SessionLog {
  /// The log as lines to compare, each with its moment in microseconds.
  package var lines: [String] {
    events.map { event in
      let text =
        switch event.kind {
        case .output(let bytes): "o " + String(decoding: bytes, as: UTF8.self)
        case .key(let label): "k " + label
        case .resize(let size): "r \(size.columns)x\(size.rows)"
        case .chapter(let title): "c " + title
        case .narration(let text): "n " + text
        case .shot(let name): "s " + name
        case .command(let line): "> " + line
        case .line(let stream, let text): "\(stream.rawValue) \(text)"
        }
      return "\(event.time) \(escapingHarmful(text))"
    } + ["\(duration) end"]
  }
}

import Films
import Recordings

/// A session built by hand, of texts at times.
struct SampleFilm {
  var log: SessionLog

  init(
    _ events: [(milliseconds: Int, kind: SessionLog.Kind)], end: Int, title: String = "A film",
    columns: Int = 24, rows: Int = 4
  ) {
    log = SessionLog(
      title: title, size: ScriptSize(columns: columns, rows: rows), clock: 0, color: .full,
      digest: "0a")
    log.events = events.map { SessionLog.Event(time: $0.milliseconds * 1000, $0.kind) }
    log.duration = end * 1000
  }

  static func output(_ text: String) -> SessionLog.Kind { .output(Array(text.utf8)) }

  var scene: Scene { get throws { try Scene(log) } }

  /// A film that types, scrolls, wraps, shows keys and captions, and moves its cursor over wide characters.
  static var busy: SampleFilm {
    var events: [(milliseconds: Int, kind: SessionLog.Kind)] = [
      (0, output("demo> ")), (50, .chapter("Look")),
    ]
    for (number, letter) in "list pies".enumerated() {
      events.append((100 * (number + 1), output(String(letter))))
    }
    let pieces = [
      "\r\n\u{1B}[1mbold\u{1B}[0m \u{1B}[3mslanted\u{1B}[0m \u{1B}[4mline\u{1B}[0m \u{1B}[9mstruck\u{1B}[0m",
      "\r\n\u{1B}[31mred\u{1B}[0m \u{1B}[7minverse\u{1B}[0m \u{1B}[2mfaint\u{1B}[0m 天ぷら",
      "\r\n┌─┬╮ ╔═╗ ░▒▓ ▀▄▌▐ ⣿⠁", "\r\n└─┴╯ ╚═╝ e\u{301} 漢", "\u{1B}[1D", "\u{1B}[1D",
      "\u{1B}[3;1H",
      "\u{1B}[?25l", "\u{1B}[2J", "\u{1B}[?25h", "\u{1B}[48;2;90;20;10m\u{1B}[K",
    ]
    for (number, piece) in pieces.enumerated() {
      events.append((1500 + 300 * number, output(piece)))
    }
    events.append((2000, .key("Ctrl+R")))
    events.append((2100, .narration("A narration that is so long that it takes two lines.")))
    events.append((3900, .resize(ScriptSize(columns: 20, rows: 3))))
    events.append((4000, .key("Tab")))
    events.sort { $0.milliseconds < $1.milliseconds }
    return SampleFilm(events, end: 6000)
  }
}

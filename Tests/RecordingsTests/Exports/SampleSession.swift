import Recordings

/// A session built by hand, with typed lines and output.
struct SampleSession {
  var log: SessionLog
  private var time = 0

  init(
    _ title: String = "A tour", columns: Int = 60, rows: Int = 14,
    color: ScriptHeader.Color = .full
  ) {
    log = SessionLog(
      title: title, size: ScriptSize(columns: columns, rows: rows), clock: 1_759_320_000,
      color: color, digest: String(repeating: "0a", count: 32))
    show("\u{1B}[?2004h\u{1B}]133;A\u{7}\u{1B}[36mrecipes\u{1B}[0m> \u{1B}]133;B\u{7}")
  }

  mutating func note(_ kind: SessionLog.Kind) {
    log.events.append(SessionLog.Event(time: time, kind))
  }

  mutating func wait(milliseconds: Int) {
    time += milliseconds * 1000
    log.duration = time
  }

  mutating func show(_ text: String) { note(.output(Array(text.utf8))) }

  mutating func press(_ key: String, _ answer: String = "") {
    wait(milliseconds: 300)
    note(.key(key))
    if !answer.isEmpty { show(answer) }
  }

  /// Types a line letter by letter and prints output lines.
  mutating func enter(_ command: String, _ lines: [String]) {
    for letter in command {
      wait(milliseconds: letter == " " ? 95 : 70)
      note(.key(String(letter)))
      show(String(letter))
    }
    press("Enter", "\r\n")
    note(.command(command))
    for line in lines {
      show(line + "\r\n")
      note(.line(.output, plain(line)))
    }
    show("\u{1B}[36mrecipes\u{1B}[0m> ")
    wait(milliseconds: 600)
  }

  /// Returns the line without escape sequences.
  private func plain(_ line: String) -> String {
    var text = ""
    var isSequence = false
    for character in line {
      if character == "\u{1B}" { isSequence = true }
      if !isSequence { text.append(character) }
      if character == "m" { isSequence = false }
    }
    return text
  }

  /// Returns a picture in half blocks.
  static func picture(columns: Int, rows: Int) -> [String] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        let (red, green) = (column * 255 / columns, row * 255 / rows)
        return "\u{1B}[38;2;\(red);\(green);90;48;2;\(green);90;\(red)m▀"
      }.joined() + "\u{1B}[0m"
    }
  }

  /// A session with all kinds of events.
  static var everything: SampleSession {
    var session = SampleSession("Recipes & <friends>")
    session.note(.chapter("Look around"))
    session.note(.narration("The feed has 63 recipes; list shows the first page & more."))
    session.enter(
      "list",
      [
        "\u{1B}[1m  #  Name                     Cuisine\u{1B}[0m",
        "  1  Apam Balik               Malaysian", "  2  天ぷら                   日本",
        "  3  \u{2764}\u{FE0F} Crème brûlée 🍮         French", "\u{1B}[2m 3 of 63 shown.\u{1B}[0m",
      ])
    session.note(.shot("list"))
    session.note(.narration("Pictures are blocks of color."))
    session.enter("show 1", picture(columns: 16, rows: 5))
    session.note(.resize(ScriptSize(columns: 50, rows: 12)))
    session.press("Tab", "\u{7}")
    session.press("Ctrl+U", "\r\u{1B}[K\u{1B}[36mrecipes\u{1B}[0m> ")
    session.note(.chapter("Errors"))
    session.enter(
      "shwo", ["\u{1B}[1;31mNo command is called shwo.\u{1B}[0m \u{1B}[7mshow\u{1B}[0m?"])
    session.wait(milliseconds: 2000)
    return session
  }

  /// A session of one minute with tables, completion and a picture.
  static var minute: SampleSession {
    var session = SampleSession("One minute", columns: 80, rows: 24)
    let commands = [
      "list --limit 8", "search apple pie", "show 12", "count by cuisine", "filter dessert",
    ]
    var number = 0
    while session.log.duration < 58_000_000 {
      if number % 3 == 0 { session.note(.chapter("Chapter \(number)")) }
      session.note(.narration("Step \(number) is told in a line of its own."))
      let rows = (0..<12).map {
        "  \($0 + number)  Recipe \($0 * 7 + number)   \u{1B}[32mBritish\u{1B}[0m   \(number * 31 + $0) kcal"
      }
      session.enter(commands[number % 5], number == 7 ? picture(columns: 30, rows: 12) : rows)
      number += 1
    }
    session.wait(milliseconds: 2000)
    return session
  }
}

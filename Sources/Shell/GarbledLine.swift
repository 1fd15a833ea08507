import Diagnostics
import Output

/// Lines that came with bytes which are no UTF-8.
extension Shell {
  /// Says where such bytes are seen, and has the line come back to be edited; nothing of it is run.
  func refuse(garbled line: String) {
    let place = String(line.unicodeScalars.prefix { $0 != "\u{FFFD}" }).utf8.count
    output.say(
      Diagnostic(
        "the terminal sent bytes that are no UTF-8, which are seen as \u{FFFD}; nothing was run",
        at: place..<place + 3, in: line,
        hint: "have the terminal send UTF-8; the line can be edited"
      ))
    draft = line
  }
}

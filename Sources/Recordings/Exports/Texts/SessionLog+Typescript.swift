extension SessionLog {
  /// What script(1) would have kept of the session, for scriptreplay(1).
  ///
  /// The sizes that the terminal takes on the way are not part of that format.
  ///
  /// - Returns: The typescript with its first line, and the timing: seconds and bytes in each line.
  package func typescript() -> (typescript: [UInt8], timing: [UInt8]) {
    var bytes: [UInt8] = []
    var timing = ""
    var told = 0
    for event in colored.events {
      guard case .output(let output) = event.kind, !output.isEmpty else { continue }
      bytes += output
      timing += "\(decimals(event.time - told, 6)) \(output.count)\n"
      told = event.time
    }
    // The rest at the end needs some bytes to stand before; these show nothing.
    let rest = Array("\u{1B}[m".utf8)
    bytes += rest
    timing += "\(decimals(end - told, 6)) \(rest.count)\n"
    let head = """
      Script started [TERM="xterm-256color" COLUMNS="\(size.columns)" LINES="\(size.rows)"]\n
      """
    return (Array(head.utf8) + bytes, Array(timing.utf8))
  }
}

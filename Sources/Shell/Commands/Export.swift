import Interpreter
import SessionStore
import Terminal
import Text
import World

extension Command<Shell> {
  static var export: Self {
    Self(
      "export",
      .choice(
        "FORMAT",
        Format.allCases.filter { $0 != .table }.map { Candidate($0.rawValue, "a format") }),
      .path(isOptional: true), .items(isOptional: true),
      summary: "Write rows, whole and with your notes, to a file or to standard output.",
      examples: ["export csv -", "export json - 1-3"],
      details: [
        "PATH `-`, or none, is standard output. A file that is there is never replaced without asking."
      ]
    ) { shell, arguments in
      try shell.export(arguments)
    }
  }
}

extension Shell {
  fileprivate func export(_ arguments: Arguments) throws {
    guard let word = arguments["FORMAT"] else { return }
    guard let format = Format(rawValue: word.text), format != .table else {
      let names = Format.allCases.filter { $0 != .table }.map(\.rawValue)
      throw Failure(
        "`\(word.text)` is not an export format", hint: "one of: " + names.joined(separator: ", "),
        at: word.range, in: arguments.line)
    }
    let items = try arguments["ITEM…"].map { try self.rows($0, in: arguments.line) }
    let rows = items ?? Array(session.rows)
    let text = try exported(rows, isView: items == nil).text(format)
    if world.interruptions.isRaised { throw Self.nothingWritten }
    guard let path = arguments["PATH"]?.text, path != "-" else { return write(text) }
    let kind = world.files.kind(of: path)
    if path.isEmpty || kind == .folder {
      throw Failure(
        path.isEmpty ? "a file was expected" : "\(path) is a folder", at: arguments["PATH"]?.range,
        in: arguments.line)
    }
    let exists = kind != nil
    if exists, !confirms("\(path) is there already. Replace it?") {
      if options.isInteractive { return say("left as it was") }
      throw Failure("\(path) is left as it was", at: arguments["PATH"]?.range, in: arguments.line)
    }
    try requireFolder(of: path)
    try world.files.write(Array(text.utf8), to: path, replacing: exists)
    say("\(rows.count == 1 ? "1 row" : "\(rows.count) rows") written to \(path)")
  }

  private static let nothingWritten = Failure("stopped: nothing was written", status: .interrupted)

  /// Folders are not made for a file that goes where a person says: the path is more likely mistyped.
  private func requireFolder(of path: String) throws {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if world.files.kind(of: folder) == nil {
      throw Failure("\(folder): no such folder", status: .disk)
    }
  }

  private func exported(_ rows: [Int], isView: Bool) throws -> Report {
    let progress = Progress("rows", on: world)
    defer { progress.clear() }
    var report = listing(
      rows, from: isView ? 1 : nil, isForEyes: false, telling: { progress.show($0, of: rows.count) }
    )
    for column in report.columns.indices { report.columns[column].isShown = true }
    var notes: [String: [String]] = [:]
    for note in try library.notes() { notes[note.key, default: []].append(note.text) }
    report.columns.append(.init("notes"))
    if world.interruptions.isRaised { throw Self.nothingWritten }
    for (place, row) in zip(report.rows.indices, rows) {
      let texts = loaded?.key(of: row).flatMap { notes[$0.text] } ?? []
      report.rows[place].append(
        Cell(.init(texts.joined(separator: "; ")), .array(texts.map { .string($0) })))
    }
    return report
  }
}

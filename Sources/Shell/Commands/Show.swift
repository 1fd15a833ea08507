import Catalog
import FeedLoading
import Feeds
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<Shell> {
  static var show: Self {
    Self(
      "show", .item(isOptional: true),
      summary: "Show everything about a row, laid out to cook from.",
      examples: ["show 1", "show Lasagne"]
    ) { shell, arguments in
      let item = try shell.meant(arguments["ITEM"], in: arguments.line)
      guard case .row(let row) = item else { return try shell.show(shell.keepsake(of: item)) }
      shell.session.noteShown(.row(row))
      if shell.output.format == .table {
        try shell.showRecord(row)
      } else {
        let report = try shell.recordReport(row)
        // A table of Markdown as wide as a record could not be read.
        shell.output.print(shell.output.format == .markdown ? report.upright : report)
      }
    }
  }

  static var raw: Self {
    Self(
      "raw", .item(isOptional: true),
      summary: "Show a row's own JSON and where it stands in the feed.",
      examples: ["raw 1"]
    ) { shell, arguments in
      let row = try shell.row(arguments["ITEM"], in: arguments.line)
      shell.session.noteShown(.row(row))
      guard let loaded = shell.session.feed else { return }
      let (text, offset) = try loaded.lookingUp { (feed) throws(FileError) in
        try feed.source(of: row)
      }
      shell.output.say(
        "record \(loaded.feed.index(of: row)), bytes \(offset)–\(offset + text.utf8.count)")
      shell.output.write(
        (shell.output.format == .ndjson ? onOneLine(printable(text)) : printable(text)) + "\n")
    }
  }

  static var similar: Self {
    Self(
      "similar", .item(isOptional: true), summary: "List rows like a row.",
      examples: ["similar Lasagne"]
    ) { shell, arguments in
      let row = try shell.row(arguments["ITEM"], in: arguments.line)
      let rows = shell.catalog.similar(to: row, limit: 10)
      if rows.isEmpty { shell.output.say("nothing is like \(shell.catalog.name(row))") }
      shell.output.print(shell.listing(rows))
    }
  }
}

/// JSON without the line feeds between its values, and the blanks in front of them.
private func onOneLine(_ json: String) -> String {
  json.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }.joined()
}

/// The text of a document as a terminal may have it: its lines and tabs stay, all else that could do harm is escaped.
func printable(_ text: String) -> String {
  escapingHarmful(
    text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n"),
    keeping: ["\n", "\t"])
}

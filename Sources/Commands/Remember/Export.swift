import Assistance
import Diagnostics
import FeedLoading
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<RememberContext> {
  static var export: Self {
    Self(
      "export",
      summary: "Write rows with all fields and your notes to a file or standard output.",
      forms: [
        Form(
          "csv --raw", Context.path.optional, Context.rows.optional,
          summary: "Write texts that begin as formulas do unchanged."
        ) { try $0.export(.csv, isRaw: true, to: $1, $2) },
        Form(
          "tsv --raw", Context.path.optional, Context.rows.optional,
          summary: "Write texts that begin as formulas do unchanged."
        ) { try $0.export(.tsv, isRaw: true, to: $1, $2) },
        Form(
          "", Context.exportFormat, Context.path.optional, Context.rows.optional, Context.scale
        ) { try $0.export($1, isRaw: false, to: $2, $3, $4) },
      ],
      examples: [
        Example(
          "export csv -",
          prints: """
            row,name,cuisine,favorite,id,photo,thumbnail,source,video,prep,cook,time,se…
            1,Bánh mì,Vietnamese,false,852790ad-941a-5bec-aebb-1b76fdacabbb,https://lar…
            2,Bigos,Polish,false,1bebfa42-9368-5763-91c2-86591d1a0537,https://larder.ex…
            …
            """),
        Example(
          "export json - 1-3",
          prints: """
            [
              {"row":1,"name":"Bánh mì","cuisine":"Vietnamese","favorite":false,"id":"8…
              {"row":2,"name":"Bigos","cuisine":"Polish","favorite":false,"id":"1bebfa4…
            …
            """),
      ],
      details: [
        "PATH `-`, or none, is standard output. Markdown lays out recipes for reading and printing; it takes a scale at "
          + "the end, such as for 2, and follows set servings. An existing file is replaced only after a question.",
        "In csv and tsv, an apostrophe is put before texts that begin with =, +, -, @ or a tab, because spreadsheets "
          + "would run them as formulas. --raw adds no apostrophes; numbers never get one.",
      ])
  }
}

extension RememberContext {
  /// The format of an export.
  fileprivate static var exportFormat: Parameter<RememberContext, Format> {
    choice("FORMAT", Format.exports.map { Candidate($0.name, "a format") }).map { _, argument in
      guard let format = Format(named: argument.text), Format.exports.contains(format) else {
        let names = Format.exports.map(\.name)
        throw Failure(
          "`\(argument.text)` is not an export format",
          hint: "one of: " + names.joined(separator: ", "), at: argument.range, in: argument.line)
      }
      return format
    }
  }
}

extension RememberContext {
  fileprivate func export(
    _ format: Format, isRaw: Bool, to path: Argument?, _ items: [Int]?,
    _ scale: RequestedScale = RequestedScale(scale: nil, isAsked: false)
  ) throws {
    if let wanted = scale.scale, scale.isAsked, format != .markdown || !views.showsRecipes {
      throw Failure(
        "only recipes in Markdown are scaled", hint: "export markdown PATH ITEM… \(wanted)",
        code: .badArguments)
    }
    let rows = items ?? Array(session.presentRows())
    // The view may have changed since its rows were numbered.
    let isView = items == nil && rows.elementsEqual(session.rows)
    let bytes = try exported(
      rows, scale, isView: isView, as: format, quotesFormulas: format.isSpreadsheet && !isRaw)
    try ExportWriter(world: world, output: output, options: options)
      .write(bytes, to: path, what: rows.count == 1 ? "1 row" : "\(rows.count) rows")
  }

  private static let nothingWritten = Failure("stopped: nothing was written", status: .interrupted)

  /// The number of rows that are formatted at a time.
  private static let partSize = 500

  /// Formats all rows before any are written.
  private func exported(
    _ rows: [Int], _ scale: RequestedScale, isView: Bool, as format: Format,
    quotesFormulas: Bool
  ) throws -> [UInt8] {
    let progress = Progress("rows", on: world)
    defer { progress.clear() }
    var notes: [String: [String]] = [:]
    for note in try library.notes() { notes[note.key, default: []].append(note.text) }
    if format == .markdown, views.showsRecipes { return try recipes(rows, scale, notes, progress) }
    let numbers = isView ? nil : views.viewNumbers(of: rows.count)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: Self.partSize) {
      let end = min(start + Self.partSize, rows.count)
      progress.show(start, of: rows.count)
      var report = views.listing(
        rows[start..<end], from: isView ? start + 1 : nil, numbers: numbers, isForEyes: false,
        hasTexts: format.reader == .people)
      complete(&report, rows[start..<end], with: notes)
      if quotesFormulas { report.quoteFormulas() }
      bytes += format.part(of: report, isFirst: start == 0, isLast: end == rows.count).utf8
      if world.interruptions.isRaised { throw Self.nothingWritten }
    }
    if rows.isEmpty {
      var report = views.listing([], from: nil, isForEyes: false, hasTexts: false)
      complete(&report, [], with: notes)
      if quotesFormulas { report.quoteFormulas() }
      bytes += format.text(of: report).utf8
    }
    return bytes
  }

  /// Formats rows as recipes in Markdown.
  private func recipes(
    _ rows: [Int], _ scale: RequestedScale, _ notes: [String: [String]], _ progress: Progress
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (place, row) in rows.enumerated() {
      if place % Self.partSize == 0 { progress.show(place, of: rows.count) }
      if world.interruptions.isRaised { throw Self.nothingWritten }
      let own = session.feed?.key(of: row).flatMap { notes[$0.text] } ?? []
      let dish = Dish(catalog, row, scale: scale.scale)
      try views.requireScale(scale, of: dish)
      bytes += ((place > 0 ? "\n" : "") + views.recipeMarkdown(row, dish, notes: own)).utf8
    }
    return bytes
  }

  /// Shows every column, and adds one with notes.
  private func complete(
    _ report: inout Report, _ rows: ArraySlice<Int>, with notes: [String: [String]]
  ) {
    for column in report.columns.indices { report.columns[column].isShown = true }
    report.columns.append(.init("notes"))
    for (place, row) in zip(report.rows.indices, rows) {
      let texts = notes.isEmpty ? [] : session.feed?.key(of: row).flatMap { notes[$0.text] } ?? []
      report.rows[place].append(
        Cell(.init(texts.joined(separator: "; ")), .array(texts.map { .string($0) })))
    }
  }
}

import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Formats
import Interpreter
import Kitchen
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<GiveContext> {
  static var export: Self {
    Self(
      "export",
      summary: "Write rows with all fields and your notes to a file or standard output.",
      forms: [
        Form(
          "csv --raw", Context.path.optional, Context.rows.optional,
          summary: "Write texts that begin as formulas do unchanged."
        ) { try $0.export(.rows(.csv), isRaw: true, to: $1, $2) },
        Form(
          "tsv --raw", Context.path.optional, Context.rows.optional,
          summary: "Write texts that begin as formulas do unchanged."
        ) { try $0.export(.rows(.tsv), isRaw: true, to: $1, $2) },
        Form(
          "html", Context.path, Context.rows.optional, Context.scale,
          summary: "Write a cookbook of web pages into a folder, with pictures, search and scaling."
        ) { try $0.exportCookbook(to: $1, $2, $3) },
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
        "PATH `-`, or none, is standard output. A PATH that ends in `/`, or a folder that exists, gets one file for each "
          + "recipe. Existing files are replaced only after a question.",
        "schema.org (JSON-LD), cooklang, markdown and text lay out recipes, for other programs and for reading. They take "
          + "a scale at the end, such as for 2, and follow set servings and set units.",
        "In csv and tsv, an apostrophe is put before texts that begin with =, +, -, @ or a tab, because spreadsheets "
          + "would run them as formulas. --raw adds no apostrophes; numbers never get one.",
      ])
  }
}

/// What `export` writes.
private enum ExportFormat: Sendable {
  /// The rows with all fields; recipes in Markdown.
  case rows(Format)
  case recipes(RecipeFormat)

  static let all = Format.exports.map { Self.rows($0) } + RecipeFormat.allCases.map { .recipes($0) }

  var name: String {
    switch self {
    case .rows(let format): format.name
    case .recipes(let format): format.rawValue
    }
  }
}

extension GiveContext {
  /// The format of an export.
  fileprivate static var exportFormat: Parameter<GiveContext, ExportFormat> {
    choice("FORMAT", ExportFormat.all.map { Candidate($0.name, "a format") }).map { _, argument in
      guard let format = ExportFormat.all.first(where: { $0.name == argument.text }) else {
        let names = ExportFormat.all.map(\.name) + ["html"]
        throw Failure(
          "`\(argument.text)` is not an export format",
          hint: "one of: " + names.joined(separator: ", "), at: argument.range, in: argument.line)
      }
      return format
    }
  }
}

extension GiveContext {
  fileprivate func export(
    _ format: ExportFormat, isRaw: Bool, to path: Argument?, _ items: [Int]?,
    _ scale: RequestedScale = RequestedScale(scale: nil, isAsked: false)
  ) throws {
    let layout = try layout(format)
    if let wanted = scale.scale, scale.isAsked, layout == nil {
      throw Failure(
        "only recipes are scaled, not tables", hint: "export markdown PATH ITEM… \(wanted)",
        code: .badArguments)
    }
    let rows = items ?? Array(session.presentRows())
    let writer = ExportWriter(world: world, output: output, options: options)
    guard let layout else {
      guard case .rows(let table) = format else { return }
      // The view may have changed since its rows were numbered.
      let isView = items == nil && rows.elementsEqual(session.rows)
      let bytes = try exported(
        rows, isView: isView, as: table, quotesFormulas: table.isSpreadsheet && !isRaw)
      return try writer.write(
        bytes, to: path, what: rows.count == 1 ? "1 row" : "\(rows.count) rows")
    }
    let what = rows.count == 1 ? "1 recipe" : "\(rows.count) recipes"
    if let folder = writer.folder(at: path) {
      let (files, omitted) = try files(of: rows, scale, in: layout)
      try writer.write(files, intoFolder: folder, at: path, what: what)
      return reportOmissions(omitted, of: rows, layout)
    }
    if !layout.hasLists, rows.count != 1 {
      throw Failure(
        "a file of \(format.name) has one recipe, and here are \(rows.count)",
        hint: "export \(format.name) FOLDER/ writes a file for each", code: .badArguments)
    }
    let (text, omitted) = try text(of: rows, scale, in: layout)
    try writer.write(Array(text.utf8), to: path, what: what)
    reportOmissions(omitted, of: rows, layout)
  }

  /// Reports what the files have no place for.
  private func reportOmissions(_ names: [String], of rows: [Int], _ layout: RecipeLayout) {
    reportOmittedPictures(of: rows, layout)
    guard case .format(let format) = layout, !names.isEmpty else { return }
    output.say(
      "\(format.rawValue) has no place for: \(names.joined(separator: ", "))", .warning)
  }

  /// Reports pictures in files, which other programs would not find.
  private func reportOmittedPictures(of rows: [Int], _ layout: RecipeLayout) {
    guard layout.namesPictures else { return }
    let count = rows.count { row in
      if case .file? = pictures.picturePlace(row, .large) { true } else { false }
    }
    if count > 0 {
      output.say(
        "\(counted(count, "picture")) in files left out; export html copies them", .warning)
    }
  }

  static let nothingWritten = Failure("stopped: nothing was written", status: .interrupted)

  /// The number of rows that are formatted at a time.
  private static let partSize = 500

  /// Formats all rows before any are written.
  private func exported(
    _ rows: [Int], isView: Bool, as format: Format, quotesFormulas: Bool
  ) throws -> [UInt8] {
    let progress = output.progress("rows")
    defer { progress.clear() }
    let notes = try notesByKey()
    let numbers = isView ? nil : views.rows.viewNumbers(of: rows.count)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: Self.partSize) {
      let end = min(start + Self.partSize, rows.count)
      progress.show(start, of: rows.count)
      var report = views.rows.listing(
        rows[start..<end], from: isView ? start + 1 : nil, numbers: numbers, isForEyes: false,
        hasTexts: format.reader == .people)
      complete(&report, rows[start..<end], with: notes)
      if quotesFormulas { report.quoteFormulas() }
      bytes += format.part(of: report, isFirst: start == 0, isLast: end == rows.count).utf8
      if world.interruptions.isRaised { throw Self.nothingWritten }
    }
    if rows.isEmpty {
      var report = views.rows.listing([], from: nil, isForEyes: false, hasTexts: false)
      complete(&report, [], with: notes)
      if quotesFormulas { report.quoteFormulas() }
      bytes += format.text(of: report).utf8
    }
    return bytes
  }

  /// The user's notes by the key of their record.
  private func notesByKey() throws -> [String: [String]] {
    var notes: [String: [String]] = [:]
    for note in try library.notes() { notes[note.key, default: []].append(note.text) }
    return notes
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

/// A layout of recipes, each as a text of its own.
private enum RecipeLayout {
  case markdown
  case format(RecipeFormat)

  var ending: String {
    switch self {
    case .markdown: "md"
    case .format(let format): format.ending
    }
  }

  /// Whether its files have the addresses of pictures.
  var namesPictures: Bool {
    switch self {
    case .markdown, .format(.text), .format(.recipemd): false
    case .format(.schemaOrg), .format(.cooklang): true
    }
  }

  var hasLists: Bool {
    switch self {
    case .markdown: true
    case .format(let format): format.hasLists
    }
  }
}

/// Recipes in layouts.
extension GiveContext {
  /// The layout of a format for recipes; nil for tables.
  ///
  /// - Throws: ``Failure`` if the rows are not recipes, and the format has nothing else.
  private func layout(_ format: ExportFormat) throws -> RecipeLayout? {
    switch format {
    case .rows(.markdown): return views.records.showsRecipes ? .markdown : nil
    case .rows: return nil
    case .recipes(let format):
      guard views.records.showsRecipes else {
        throw Self.noRecipes
      }
      return .format(format)
    }
  }

  static let noRecipes = Failure(
    "the rows have neither ingredients nor steps, so there are no recipes to write",
    hint: "export json and export csv write any rows", code: .badArguments)

  /// Returns each recipe of some rows.
  func eachRecipe<Result>(
    _ rows: [Int], _ scale: RequestedScale, _ body: (Int, Dish, [String]) throws -> Result
  ) throws -> [Result] {
    try feeds.complete(rows)
    let progress = output.progress("recipes")
    defer { progress.clear() }
    let notes = try notesByKey()
    return try rows.enumerated().map { place, row in
      if place % Self.partSize == 0 { progress.show(place, of: rows.count) }
      if world.interruptions.isRaised { throw Self.nothingWritten }
      let own = session.feed?.key(of: row).flatMap { notes[$0.text] } ?? []
      let dish = Dish(catalog, row, scale: scale.scale)
      try views.requireScale(scale, of: dish)
      return try body(row, dish, own)
    }
  }

  /// The text of all recipes in one file, and the names of what it has no place for.
  private func text(
    of rows: [Int], _ scale: RequestedScale, in layout: RecipeLayout
  ) throws -> (text: String, omitted: [String]) {
    switch layout {
    case .markdown:
      let recipes = try eachRecipe(rows, scale) { views.records.markdown($0, $1, notes: $2) }
      return (recipes.joined(separator: "\n"), [])
    case .format(let format):
      return format.file(
        of: try eachRecipe(rows, scale) { views.records.recipe($0, $1, notes: $2) })
    }
  }

  /// A file for each recipe, with names made of those of the recipes, and the names of what the files have no place for.
  private func files(
    of rows: [Int], _ scale: RequestedScale, in layout: RecipeLayout
  ) throws -> (files: [(name: String, bytes: [UInt8])], omitted: [String]) {
    var names = FileNames()
    var omitted: [String] = []
    let files = try eachRecipe(rows, scale) { row, dish, notes in
      let text: String
      switch layout {
      case .markdown: text = views.records.markdown(row, dish, notes: notes)
      case .format(let format):
        let file = format.file(of: [views.records.recipe(row, dish, notes: notes)])
        omitted += file.omitted.filter { !omitted.contains($0) }
        text = file.text
      }
      return (
        name: "\(names.name(for: catalog.name(row))).\(layout.ending)", bytes: Array(text.utf8)
      )
    }
    return (files, omitted)
  }
}

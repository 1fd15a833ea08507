import Catalog
import Interpreter
import Output
import SessionStore
import Terminal
import Text

/// A page of help that explains a notation of arguments, such as the conditions of filters.
struct HelpPage: Sendable {
  /// The words after `help`.
  let names: [String]
  /// The title of the first column.
  let title: String
  /// Ways to write something, and what they mean.
  let rows: [(written: [String], meaning: String)]

  static let all = [filters, scales, marks]

  /// The page of a word.
  static func named(_ name: String) -> HelpPage? { all.first { $0.names.contains(name) } }

  private static let filters = HelpPage(
    names: ["filters", "conditions"], title: "condition",
    rows: [
      (["cuisine=Italian"], "rows whose value is Italian; `:` and `==` mean the same"),
      (["cuisine!=Italian"], "all other rows"),
      (["cuisine=Thai,Greek"], "rows with either value"),
      (["name~pizza", "name!~pizza"], "values that contain the text, or do not"),
      (["ingredient~=egg"], "values that contain the whole word or its plural: eggplant does not"),
      (["name=tom*"], "`*` matches any text"),
      (
        ["time<=30", "time=20..40"],
        "numbers and times such as `45m` and `1h30`; a range includes both ends"
      ),
      (
        ["ingredients=7", "steps<=5"],
        "ingredients and steps by their number; `<` and `>` count the items of every list"
      ),
      (["added=2024-05"], "dates; a year or month stands for all of its days"),
      (["has:video", "no:source"], "rows with a video; rows without a source"),
      (["is:favorite", "is:noted"], "your favorites; rows with notes"),
      (
        ["is:cooked", "is:new"],
        "dishes that you noted as cooked; rows that were not there at the last look"
      ),
      (["is:cookable"], "dishes for which everything is in your pantry"),
      (["is:malformed"], "malformed records, with `set show-malformed on`"),
      (["notes~weeknight"], "rows whose notes contain the text"),
      (["rice \"olive oil\""], "rows with these words in names, keywords, lists or texts"),
      (["-tag=soup", "not (a or b)"], "negation and groups; `or` and `and` between conditions"),
    ])

  private static let scales = HelpPage(
    names: ["scale", "scales", "scaling"], title: "scale",
    rows: [
      (["for 6", "for six", "for 6 people", "for 6 servings"], "amounts for six"),
      (["for 48 cookies"], "amounts for 48 of what the recipe makes"),
      (["x2", "×2", "*2", "2×"], "twice the published amounts"),
      (["x1/2", "×½", "×1 ½", "x1.5"], "other factors"),
    ])

  private static let marks = HelpPage(
    names: ["marks", "mark"], title: "mark",
    rows: [
      (["#"], "the number of a row in the view; `#d6ed` is the start of its id, which stays"),
      (["★"], "a favorite"),
      (["▣", "▢"], "the picture of the row is loaded; it is not loaded yet"),
      (["!"], "the last download of the picture failed"),
      (["✗"], "a broken picture, or a malformed record"),
      (["K"], "the number of a note or a problem, for `note delete ITEM K` and `problems K`"),
    ])

  var report: Report {
    Report(
      [
        .init(
          "written", title: title.prefix(1).uppercased() + title.dropFirst(), isAlwaysShown: true),
        .init("meaning", title: "What it means", isFlexible: true, isWrapped: true),
      ],
      rows.map { [Cell($0.written.joined(separator: ", "), .strong), Cell($0.meaning)] })
  }

  /// The page as a table in Markdown, for the documentation.
  var table: String {
    "| \(title) | meaning |\n|---|---|\n"
      + rows.map { row in
        "| \(row.written.map { "`\($0)`" }.joined(separator: ", ")) | \(row.meaning) |\n"
      }.joined()
  }
}

/// Settings and fields, which help explains by their names.
extension ShellContext {
  /// Whether a word is the whole name of a command, or an alias that a command declares.
  func isCommand(_ word: String) -> Bool {
    table.commands.contains { $0.name == word || $0.aliases.contains(word) }
  }

  /// Returns a function that prints the help for a topic, a setting or a field; nil for other words.
  func explanation(of word: String) -> (() -> Void)? {
    if isCommand(word) { return nil }
    if let page = HelpPage.named(word) { return { output.print(page.report) } }
    if word == "settings" { return { output.print(settingsReport()) } }
    if let setting = setting(word) { return { explain(setting) } }
    return catalog.schema.index(of: word).map { field in { explain(field: field) } }
  }

  /// A paragraph of help, indented, and as wide as the window.
  private func paragraph(_ text: String, _ style: Style = .plain) -> [StyledText] {
    wrapped(text, to: min(output.width ?? 80, 100) - 2).map { StyledText("  " + $0, style) }
  }

  private func explain(_ setting: Setting) {
    let choices = setting.choices.joined(separator: ", ")
    let values =
      setting.choices.count < 2
      ? "" : setting.takesOthers ? " For example \(choices)." : " It can be \(choices)."
    let value = library.settings[setting.name]
    output.print(
      [StyledText("set \(setting.name) VALUE", .strong)]
        + paragraph(
          setting.summary.prefix(1).uppercased() + setting.summary.dropFirst() + "." + values)
        + paragraph("It is \(value); the default is \(setting.standard).", .faint),
      [
        "name": .string(setting.name), "summary": .string(setting.summary),
        "value": .string(value), "standard": .string(setting.standard),
        "choices": .array(setting.choices.map { .string($0) }),
      ])
  }

  private func explain(field number: Int) {
    let field = catalog.schema.fields[number]
    let examples = field.kind.examples.map { line in
      String(
        line.split(separator: "FIELD", omittingEmptySubsequences: false).joined(
          separator: field.name))
    }
    let present = catalog.present(number).count
    output.print(
      [StyledText(field.name, .strong)]
        + paragraph(
          "A field of this feed, of the type \(field.kind.rawValue): \(grouped(present)) of "
            + "\(grouped(catalog.count)) rows have it.")
        + examples.map { StyledText("    " + $0, .accent) },
      [
        "name": .string(field.name), "type": .string(field.kind.rawValue),
        "present": .number(Double(present)), "examples": .array(examples.map { .string($0) }),
      ])
  }
}

extension Field.Kind {
  /// Commands that use a field of that type, with FIELD for its name.
  fileprivate var examples: [String] {
    switch self {
    case .keyword: ["filter FIELD=VALUE", "count FIELD", "sort FIELD"]
    case .list: ["filter FIELD=VALUE", "filter FIELD~TEXT", "count FIELD"]
    case .number: ["filter FIELD<=100", "sort FIELD desc"]
    case .minutes: ["filter FIELD<=45m", "sort FIELD"]
    case .date: ["filter FIELD>=2024-05", "sort FIELD desc"]
    case .text: ["filter FIELD~TEXT", "filter has:FIELD"]
    case .link: ["filter has:FIELD", "open FIELD 3"]
    }
  }
}

import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<RememberContext> {
  static var doubles: Self {
    Self(
      "doubles", summary: "List rows that are the same dish, and what differs.",
      examples: [
        Example("doubles", prints: "no two rows are the same dish")
      ],
      details: [
        "Rows are the same dish if their names have the same words, and at least half of their "
          + "ingredients are the same. `merge 3 7` keeps one of them in `mine`."
      ]
    ) { context in context.listDoubles() }
  }

  static var merge: Self {
    Self(
      "merge", Context.rows,
      summary: "Keep one of several rows in `mine`, with the links and notes of all.",
      changes: .view,
      examples: [
        Example(
          "merge 1,2",
          prints: """
            Bánh mì is saved in mine (1 in all)
            Bánh mì has the links and notes of 2 rows
            """)
      ],
      details: [
        "The first row that is in `mine` stays, otherwise the first one is saved. Others in `mine` "
          + "are removed; `undo` takes all of it back."
      ]
    ) { context, rows in try context.merge(rows) }
  }
}

extension RememberContext {
  fileprivate func listDoubles() {
    let groups = session.doubles()
    if groups.isEmpty { return output.say("no two rows are the same dish") }
    let from = catalog.schema.index(of: "from") ?? catalog.schema.index(of: "saved-from")
    output.print(
      Report(
        [
          .init("row", title: "#", isNumber: true), .init("name", title: "Name", isFlexible: true),
          .init("from", title: "From", isShown: from != nil),
          .init("differs", title: "What differs", isFlexible: true),
        ],
        groups.flatMap { group in
          group.map { row in
            let differs =
              row == group[0]
              ? "" : session.differences(of: row, from: group[0]).joined(separator: ", ")
            return [
              session.number(of: row).map { Cell($0) } ?? Cell(session.shortHandle(row)),
              Cell(catalog.name(row)),
              Cell(optional: from.flatMap { catalog.value($0, row)?.text }), Cell(differs),
            ]
          }
        }))
    output.say("merge ITEMS keeps one of them in mine", .faint)
  }

  fileprivate func merge(_ rows: [Int]) throws {
    try requireStorage()
    guard let loaded = session.feed, rows.count > 1 else {
      throw Failure("`merge` needs several rows", hint: "e.g. merge 3,7", code: .badArguments)
    }
    let name = harmless(catalog.name(rows[0]))
    let items = try rows.map { try session.keepsake(of: $0) }
    let merged = try collection.merge(rows, of: loaded)
    var item = items[0]
    item.key = merged.key ?? item.key
    let marks = try library.addMarks([(Set(items.map(\.key)), item)], at: world.now())
    session.record(merged.change, marks)
    if merged.isSaved { output.say("\(name) is saved in mine (\(merged.count) in all)") }
    output.say("\(name) has the links and notes of \(rows.count) rows")
    try feeds.reloadCollection()
  }
}

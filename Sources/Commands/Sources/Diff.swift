import Catalog
import FeedLoading
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<SourcesContext> {
  static var diff: Self {
    Self(
      "diff", summary: "Show what the last reload changed: added, removed and changed rows.",
      startLoad: { _ in .compared },
      examples: [
        Example(
          "reload; diff",
          prints: """
            nothing is new
            demo: 64 recipes, 18 cuisines
            the last reload changed nothing
            """)
      ],
      details: [
        "A changed row is listed once for each field that changed. Rows are matched by their ids or, without ids, by "
          + "their names and links."
      ]
    ) { context in
      guard let before = context.session.previous, let after = context.session.feed else {
        context.output.say("nothing was reloaded yet; diff shows what the last reload changed")
        return context.output.print(Report(DiffReport.columns, []))
      }
      let interruptions = context.world.interruptions
      let changes = try FeedChanges(
        from: before, to: after, isStopped: { interruptions.isRaised })
      if changes.isEmpty { context.output.say("the last reload changed nothing") }
      context.output.print(DiffReport(before: before.catalog, after: after.catalog).report(changes))
      if !changes.isEmpty { context.output.say(changes.summary, .faint) }
    }
  }
}

/// A table of the differences between two states of a feed.
struct DiffReport {
  let before: Catalog
  let after: Catalog

  static var columns: [Report.Column] {
    [
      .init("change"), .init("name", isFlexible: true), .init("field"),
      .init("before", isFlexible: true), .init("after", isFlexible: true),
    ]
  }

  func report(_ changes: FeedChanges) -> Report {
    let fields = SharedFields(before.schema, after.schema)
    return Report(
      Self.columns,
      changes.new.map { row("new", .good, after.name($0)) }
        + changes.gone.map { row("gone", .bad, before.name($0)) }
        + changes.changed.flatMap { rows(of: $0, fields) })
  }

  /// A row for each changed field.
  private func rows(of pair: RowPair, _ fields: SharedFields) -> [[Cell]] {
    fields.items.compactMap { item in
      let old = item.before.flatMap { before.value($0, pair.before) }
      let new = item.after.flatMap { after.value($0, pair.after) }
      if old.isEquivalent(to: new) { return nil }
      return row(
        "changed", .warning, after.name(pair.after), item.name, cell(old, item.before, before),
        cell(new, item.after, after))
    }
  }

  private func row(
    _ change: String, _ style: Style, _ name: String, _ field: String? = nil,
    _ before: Cell = Cell(optional: nil), _ after: Cell = Cell(optional: nil)
  ) -> [Cell] {
    [Cell(change, style), Cell(name, .strong), Cell(optional: field), before, after]
  }

  /// A cell with a value: whole for programs, its beginning for people.
  private func cell(_ value: Value?, _ field: Int?, _ catalog: Catalog) -> Cell {
    let json = field.map { JSONValue(value, of: catalog.schema.fields[$0]) }
    return Cell(StyledText(clipped(value?.text ?? "", to: 60)), json ?? .null)
  }
}

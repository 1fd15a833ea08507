import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

/// Lays rows out in lists.
struct RowLayout {
  let session: Session
  let library: Library
  let output: Output
  let pictures: PictureViews
  let world: World
  /// The columns of the current list; nil for those that are set, or that fit the feed and the view.
  var columnsOnce: ListColumns?

  private var catalog: Catalog { session.catalog }

  /// A list of rows in the format of this run.
  ///
  /// - Parameters:
  ///   - rows: Rows of the feed.
  ///   - first: The number of the first row, if the rows are consecutive in the view.
  ///   - isPart: Whether more rows follow, so that pictures are not marked.
  /// - Returns: A report with a row for each.
  func listing(
    _ rows: some Collection<Int>, from first: Int? = nil, isPart: Bool = false
  ) -> Report {
    let isForEyes = output.format.reader == .people
    return listing(
      rows, from: first, isForEyes: isForEyes, hasTexts: isForEyes,
      marksPictures: !isPart && rows.count <= Self.pictureMarkLimit && pictures.marksPictures)
  }

  /// A list of rows: a few fields for people, all of them for programs.
  ///
  /// Rows outside the view have handles in place of numbers.
  ///
  /// - Parameters:
  ///   - rows: Rows of the feed.
  ///   - first: The number of the first row, if the rows are consecutive in the view.
  ///   - numbers: The numbers of rows in the view, if they are known.
  ///   - isForEyes: Whether a column names the kinds of links; programs get the links themselves.
  ///   - hasTexts: Whether cells contain formatted text.
  ///   - marksPictures: Whether a column shows the state of the rows' pictures.
  /// - Returns: A report with a row for each.
  func listing(
    _ rows: some Collection<Int>, from first: Int?, numbers: [Int: Int]? = nil, isForEyes: Bool,
    hasTexts: Bool, marksPictures: Bool = false
  ) -> Report {
    let catalog = catalog
    let schema = catalog.schema
    let chosen = isForEyes ? columnsOnce ?? session.chosenColumns : nil
    let shown = chosen?.fields ?? shownFields(isForEyes: isForEyes)
    let namesLinks = isForEyes && chosen?.showsLinks ?? true
    let favorites = session.marks()["favorite"]
    let isKnown = !library.isUnavailable
    let showsPictures = isForEyes && marksPictures && !output.isPlain
    let showsLinks = isForEyes && output.showsLinks
    let others = schema.fields.indices.filter {
      !isForEyes && schema.fields[$0].role != .name && !shown.contains($0)
    }
    let columns = listColumns(
      shown, others, namesLinks: namesLinks, showsPictures: showsPictures)
    var report = Report(columns, [])
    let numbers = numbers ?? (first == nil ? viewNumbers(of: rows.count) : nil)
    let noText = StyledText("")
    func cell(_ field: Int, _ row: Int, isForEyes: Bool) -> Cell {
      let value = catalog.value(field, row)
      return Cell(
        hasTexts ? StyledText(catalog.shown(value, field)) : noText,
        isForEyes ? .null : JSONValue(value, of: schema.fields[field])
      )
    }
    for (place, row) in rows.enumerated() {
      // Only long lists are interrupted; the caller reports it.
      if rows.count >= 1000, world.interruptions.isRaised { break }
      let isFavorite = favorites?.contains(row) ?? false
      let number =
        first.map { $0 + place } ?? (numbers.map { $0[row] } ?? session.number(of: row))
      var cells: [Cell] = []
      cells.reserveCapacity(columns.count)
      cells.append(
        number.map { Cell($0) } ?? Cell(StyledText(session.shortHandle(row), .faint), .null))
      let name = catalog.text(.name, row).map { JSONValue.string($0) } ?? .null
      let shownName =
        hasTexts ? shownName(row, isLinked: showsLinks) + malformation(of: row) : noText
      cells.append(Cell(shownName, name))
      cells += shown.map { cell($0, row, isForEyes: isForEyes) }
      cells.append(
        Cell(
          StyledText(isFavorite ? "★" : "", .warning), isKnown ? .bool(isFavorite) : .null,
          words: isFavorite ? "Favorite" : ""))
      if showsPictures { cells.append(Cell(pictures.pictureMark(row), .null)) }
      if namesLinks {
        cells.append(Cell(StyledText(linkNames(row).joined(separator: " "), .faint), .null))
      }
      cells += others.map { cell($0, row, isForEyes: false) }
      report.rows.append(cells)
    }
    if namesLinks { narrow(columns.firstIndex { $0.key == "links" }, of: &report) }
    return report
  }

  /// The minimum width of the column with the kinds of links.
  private static let linksWidth = 16

  /// Limits a column to the width of the names, which matter more.
  private func narrow(_ column: Int?, of report: inout Report) {
    guard let column, let names = report.rows.map({ $0[1].text.width }).max() else { return }
    let width = max(names, Self.linksWidth)
    for row in report.rows.indices where report.rows[row][column].text.width > width {
      report.rows[row][column].text = report.rows[row][column].text.clipped(to: width)
    }
  }

  /// The columns of a list: the displayed fields, the marks, and the other fields.
  private func listColumns(
    _ shown: [Int], _ others: [Int], namesLinks: Bool, showsPictures: Bool
  ) -> [Report.Column] {
    let fields = catalog.schema.fields
    var columns = [
      Report.Column("row", title: "#", isNumber: true),
      Report.Column("name", title: "Name", isFlexible: true, need: .essential),
    ]
    columns += shown.map { field in
      let kind = fields[field].kind
      return Report.Column(
        fields[field].name, isNumber: kind == .number || kind == .minutes, isFlexible: true)
    }
    columns.append(Report.Column("favorite", title: "★", isAlwaysShown: true, need: .essential))
    if showsPictures {
      columns.append(Report.Column("picture", title: "▣", isAlwaysShown: true, need: .extra))
    }
    if namesLinks {
      columns.append(Report.Column("links", title: "Links", isFlexible: true, need: .extra))
    }
    return columns + others.map { Report.Column(fields[$0].name, isShown: false) }
  }

  /// The maximum number of rows whose pictures are marked.
  private static let pictureMarkLimit = 200

  /// The name of a row, optionally with a hyperlink to the link that `open` opens.
  func shownName(_ row: Int, isLinked: Bool) -> StyledText {
    let name = StyledText(catalog.name(row), .strong)
    return isLinked ? name.linked(to: session.openLink(of: row)) : name
  }

  /// The mark of a malformed record, and why it is one; empty for others.
  func malformation(of row: Int) -> StyledText {
    guard let reason = session.feed?.feed.malformation(of: row) else { return "" }
    return StyledText(" ✗ ", .bad) + StyledText(harmless(reason), .faint)
  }

  /// The number of each row in the view; nil if a few are better looked up one by one.
  func viewNumbers(of count: Int) -> [Int: Int]? {
    if count <= 8 { return nil }
    return Dictionary(uniqueKeysWithValues: session.rows.enumerated().map { ($1, $0 + 1) })
  }

  /// The fields next to the name: the facets, and those that the view refers to.
  ///
  /// Programs get all fields in their usual order.
  private func shownFields(isForEyes: Bool) -> [Int] {
    let fields = catalog.schema.fields
    var shown = fields.indices.filter { fields[$0].role == .facet && hasValues($0) }
    if shown.isEmpty {
      shown = fields.indices.filter {
        [.keyword, .list].contains(fields[$0].kind) && fields[$0].role == nil
          && !fields[$0].isInner && hasValues($0) && !isConstant($0)
      }.prefix(fields.contains { $0.kind == .keyword && $0.role == nil } ? 2 : 1).map { $0 }
    }
    let filtered = fields.indices.filter { field in
      isForEyes && session.view.clauses.contains { $0.expression.mentions(field) }
        && isShort(field)
    }
    for field in filtered + (session.view.ordering?.keys.map(\.field) ?? [])
    where !shown.contains(field) && fields[field].role != .name && fields[field].kind != .link {
      shown.append(field)
    }
    return shown
  }

  /// The number of values by which the length of a field's values is judged, and their greatest width.
  private static let (sampleCount, shortWidth) = (64, 40)

  /// Whether the values of a field fit into a column.
  private func isShort(_ field: Int) -> Bool {
    switch catalog.schema.fields[field].kind {
    case .number, .minutes, .date, .keyword: true
    case .link: false
    case .text, .list:
      catalog.present(field).first(Self.sampleCount) { _ in true }.allSatisfy {
        displayWidth(of: catalog.shownValue(field, $0)) <= Self.shortWidth
      }
    }
  }

  /// Whether any row has a value in a field; true for an empty feed.
  private func hasValues(_ field: Int) -> Bool {
    catalog.count == 0 || !catalog.present(field).isEmpty
  }

  /// Whether all rows, at least one, have the same value in a field.
  private func isConstant(_ field: Int) -> Bool {
    catalog.count > 1 && catalog.distinctCount(field) == 1
      && catalog.present(field).count == catalog.count
  }

  /// The kinds of links that a row has, except pictures.
  func linkNames(_ row: Int) -> [String] {
    catalog.schema.links.filter { field in
      let (role, isInner) = (
        catalog.schema.fields[field].role, catalog.schema.fields[field].isInner
      )
      return role != .photo && role != .thumbnail && !isInner
        && catalog.value(field, row).map { isWebLink($0.text) } ?? false
    }.map { catalog.schema.fields[$0].name }
  }
}

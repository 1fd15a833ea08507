import Catalog
import Cooking
import FeedLoading
import Feeds
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

/// Lays one row out in full, with its amounts scaled and in the units according to the settings.
struct RecordLayout {
  let session: Session
  let library: Library
  let output: Output
  let rows: RowLayout
  let world: World

  var catalog: Catalog { session.catalog }
  /// The units according to the settings.
  var units: UnitChoice { library.settings.units }

  /// The lines above the picture: name and facts.
  func head(_ row: Int, _ dish: Dish) -> [StyledText] {
    let width = min(output.width ?? 80, 100)
    var lines = [heading(row)]
    for facts in [summary(row, dish), tags(row)] where !facts.isEmpty {
      lines += paragraph(facts.joined(separator: " · "), width, style: .faint)
    }
    return lines
  }

  /// The lines below the picture: texts, ingredients, instructions, links, notes, and similar rows.
  func body(_ row: Int, _ dish: Dish) throws -> [StyledText] {
    let width = min(output.width ?? 80, 100)
    var lines = proseLines(row, width)
    lines += listLines(row, dish, width)
    lines += linkLines(row)
    lines += try noteLines(row, width)
    lines += similarLines(row, width)
    return lines
  }

  private func heading(_ row: Int) -> StyledText {
    let mark = session.number(of: row).map { "\($0)  " } ?? session.shortHandle(row) + "  "
    return StyledText(mark, .faint) + rows.shownName(row, isLinked: output.showsLinks)
      + (session.isFavorite(row) ? StyledText("  ★ favorite", .warning) : "")
      + rows.malformation(of: row)
  }

  /// The maximum number of characters of a text that is shown among the facts.
  private static let factLength = 48

  /// The facts: kinds, times, numbers, dates; without flags that are off, and without zeros.
  func summary(_ row: Int, _ dish: Dish) -> [String] {
    var parts: [String] = []
    for (number, field) in catalog.schema.fields.enumerated()
    where catalog.value(number, row) != nil && catalog.value(number, row) != .number(0) {
      var value = catalog.shownValue(number, row)
      if number == dish.yieldField, let scaled = dish.scaledYield {
        value = "\(scaled) (published: \(value))"
      }
      switch field.kind {
      case .keyword where field.isFlag && value == "true": parts.append(field.name)
      case .keyword where field.isFlag && value == "false": break
      case .keyword where field.name == Feed.sourceField: parts.append("\(field.name) \(value)")
      case .keyword: parts.append(value)
      case .minutes:
        let terms = session.feed?.feed.terms(of: number, row) ?? []
        let sum = terms.isEmpty ? "" : " (\(terms.joined(separator: " + ")))"
        parts.append("\(field.name) \(value)\(sum)")
      case .number: parts.append("\(field.name) \(value)")
      case .date where field.name == OwnValue.Kind.cooked.fieldName:
        parts.append("last cooked \(writtenDate(of: value))")
      case .date: parts.append("\(field.name) \(writtenDate(of: value))")
      case .list where field.role == .facet: parts.append(value)
      case .text where isFact(number, row): parts.append("\(field.name) \(value)")
      case .text, .link, .list: break
      }
    }
    return parts
  }

  /// The lists except ingredients and instructions.
  func tags(_ row: Int) -> [String] {
    catalog.schema.fields.indices.filter {
      catalog.schema.fields[$0].kind == .list && catalog.schema.fields[$0].role == nil
        && catalog.value($0, row) != nil
    }.map { number in
      let own = session.ownTags(of: row)
      guard catalog.schema.fields[number].name == OwnValue.Kind.tag.fieldName, !own.isEmpty else {
        return catalog.shownValue(number, row)
      }
      let published = catalog.value(number, row).map(items) ?? []
      let others = published.filter { !own.contains($0) }.joined(separator: ", ")
      return (others.isEmpty ? "" : others + " · ") + "yours: " + own.joined(separator: ", ")
    }
  }

  /// Whether a text is short enough for the facts.
  private func isFact(_ field: Int, _ row: Int) -> Bool {
    if [.name, .id, .instructions, .ingredients].contains(catalog.schema.fields[field].role) {
      return false
    }
    let text = catalog.shownValue(field, row)
    return text.count <= Self.factLength && !text.contains(where: \.isNewline)
  }

  /// Whether a row has a text that is a paragraph of its own.
  func isProse(_ field: Field, _ number: Int, _ row: Int) -> Bool {
    let isElsewhere = [.name, .id, .ingredients, .instructions].contains(field.role)
    return !isElsewhere && catalog.value(number, row) != nil && !isFact(number, row)
  }

  private func proseLines(_ row: Int, _ width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for (number, field) in catalog.schema.fields.enumerated() where field.kind == .text {
      guard isProse(field, number, row) else { continue }
      lines.append("")
      lines.append(StyledText(title(field.name), .strong))
      for part in catalog.shownValue(number, row).split(whereSeparator: \.isNewline) {
        lines += paragraph(String(part), width)
      }
    }
    return lines
  }

  /// The ingredients, then the instructions, regardless of their order in the feed.
  private func listLines(_ row: Int, _ dish: Dish, _ width: Int) -> [StyledText] {
    let roles: [Field.Role] = [.ingredients, .instructions]
    let lines = roles.flatMap { role -> [StyledText] in
      guard let number = catalog.schema.index(of: role), let value = catalog.value(number, row)
      else { return [] }
      let title = StyledText(title(catalog.schema.fields[number].name), .strong)
      return ["", title] + itemLines(shownItems(items(of: value), role, dish), role, width)
    }
    let remarks = scaleRemarks(on: dish)
    return lines + (remarks.isEmpty ? [] : [""])
      + remarks.flatMap { paragraph($0, width, style: .faint) }
  }

  /// The items of a list, or the lines of a text.
  func items(of value: Value) -> [String] {
    if case .list(let items) = value { return items }
    return value.text.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func itemLines(_ items: [ShownItem], _ role: Field.Role, _ width: Int) -> [StyledText] {
    var number = 0
    return items.flatMap { item -> [StyledText] in
      // A heading inside the recipe, such as the icing.
      if item.isHeading { return paragraph(item.text, width, style: .strong) }
      number += 1
      return paragraph(item.text, width, mark: role == .ingredients ? "- " : "\(number). ")
    }
  }

  /// An ingredient, a step, or the heading of those after it.
  typealias ShownItem = (text: String, isHeading: Bool)

  /// The ingredients or steps of a dish, in the units according to the settings.
  func shownItems(_ published: [String], _ role: Field.Role?, _ dish: Dish) -> [ShownItem] {
    switch role {
    case .ingredients where published.count == dish.lines.count:
      let units = units
      return dish.lines.map { ($0.text(in: units), $0.isHeading && published.count > 1) }
    case .instructions where HeadedStep.all(published).count == dish.steps.count:
      return HeadedStep.items(published, texts: dish.steps.map { dish.text(of: $0, in: units) })
    default: return published.map { ($0, $0.hasSuffix(":") && published.count > 1) }
    }
  }

  private func linkLines(_ row: Int) -> [StyledText] {
    let links = catalog.schema.links.compactMap { number -> (String, String, String)? in
      let field = catalog.schema.fields[number]
      return catalog.value(number, row).map { value in
        (field.name, value.text, fileName(value.text, field, row) ?? catalog.shown(value, number))
      }
    }
    guard let longest = links.map({ displayWidth(of: $0.0) }).max() else { return [] }
    return ["", StyledText("Links", .strong)]
      + links.map { name, link, shown in
        let start = StyledText("  " + padded(name, to: longest) + "  ")
        if isWebLink(link) { return start + StyledText(link, .accent) }
        if encodedDataSize(of: link) != nil || shown != link {
          return start + StyledText(shown, .faint)
        }
        return start + StyledText(link, .warning)
          + StyledText("  (no web link: never opened)", .faint)
      }
  }

  /// Returns the name of the file with a picture, as the user knows it; nil for other links.
  private func fileName(_ link: String, _ field: Field, _ row: Int) -> String? {
    guard field.role == .photo || field.role == .thumbnail, encodedDataSize(of: link) == nil,
      case .file(let picture)? = session.feed?.picture(link, of: row)
    else { return nil }
    return "in " + harmless(picture.name)
  }

  private func noteLines(_ row: Int, _ width: Int) throws -> [StyledText] {
    let notes = try shownNotes(of: row)
    if notes.isEmpty { return [] }
    var lines: [StyledText] = ["", StyledText("Notes", .strong)]
    for (place, note) in notes.enumerated() {
      lines += paragraph(note.text, width, mark: "\(place + 1). \(world.day(of: note.date))  ")
    }
    return lines
  }

  private func similarLines(_ row: Int, _ width: Int) -> [StyledText] {
    let similar = catalog.similar(to: row, limit: 3)
    if similar.isEmpty { return [] }
    return [""]
      + paragraph(
        "Similar: " + similar.map { session.numbered($0) }.joined(separator: " · "), width,
        style: .faint)
  }

  func title(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst().map { $0 == "-" ? " " : $0 }
  }

  private func paragraph(
    _ text: String, _ width: Int, mark: String = "", style: Style = .plain
  ) -> [StyledText] {
    let indent = String(repeating: " ", count: displayWidth(of: mark))
    return wrapped(harmless(text), to: max(10, width - 2 - indent.count)).enumerated().map {
      StyledText("  " + ($0 == 0 ? mark : indent) + $1, style)
    }
  }

  /// The notes of a row; none if the library cannot be read, which was reported.
  func shownNotes(of row: Int) throws -> [Note] {
    guard !library.isUnavailable, let key = session.feed?.key(of: row) else { return [] }
    return try library.notes(about: key.text)
  }

  /// A report with all fields of a row.
  ///
  /// Scaled amounts replace the published ones.
  func report(_ row: Int, _ dish: Dish) throws -> Report {
    var report = rows.listing([row], from: nil, isForEyes: false, hasTexts: false)
    report.isSingle = true
    let notes = try shownNotes(of: row)
    replaceItems(of: &report, row, with: dish)
    report.columns.append(Report.Column("notes", isShown: false))
    let texts: JSONValue = .array(notes.map { .string($0.text) })
    report.rows[0].append(Cell("", library.isUnavailable ? .null : texts))
    return report
  }

  /// Replaces the ingredients and steps of a report by those of a scaled or converted dish.
  private func replaceItems(of report: inout Report, _ row: Int, with dish: Dish) {
    guard dish.scale != nil || units.system != .asPublished else { return }
    for (number, field) in catalog.schema.fields.enumerated()
    where field.role == .ingredients || field.role == .instructions {
      guard let column = report.columns.firstIndex(where: { $0.key == field.name }) else {
        continue
      }
      guard case .list(let published) = catalog.value(number, row) else { continue }
      let items =
        field.role == .ingredients
        ? dish.lines.map { $0.text(in: units) }
        : HeadedStep.items(published, texts: dish.plainSteps(in: units)).map(\.text)
      report.rows[0][column] = Cell(
        StyledText(items.joined(separator: ", ")), .array(items.map { .string($0) }))
    }
    guard dish.scale != nil else { return }
    if let wanted = dish.scaledServings, let field = dish.yieldField,
      let column = report.columns.firstIndex(where: { $0.key == catalog.schema.fields[field].name })
    {
      let isNumber = if case .number = report.rows[0][column].value { true } else { false }
      let text = dish.scaledYield ?? wanted.written
      report.rows[0][column] = Cell(
        StyledText(text), isNumber ? .number(wanted.approximation) : .string(text))
    }
    report.columns.append(Report.Column("scale", isShown: false))
    report.rows[0].append(Cell("", .string(dish.factor.description)))
  }
}

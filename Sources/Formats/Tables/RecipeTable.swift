import Text

/// A table of recipes: its header names ingredients or steps, in one of several languages.
///
/// The columns get the names that other feeds have for them, and the cells of ingredients, steps and tags become lists.
/// Other columns stay as they are.
enum RecipeTable: RecordSource {
  static let name = "table of recipes"

  static func recognizes(_ file: SourceFile) -> Bool {
    // What cannot be read as a table is none.
    guard PlainTable.recognizes(file),
      let table = try? DelimitedTable(Array(file.bytes.prefix(1 << 16)), isBeginning: true)
    else { return false }
    let names = Set(table.header.compactMap { columns[key($0)] })
    return names.contains("name") && !names.isDisjoint(with: ["ingredients", "instructions"])
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let table = try DelimitedTable(file.bytes)
    // The number and the mark of an exported row are those of the library. Notes of whoever exported it are comments.
    let isOwn = Set(table.header).isSuperset(of: ["row", "name", "favorite", "notes"])
    return ForeignRecords(
      table.objects.map { value, line in
        ForeignRecord(.object(members(of: value, isOwn: isOwn)), line: line)
      }, profile: "records")
  }

  private static func members(of value: JSONValue, isOwn: Bool) -> [JSONValue.Member] {
    guard case .object(let cells) = value else { return [] }
    var members: [JSONValue.Member] = []
    for cell in cells {
      if isOwn, ["row", "favorite"].contains(cell.name) { continue }
      var column = columns[key(cell.name)] ?? cell.name
      if isOwn, cell.name == "notes" {
        if cell.value.isEmpty || cells.contains(where: { $0.name == "comment" }) { continue }
        column = "comment"
      }
      let isTaken = members.contains { $0.name == column }
      members.append(
        .init(
          isOwn && column != "comment" || isTaken ? cell.name : column,
          self.value(of: cell.value, in: isTaken ? cell.name : column, isOwn: isOwn)))
    }
    return members
  }

  /// A cell, as a list where the column has several values.
  private static func value(of cell: JSONValue, in column: String, isOwn: Bool) -> JSONValue {
    guard case .string(var text) = cell else { return cell }
    if isOwn { text = withoutApostrophe(text) }
    let items: [String]
    switch column {
    case "ingredients", "instructions":
      let hasLines = text.contains(where: \.isNewline)
      items =
        hasLines || column == "instructions" && !isOwn
        ? (column == "instructions" ? stepLines(text) : filledLines(text)) : parts(text, "; ")
    case "tags", "category", "cuisine":
      items = text.contains(";") ? parts(text, ";") : commaNames(text)
      if items.count < 2 { return .string(text) }
    default: return .string(text)
    }
    return .array(items.map { .string($0) })
  }

  private static func parts(_ text: String, _ separator: String) -> [String] {
    text.split(separator: separator).map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
  }

  /// A text without the apostrophe that keeps a spreadsheet from taking it for a formula.
  private static func withoutApostrophe(_ text: String) -> String {
    guard text.first == "'", let mark = text.dropFirst().first, "=-+@".contains(mark) else {
      return text
    }
    return String(text.dropFirst())
  }

  /// The title of a column in lowercase, without what is in brackets.
  private static func key(_ title: String) -> String {
    trimmingSpace(title.prefix { !"([:".contains($0) }.lowercased())
  }

  /// The names of columns by their titles, in English, German, French, Spanish, Italian, Dutch and Portuguese.
  private static let columns: [String: String] = {
    let titles: [(name: String, titles: [String])] = [
      (
        "name",
        [
          "name", "title", "recipe", "recipe name", "titel", "rezept", "rezeptname", "gericht",
          "bezeichnung", "titre", "nom", "recette", "título", "nombre", "receta", "titolo", "nome",
          "ricetta", "naam", "recept", "receita",
        ]
      ),
      (
        "ingredients",
        [
          "ingredients", "ingredient", "zutaten", "zutat", "zutatenliste", "ingrédients",
          "ingredientes", "ingredienti", "ingrediënten",
        ]
      ),
      (
        "instructions",
        [
          "instructions", "directions", "method", "steps", "zubereitung", "anleitung", "schritte",
          "arbeitsschritte", "zubereitungsschritte", "anweisungen", "étapes", "préparation",
          "instrucciones", "elaboración", "preparazione", "procedimento", "bereiding",
          "bereidingswijze", "modo de preparo",
        ]
      ),
      (
        "yield",
        [
          "yield", "servings", "serves", "portions", "portionen", "portion", "personen", "ergibt",
          "personnes", "raciones", "porciones", "porzioni", "personas", "persone", "porties",
          "porções",
        ]
      ),
      ("time", ["gesamtzeit", "zeit", "dauer", "temps total", "tiempo total", "tempo totale"]),
      ("prep", ["vorbereitungszeit", "vorbereitung", "arbeitszeit", "temps de préparation"]),
      ("cook", ["kochzeit", "backzeit", "garzeit", "temps de cuisson"]),
      ("tags", ["tags", "keywords", "schlagwörter", "schlagworte", "stichwörter", "mots-clés"]),
      ("category", ["category", "kategorie", "kategorien", "rubrik", "catégorie", "categoría"]),
      ("cuisine", ["cuisine", "küche", "landesküche"]),
      ("source", ["source", "quelle", "url", "link"]),
      ("description", ["beschreibung", "descripción", "descrizione"]),
      ("comment", ["notizen", "anmerkungen", "bemerkungen", "hinweise"]),
      ("rating", ["bewertung", "note"]),
      ("photo", ["bild", "foto"]),
    ]
    var columns: [String: String] = [:]
    for (name, titles) in titles { for title in titles { columns[title] = name } }
    return columns
  }()
}

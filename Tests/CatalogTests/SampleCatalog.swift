import Catalog

/// Eight dishes with fields of all kinds.
let sampleCatalog: Catalog = {
  let schema = Schema([
    Field("name", .text, role: .name, aliases: ["title"]), Field("cuisine", .keyword, role: .facet),
    Field("diet", .list), Field("time", .minutes, aliases: ["minutes"]), Field("rating", .number),
    Field("ingredients", .list, role: .ingredients), Field("source", .text), Field("added", .date),
    Field("videos", .list), Field("tags", .list),
  ])
  let rows: [[Value?]] = [
    dish(
      "Crêpes Suzette", "French", "vegetarian", 40, 4.6, "flour,egg,orange", "Le Monde",
      "2024-05-03", "a,b", "dessert"),
    dish(
      "Pizza Margherita", "Italian", "vegetarian", 95, 4.8, "flour,tomato,mozzarella", "La Cucina",
      "2024-01-12", "c", "baking"),
    dish(
      "Spaghetti aglio e olio", "Italian", "vegan,vegetarian", 20, 4.2,
      "spaghetti,garlic,olive oil", "La Cucina", "2023-11-02", "", "quick"),
    dish(
      "Falafel", "Middle Eastern", "vegan,vegetarian", 45, 4.5, "chickpea,parsley", "Zaatar",
      "2024-06-20", "d", "street food"),
    dish(
      "Tom Yum", "Thai", "", 35, 4.7, "shrimp,lemongrass,chili", "Bangkok Eats", "2024-02-02",
      "e,f,g", "soup"),
    dish(
      "親子丼 Oyakodon", "Japanese", "", 25, 4.4, "chicken,egg,rice", "Kyoto Table", "2024-07-07", "",
      "quick"),
    dish(
      "Ratatouille", "French", "vegan,vegetarian", 70, 4.1, "tomato,eggplant,zucchini", "Le Monde",
      "2022-08-01", "h", "stew"),
    dish(
      "Jalapeño poppers", "Mexican", "vegetarian", 30, 3.9, "jalapeño,cheese", "Tex", "2024-03-09",
      "i", "street food"),
  ]
  let columns = schema.fields.indices.map { field in rows.map { $0[field] } }
  return Catalog(schema, count: rows.count, values: columns)
}()

/// The favorites, which are the first and the fifth row of the feed.
let sampleMarks: RowMarks = [
  "favorite": RowSet(capacity: 8) { [0, 4].contains(sampleCatalog.record(of: $0)) },
  "noted": RowSet(capacity: 8),
]

private func dish(
  _ name: String, _ cuisine: String, _ diet: String, _ time: Double, _ rating: Double,
  _ ingredients: String, _ source: String, _ added: String, _ videos: String, _ tags: String
) -> [Value?] {
  func list(_ text: String) -> Value? {
    text.isEmpty ? nil : .list(text.split(separator: ",").map(String.init))
  }
  return [
    .text(name), .text(cuisine), list(diet), .number(time), .number(rating), list(ingredients),
    .text(source), .text(added), list(videos), list(tags),
  ]
}

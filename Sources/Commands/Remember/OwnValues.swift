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
  static var tag: Self {
    Self(
      "tag", Context.taggedItems, Context.newTags,
      summary: "Give rows tags of your own, which `tags=` finds.", changes: .view,
      examples: [
        Example("tag 1 weeknight", prints: "Bánh mì has your tag weeknight"),
        Example("tag 2-4 quick, for guests", prints: "3 rows have your tags quick, for guests"),
      ],
      details: [
        "Several tags have commas between them. They are values of the field `tags` beside those of "
          + "the feed, which stay as they are: `filter tags=weeknight`, `count by tags`."
      ]
    ) { context, items, tags in try context.tag(items, tags) }
  }

  static var untag: Self {
    Self(
      "untag", Context.taggedItems, Context.ownTags, summary: "Take your tags from rows.",
      changes: .view,
      examples: [
        Example("untag 1 weeknight", prints: "Bánh mì does not have your tag weeknight")
      ]
    ) { context, items, tags in try context.untag(items, tags) }
  }

  static var tags: Self {
    Self(
      "tags", summary: "List the tags of this feed, with the numbers of their rows.",
      examples: [
        Example(
          "tag 1,3 weeknight; tags",
          prints: """
              Tag           Rows  Yours
              gluten-free     25      0
            …
            """)
      ]
    ) { context in context.listTags() }
  }

  static var rate: Self {
    Self(
      "rate", Context.taggedItems, Context.rating,
      summary: "Rate rows from 1 to 5, or none; the field `my-rating` has it.", changes: .view,
      examples: [
        Example("rate 3 4", prints: "Butter chicken: 4 of 5"),
        Example("rate 3 none", prints: "Butter chicken has no rating of yours"),
      ],
      details: ["`filter my-rating>=4` and `sort my-rating desc` use it."]
    ) { context, items, rating in try context.rate(items, rating) }
  }

  static var cooked: Self {
    Self(
      "cooked", Context.cookedItems, summary: "Note that rows were cooked today.", changes: .view,
      examples: [
        Example("cooked 3", prints: "Butter chicken was cooked on 2026-09-21")
      ],
      details: [
        "`is:cooked` finds them, `sort cooked` orders them by the last day, and `show` tells it. `cook` "
          + "offers it at the end of a dish."
      ]
    ) { context, items in try context.noteCooked(items) }
  }
}

extension RememberContext {
  /// Several rows or a stored record, followed by other words.
  fileprivate static var taggedItems: Parameter<RememberContext, [Keepsake]> {
    itemWord.map { try $0.keepsakes($1.word, in: $1.line) }
  }

  /// Several rows or a stored record; without words, the row shown last.
  fileprivate static var cookedItems: Parameter<RememberContext, [Keepsake]> {
    itemsText.map { try $0.keepsakes($1.word, in: $1.line) }
      .or { [try $0.session.keepsake(of: try $0.session.meant(nil, in: ""))] }
  }

  fileprivate static var newTags: Parameter<RememberContext, [String]> {
    tagList { context in
      let counts = context.tagCounts()
      return counts.all.map { Candidate($0.tag, "\(counted($0.count, "row"))") }
    }
  }

  fileprivate static var ownTags: Parameter<RememberContext, [String]> {
    tagList { context in
      context.tagCounts().all.filter { $0.own > 0 }.map {
        Candidate($0.tag, "\(counted($0.own, "row"))")
      }
    }
  }

  private static func tagList(
    _ candidates: @escaping @Sendable (RememberContext) -> [Candidate]
  ) -> Parameter<RememberContext, [String]> {
    Parameter(
      "TAG", .statement,
      complete: { context, request in request.suggestions(candidates(context), isWhole: true) },
      parse: { _, argument in
        let tags = argument.word.isQuoted ? [argument.word.unquoted] : commaTags(argument.text)
        guard !tags.isEmpty, tags.allSatisfy({ $0.utf8.count <= 100 }) else {
          throw Failure(
            "a tag of at most 100 bytes was expected", at: argument.range, in: argument.line,
            code: .badArguments)
        }
        return tags
      })
  }

  /// The texts between commas, each once.
  private static func commaTags(_ text: String) -> [String] {
    var tags: [String] = []
    for part in separated(text) {
      let tag = trimmingSpace(part)
      if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  /// A number from 1 to 5; nil for none.
  fileprivate static var rating: Parameter<RememberContext, Int?> {
    Parameter(
      "1…5|none", .statement,
      complete: { $1.suggestions(["1", "2", "3", "4", "5", "none"].map { Candidate($0) }) },
      parse: { _, argument in
        if argument.text == "none" { return nil }
        guard let number = Int(argument.text), 1...5 ~= number else {
          throw Failure(
            "a rating is a number from 1 to 5, or none", at: argument.range, in: argument.line,
            code: .badArguments)
        }
        return number
      })
  }
}

extension RememberContext {
  fileprivate func tag(_ items: [Keepsake], _ tags: [String]) throws {
    let added = items.flatMap { item in
      tags.map { OwnValue(key: item.key, kind: .tag, value: $0) }
    }
    let change = try set(added, about: items)
    let what = "your tag\(tags.count == 1 ? "" : "s") \(tags.joined(separator: ", "))"
    let already = change.addedOwnValues.isEmpty ? " already" : ""
    output.say("\(subject(items)) \(items.count == 1 ? "has" : "have") \(what)\(already)")
  }

  fileprivate func untag(_ items: [Keepsake], _ tags: [String]) throws {
    let removed = items.flatMap { item in
      tags.map { OwnValue(key: item.key, kind: .tag, value: $0) }
    }
    let change = try set([], removing: removed, about: items)
    let isOne = items.count == 1
    let what = "your tag\(tags.count == 1 ? "" : "s") \(tags.joined(separator: ", "))"
    if !change.removedOwnValues.isEmpty {
      return output.say("\(subject(items)) no longer \(isOne ? "has" : "have") \(what)")
    }
    output.say("\(subject(items)) \(isOne ? "does" : "do") not have \(what)")
    let published = tagCounts().all.filter { $0.own == 0 && tags.contains($0.tag) }
    if let first = published.first {
      output.say("\(harmless(first.tag)) is a tag of the feed, which cannot be changed", .faint)
    }
  }

  fileprivate func rate(_ items: [Keepsake], _ rating: Int?) throws {
    guard let rating else {
      let all = items.flatMap { item in
        (1...5).map { OwnValue(key: item.key, kind: .rating, value: "\($0)") }
      }
      _ = try set([], removing: all, about: items)
      return output.say(
        "\(subject(items)) \(items.count == 1 ? "has" : "have") no rating of yours")
    }
    let added = items.map { OwnValue(key: $0.key, kind: .rating, value: "\(rating)") }
    _ = try set(added, about: items)
    output.say("\(subject(items)): \(rating) of 5")
  }

  /// Notes that dishes were cooked today.
  func noteCooked(_ items: [Keepsake]) throws {
    let day = world.day(of: world.now())
    let added = items.map { OwnValue(key: $0.key, kind: .cooked, value: day) }
    let change = try set(added, about: items)
    let already = change.addedOwnValues.isEmpty ? ", as noted before" : ""
    output.say("\(subject(items)) \(items.count == 1 ? "was" : "were") cooked on \(day)\(already)")
  }

  private func set(
    _ added: [OwnValue], removing removed: [OwnValue] = [], about items: [Keepsake]
  ) throws -> Library.Change {
    let change = try library.setOwnValues(added, removing: removed, about: items, at: world.now())
    if !change.addedOwnValues.isEmpty || !change.removedOwnValues.isEmpty { session.record(change) }
    return change
  }

  private func subject(_ items: [Keepsake]) -> String {
    items.count == 1 ? harmless(items[0].name) : "\(items.count) rows"
  }

  /// The tags of the feed with the numbers of all rows and of those that the user has given them, the most frequent first.
  fileprivate func tagCounts() -> (field: Int?, all: [(tag: String, count: Int, own: Int)]) {
    guard let field = catalog.schema.index(of: OwnValue.Kind.tag.fieldName),
      catalog.schema.fields[field].kind == .list
    else { return (nil, []) }
    let own = session.ownTags()
    let counts = catalog.counts(field, in: catalog.all).rankedByCount()
    return (field, counts.map { ($0.value, $0.count, own[$0.value] ?? 0) })
  }

  fileprivate func listTags() {
    let counts = tagCounts().all
    if counts.isEmpty { return output.say("no tags in this feed yet: tag ITEM TAG gives one") }
    output.print(
      Report(
        [
          .init("tag", title: "Tag", isFlexible: true),
          .init("rows", title: "Rows", isNumber: true),
          .init("yours", title: "Yours", isNumber: true),
        ],
        counts.map { [Cell($0.tag), Cell($0.count), Cell($0.own)] }))
  }
}

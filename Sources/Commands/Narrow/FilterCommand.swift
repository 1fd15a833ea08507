import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text

extension Command<NarrowContext> {
  static var filter: Self {
    Self(
      "filter", summary: "Narrow the view; without arguments, list the filters.",
      followUp: { $0.assistance.stepAfterListing },
      forms: [
        Form("clear", summary: "Remove all filters, and the search.", changes: .view, lists: true) {
          context in
          context.views.show(View(ordering: context.session.view.ordering))
        },
        Form(
          "drop", Context.clause, summary: "Remove a filter by its number or field.",
          changes: .view, lists: true
        ) { narrow, clause in try narrow.drop(clause) },
        Form(
          "", Context.expression.optional, changes: .view, lists: true,
          streaming: { narrow, filter in
            // Notes are reported when the command runs on the whole feed.
            guard let filter, filter.notes.isEmpty else { return false }
            return narrow.question?.change { $0.add(filter.clauses).isEmpty } ?? false
          }
        ) { narrow, filter in
          guard let filter else { return narrow.output.print(narrow.clausesReport()) }
          try narrow.add(filter)
        },
      ],
      examples: [
        Example(
          "filter cuisine=Italian",
          prints: """
              #  Name                   Cuisine  ★  Links
              1  Carbonara              Italian     source video
              2  Focaccia               Italian     source
            …
            """),
        Example(
          "filter time<30 has:video",
          prints: """
              #  Name             Cuisine     Time  ★  Links
              1  Carbonara        Italian   25 min     source video
              2  Greek salad      Greek     15 min     source video
            …
            """),
        Example(
          "filter cuisine=Thai,Mexican -tag=soup",
          prints: """
              #  Name             Cuisine  ★  Links
              1  Chilaquiles      Mexican     source video
              2  Green curry      Thai        source video
            …
            """),
        Example(
          "filter (cuisine=French or rice) no:source",
          prints: """
            0 of 64 · (cuisine=French or rice) · no:source
            No rows. Without `no:source` there are 20.
            """),
      ],
      details: [
        "field=value matches whole values, field~text parts of them, field~=word whole words. <, <=, > and >= "
          + "compare numbers, times (30, 45m, 1h30) and dates. 10..30 is a range, a,b is either value, and * stands "
          + "for any text.",
        "has:field matches rows with a value, no:field rows without one, is:favorite your favorites. A word by itself "
          + "matches names, keywords, lists and text. Combine conditions with and, or, not, - and parentheses.",
        "The word filter may be left out before a condition: cuisine=Italian.",
        "Filters add up, except where that could never match: cuisine=Thai replaces cuisine=Italian.",
      ])
  }
}

extension NarrowContext {
  /// The conditions of a filter.
  fileprivate static var expression: Parameter<NarrowContext, Filter> {
    Parameter(
      "EXPR", .expression, examine: { $0.assistance.examineFilter($1.word) },
      complete: { $0.assistance.filterSuggestions($1) },
      parse: { try $0.filter($1.word, in: $1.line) })
  }

  private func filter(_ expression: Word, in line: String) throws -> Filter {
    do throws(Diagnostic) {
      return try Filter(expression.text, for: catalog, vocabulary: assistance.vocabulary())
    } catch {
      throw Failure(error.moved(by: expression.range.lowerBound, in: line))
    }
  }

  fileprivate static var clause: Parameter<NarrowContext, DroppedClause> {
    Parameter(
      "N|FIELD",
      complete: { context, request in
        let fields = context.assistance.fieldCandidates.filter { candidate in
          let field = context.catalog.schema.index(of: candidate.text)
          return context.session.view.clauses.contains { $0.expression.mentions(field ?? -1) }
        }
        let search = context.session.view.search == nil ? [] : [Candidate("search")]
        return request.suggestions(fields + search)
      }, parse: { try $0.clause($1) })
  }

  /// The clause that a number or a field names; other words are an expression, with the word `drop` before them.
  private func clause(_ argument: Argument) throws -> DroppedClause {
    let view = session.view
    let field = catalog.schema.index(of: argument.text)
    let isAboutField = field.map { field in
      view.clauses.contains { $0.expression.mentions(field) } || view.search == nil
    }
    let isSearch = folded(argument.text) == "search" && !(isAboutField ?? false)
    if isSearch || view.search != nil && ordinal(argument.text) == view.clauses.count + 1 {
      guard view.search != nil else {
        throw Failure(
          "there is no search to drop", hint: "filter shows what narrows the view",
          at: argument.range, in: argument.line)
      }
      return .search
    }
    if Int(argument.text) != nil {
      guard let number = ordinal(argument.text), view.clauses.indices.contains(number - 1) else {
        throw Failure(
          "there is no clause \(argument.text)", hint: "filter shows them", at: argument.range,
          in: argument.line)
      }
      return .clause(number - 1)
    }
    guard let field else { return .expression(try filter(argument.rest, in: argument.line)) }
    guard view.clauses.contains(where: { $0.expression.mentions(field) }) else {
      throw Failure(
        "no clause is about \(argument.text)", hint: "filter shows them", at: argument.range,
        in: argument.line)
    }
    return .field(field)
  }
}

/// The part of the view that `filter drop` removes.
private enum DroppedClause: Sendable {
  case search
  /// The clause with an index.
  case clause(Int)
  /// All clauses about a field.
  case field(Int)
  /// Nothing: the words are an expression.
  case expression(Filter)
}

extension NarrowContext {
  fileprivate func add(_ filter: Filter) throws {
    for note in filter.notes { output.say(note, .warning) }
    var view = session.view
    let replaced = view.add(filter.clauses)
    if view.clauses.contains(where: \.expression.asksForMarks) { try library.requireMarks() }
    if !replaced.isEmpty {
      let new = filter.clauses.filter { new in replaced.contains { new.excludes($0) } }
        .map(\.text).joined(separator: " ")
      output.say("note: \(new) replaces \(replaced.map(\.text).joined(separator: ", "))")
    }
    if session.rows(of: view).isEmpty {
      let found = catalog.rows(
        where: .all(filter.clauses.map(\.expression)),
        marks: session.marks(for: filter.clauses.map(\.expression)))
      views.hints = found.isEmpty ? catalog.hints(for: filter) : []
    }
    views.show(view)
  }

  fileprivate func drop(_ clause: DroppedClause) throws {
    var view = session.view
    switch clause {
    case .search: view.search = nil
    case .clause(let index): view.clauses.remove(at: index)
    case .field(let field): view.clauses.removeAll { $0.expression.mentions(field) }
    case .expression(let filter): return try add(filter)
    }
    views.show(view)
  }

  /// The clauses of the view, with the number of rows of each alone, and of all others without it.
  fileprivate func clausesReport() -> Report {
    let view = session.view
    var parts: [(text: String, alone: View, without: View)] = []
    for (number, clause) in view.clauses.enumerated() {
      var (alone, without) = (View(), view)
      alone.clauses = [clause]
      without.clauses.remove(at: number)
      parts.append((clause.text, alone, without))
    }
    if let search = view.search {
      var (alone, without) = (View(), view)
      (alone.search, without.search) = (search, nil)
      parts.append((search.description, alone, without))
    }
    let rows = parts.enumerated().map { number, part in
      [
        Cell(number + 1), Cell(part.text), Cell(session.rows(of: part.alone).count),
        Cell(session.rows(of: part.without).count),
      ]
    }
    if rows.isEmpty { output.say("nothing narrows the view: \(counted(catalog.count, "row"))") }
    return Report(
      [
        .init("number", title: "#", isNumber: true),
        .init("clause", title: "Clause", isFlexible: true),
        .init("alone", title: "Alone", isNumber: true),
        .init("without", title: "Without it", isNumber: true),
      ], rows)
  }
}

extension Command<NarrowContext> {
  static var search: Self {
    Self(
      "search", Context.words.or { _ in nil },
      aliases: ["find", "search!", "find!"],
      summary: "Find rows that contain all the words, best first; without words, end the search.",
      changes: .view, lists: true,
      streaming: { narrow, words in
        guard let search = words else { return false }
        return narrow.question?.change {
          $0.search = search
          return true
        } ?? false
      }, followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "search creme brulee",
          prints: """
              #  Name          Cuisine  ★  Links
              1  Crème brûlée  French      source video
            1 of 64 · search creme brulee
            """),
        Example(
          "search rice chicken",
          prints: """
              #  Name               Cuisine   ★  Links
              1  Kung Pao chicken   Chinese      source video
              2  Butter chicken     Indian       source video
            …
            """),
      ],
      details: [
        "A new search replaces the old one; filters and the order that you chose stay.",
        "A word of four letters or more that no row has may be mistyped: names, facets, tags and ingredients are searched for "
          + "words with one letter more, less, wrong or exchanged, from eight letters on two. `search! TEXT` and \"quotes\" "
          + "mean exactly what you typed.",
      ]
    ) { context, words in
      context.views.show(context.session.view(searching: words))
      context.sayCorrections()
    }
  }
}

extension NarrowContext {
  /// The words of a search.
  ///
  /// A statement without words ends the search.
  fileprivate static var words: Parameter<NarrowContext, SearchText?> {
    Parameter("TEXT", .statement, examine: { $0.assistance.examineSearch(searchText($1), $1.word) })
    {
      searchText($1)
    }
  }

  private static func searchText(_ argument: Argument) -> SearchText? {
    SearchText(argument.word, isExact: argument.precedingWord?.text.hasSuffix("!") ?? false)
  }

  /// The maximum number of words that a message names.
  private static let namedWords = 3

  /// Reports the words of the search that no row has, and those that were searched instead.
  fileprivate func sayCorrections() {
    for correction in session.searchCorrections {
      let named = correction.found.prefix(Self.namedWords).enumerated().map { place, found in
        let verb = place > 0 ? "" : found.count == 1 ? " has" : " have"
        return "\(grouped(found.count))\(verb) \(harmless(found.word))"
      }
      let others = correction.found.count - named.count
      let rest = others > 0 ? ", and \(counted(others, "other word")) are like it" : ""
      output.sayBelowOutput(
        StyledText(
          "No row has \(harmless(correction.word)); \(named.joined(separator: ", "))\(rest).",
          .warning))
    }
  }
}

extension Command<NarrowContext> {
  static var sort: Self {
    Self(
      "sort",
      Context.order,
      aliases: ["order"],
      summary: "Sort the rows; `sort none` returns to the order of the feed, or of the search.",
      lists: true,
      streaming: { narrow, ordering in
        narrow.question?.change {
          $0.ordering = ordering
          return true
        } ?? false
      }, followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "sort name",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """),
        Example(
          "sort cuisine, time desc",
          prints: """
               #  Name                      Cuisine            Time  ★  Links
               1  Key lime pie              American         4 h 55     video
               2  Jambalaya                 American         1 h 20     source video
            …
            """),
        Example(
          "sort none",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """),
      ]
    ) { context, ordering in
      var view = context.session.view
      view.ordering = ordering
      context.views.show(view)
    }
  }
}

extension NarrowContext {
  /// The fields of an order.
  fileprivate static var order: Parameter<NarrowContext, Ordering?> {
    Parameter(
      "FIELD [desc], …", .statement, examine: { $0.assistance.examineOrder($1.word) },
      complete: { $0.orderSuggestions($1) },
      parse: { try $0.session.ordering($1.word, in: $1.line) })
  }
}

extension NarrowContext {
  fileprivate func orderSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let bytes = Array(request.text.utf8)
    // `by` precedes the first field.
    let start = request.text.lowercased().hasPrefix("by ") ? 3 : 0
    let comma = bytes.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? start
    let word = bytes.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    let place = request.from(max(comma, word))
    let typed = bytes[comma...].split(separator: 0x20)
    let isSecond = typed.count == 2 || typed.count == 1 && bytes.last == 0x20
    if typed.count > 2 || typed.count == 2 && bytes.last == 0x20 { return [] }
    if isSecond {
      if typed[0].elementsEqual("none".utf8) { return [] }
      return place.suggestions([Candidate("desc", "the greatest first")], isWhole: true)
    }
    let none = comma == 0 && start == 0 ? [Candidate("none", "the feed's own order")] : []
    return place.suggestions(assistance.fieldCandidates + none, isWhole: true)
  }
}

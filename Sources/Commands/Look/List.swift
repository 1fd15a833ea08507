import Assistance
import Catalog
import FeedLoading
import Feeds
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text

extension Command<LookContext> {
  static var list: Self {
    Self(
      "list", aliases: ["ls"], summary: "List rows of the view: a page, a range, or all.",
      followUp: { $0.assistance.stepAfterListing },
      forms: [
        Form(
          "columns", Context.columns,
          summary: "List rows with some fields; `set columns` remembers them for the feed.",
          lists: true
        ) { look, columns in try look.list(columns: columns) },
        Form(
          "", Context.span.optional, lists: true,
          streaming: { look, span in
            guard case .rows(let first, let last?, _)? = span else { return false }
            return look.question?.ask(for: .rows(first - 1..<last)) ?? false
          }
        ) { look, span in try look.list(span) },
      ],
      examples: [
        Example(
          "list",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """),
        Example(
          "list 5-9",
          prints: """
              #  Name           Cuisine   ★  Links
              5  Chana masala   Indian       source video
              6  Chilaquiles    Mexican      source video
            …
            """),
        Example(
          "list all",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """),
        Example(
          "list columns time,servings",
          prints: """
               #  Name                         Time  Servings  ★
               1  Bánh mì                    1 h 45         4…
            …
            """),
      ])
  }

  static var next: Self {
    Self(
      "next", aliases: ["ne"], summary: "List the next page.", changes: .view,
      followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "list 1-5; next",
          prints: """
              #  Name            Cuisine     ★  Links
              1  Bánh mì         Vietnamese     source video
              2  Bigos           Polish         source
            …
            """)
      ]
    ) { context in
      if context.output.printPart(isNext: true) { return }
      let start = context.session.page.upperBound
      if start >= context.session.rows.count, try context.loadNextPage(behind: start) { return }
      guard start < context.session.rows.count else { throw Failure("this is the last page") }
      if context.views.showsPictures { return context.views.showPictures(from: start) }
      context.views.listPage(from: start)
    }
  }

  static var previous: Self {
    Self(
      "previous", summary: "List the previous page.", followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "list 30-40; previous",
          prints: """
               #  Name                      Cuisine   ★  Links
              30  Kung Pao chicken          Chinese      source video
              31  Lamb tagine with prunes   Moroccan     video
            …
            """)
      ]
    ) { context in
      if context.output.printPart(isNext: false) { return }
      let end = context.session.page.lowerBound
      guard end > 0 else { throw Failure("this is the first page") }
      if context.views.showsPictures {
        return context.views.showPictures(from: max(0, end - context.views.picturePageSize))
      }
      context.views.list(max(0, end - context.views.pageSize)..<end)
    }
  }
}

/// The rows that `list` lists.
private enum ListedSpan: Sendable {
  case all
  /// Row numbers, from 1; without a last one, the first row alone.
  case rows(first: Int, last: Int?, Argument)
}

extension LookContext {
  fileprivate func list(_ span: ListedSpan?) throws {
    session.refresh()
    switch span {
    case nil: options.isInteractive ? views.listPage(from: 0) : views.listWhole()
    case .all: views.listWhole()
    case .rows(let first, let last, let typed):
      views.list(try range(first, last ?? first, typed))
    }
  }

  fileprivate func list(columns: ListColumns) throws {
    session.refresh()
    try views.withColumns(columns) { try list(nil) }
  }

  /// The columns of a list: fields with commas between them.
  fileprivate static var columns: Parameter<LookContext, ListColumns> {
    Parameter(
      "FIELD,…", .statement,
      examine: { context, argument in
        Examination(
          argument.word, .field,
          fault: mistake { try context.session.columns(argument.word, in: argument.line) })
      },
      complete: { context, request in
        let start = request.text.utf8.lastIndex { $0 == 0x2C || $0 == 0x20 }
        let offset = start.map {
          request.text.utf8.distance(from: request.text.startIndex, to: $0) + 1
        }
        return request.from(offset ?? 0).suggestions(
          context.assistance.fieldCandidates + [Candidate("links", "the kinds of links")])
      },
      parse: { context, argument in
        context.session.refresh()
        return try context.session.columns(argument.word, in: argument.line)
      })
  }

  /// The rows to list.
  fileprivate static var span: Parameter<LookContext, ListedSpan> {
    Parameter(
      "N-M|all",
      examine: { $0.examineSpan($1) },
      complete: {
        $1.suggestions([Candidate("all", "every row of the view")], isWhole: true)
      },
      parse: { try $0.span($1) })
  }

  /// The rows of an argument; names the filter for a value that somebody may have meant.
  private func span(_ argument: Argument) throws -> ListedSpan {
    do {
      return try Self.span(argument)
    } catch var failure as Failure {
      let fields = catalog.schema.fields
      let pattern = Pattern(argument.text)
      if let field = fields.indices.first(where: {
        [.keyword, .list].contains(fields[$0].kind) && catalog.hasWord($0, pattern)
      }) {
        failure.diagnostic.hint =
          "\(harmless(argument.text)) is a value of \(fields[field].name): filter \(fields[field].name)="
          + (argument.text.contains(" ") ? "\"\(argument.text)\"" : argument.text)
      }
      throw failure
    }
  }

  private static func span(_ argument: Argument) throws -> ListedSpan {
    if argument.text == "all" { return .all }
    let ends = argument.text.split(separator: "-", omittingEmptySubsequences: false)
      .map { ordinal($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last
    else {
      throw Failure(
        "`\(argument.text)` is not a span of rows", hint: "e.g. list 5-9, or list all",
        at: argument.range, in: argument.line)
    }
    return .rows(first: first, last: ends.count == 2 ? last : nil, argument)
  }
}

extension LookContext {
  /// Loads the next page of the feed, and lists the rows that it adds.
  ///
  /// - Returns: Whether the result was reported; otherwise there was no page, or the rows are still to be listed.
  fileprivate func loadNextPage(behind start: Int) throws -> Bool {
    // Rows are numbered by their names; the records of earlier pages keep their numbers.
    let before = Set(session.rows.map { catalog.record(of: $0) })
    let page = session.page
    let malformed = session.feed?.feed.malformedCount ?? 0
    guard try feeds.loadNextPage() else { return false }
    feeds.sayReading()
    let more = (session.feed?.feed.malformedCount ?? 0) - malformed
    if more > 0 {
      output.say(
        more == 1
          ? "1 record of the new page is malformed: see problems"
          : "\(more) records of the new page are malformed: see problems", .warning)
    }
    let earlier = session.rows.prefix(start).count { !before.contains(catalog.record(of: $0)) }
    if earlier > 0 {
      let rows = earlier == 1 ? "1 new row belongs" : "\(earlier) new rows belong"
      let them = earlier == 1 ? "it" : "them"
      output.say("\(rows) among those already listed: list 1-\(start) shows \(them)", .warning)
    }
    guard start == session.rows.count else { return false }
    session.noteListed(page)
    let isLast = session.feed?.pages?.next == nil
    let end = isLast ? "; it was the last page" : "; next loads the next page"
    output.say("no row of the loaded page matches the view" + end, .warning)
    return true
  }

  /// Examines a range of rows: whether there are any.
  fileprivate func examineSpan(_ argument: Argument) -> Examination {
    let word = argument.word
    if word.text == "all" { return Examination(word, .keyword) }
    var fault =
      assistance.knowsFeed
      ? mistake {
        guard case .rows(let first, let last, let typed) = try Self.span(argument) else { return }
        _ = try range(first, last ?? first, typed)
      } : nil
    // The number may not be complete.
    let ends = word.text.split(separator: "-").compactMap { ordinal($0) }
    let isGrowing = ends.count == 2 && ends[1] < ends[0]
    if word.text.hasSuffix("-") || isGrowing || "all".hasPrefix(word.text) {
      fault?.remedy = .letters
    }
    return Examination(word, .number, fault: fault).ofView
  }

  private func range(_ first: Int, _ last: Int, _ typed: Argument) throws -> Range<Int> {
    guard first <= session.rows.count else {
      throw Failure(
        "there is no row \(first)", hint: "the view has \(session.rows.count)", at: typed.range,
        in: typed.line)
    }
    return first - 1..<min(last, session.rows.count)
  }
}

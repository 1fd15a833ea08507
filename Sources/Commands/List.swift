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

extension Command<CommandContext> {
  static var list: Self {
    Self(
      "list", aliases: ["ls"], summary: "List rows of the view: a page, a range, or all.",
      followUp: { $0.assistance.stepAfterListing },
      forms: [
        Form(
          "columns", parameters: [.columns],
          summary: "List rows with some fields; `set columns` remembers them for the feed.",
          lists: true
        ) { try $0.list(columns: $1[.columns], in: $1.line) },
        Form(
          parameters: [.span], lists: true, streaming: { $0.stream(listing: $1[.span]) }
        ) { try $0.list($1[.span], in: $1.line) },
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
      "next", summary: "List the next page.", changes: .view,
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
    ) { context, _ in
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
    ) {
      context, _ in
      let end = context.session.page.lowerBound
      guard end > 0 else { throw Failure("this is the first page") }
      if context.views.showsPictures {
        return context.views.showPictures(from: max(0, end - context.views.picturePageSize))
      }
      context.views.list(max(0, end - context.views.pageSize)..<end)
    }
  }
}

extension CommandContext {
  fileprivate func list(_ word: Word?, in line: String) throws {
    session.refresh()
    guard let word else {
      return options.isInteractive ? views.listPage(from: 0) : views.listWhole()
    }
    if word.text == "all" { return views.listWhole() }
    views.list(try range(word, in: line))
  }

  fileprivate func list(columns word: Word?, in line: String) throws {
    guard let word else { return }
    session.refresh()
    try views.withColumns(try session.columns(word, in: line)) {
      try list(nil, in: line)
    }
  }
}

extension Parameter<CommandContext> {
  /// The columns of a list: fields with commas between them.
  package static var columns: Self {
    Parameter(
      "FIELD,…", .statement,
      examine: { context, word in
        let line = String(repeating: " ", count: word.range.lowerBound) + word.text
        return Examination(
          word, .field, fault: mistake { try context.session.columns(word, in: line) })
      },
      complete: { context, request in
        let start = request.text.utf8.lastIndex { $0 == 0x2C || $0 == 0x20 }
        let offset = start.map {
          request.text.utf8.distance(from: request.text.startIndex, to: $0) + 1
        }
        return request.from(offset ?? 0).suggestions(
          context.assistance.fieldCandidates + [Candidate("links", "the kinds of links")])
      })
  }

  /// The rows to list.
  fileprivate static var span: Self {
    Parameter(
      "N-M|all", isOptional: true,
      examine: { $0.examineSpan($1) },
      complete: {
        $1.suggestions([Candidate("all", "every row of the view")], isWhole: true)
      })
  }
}

extension CommandContext {
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
  fileprivate func examineSpan(_ word: Word) -> Examination {
    if word.text == "all" { return Examination(word, .keyword) }
    var fault = assistance.knowsFeed ? mistake { try range(word, in: "") } : nil
    // The number may not be complete.
    let ends = word.text.split(separator: "-").compactMap { ordinal($0) }
    let isGrowing = ends.count == 2 && ends[1] < ends[0]
    if word.text.hasSuffix("-") || isGrowing || "all".hasPrefix(word.text) {
      fault?.remedy = .letters
    }
    return Examination(word, .number, fault: fault).ofView
  }

  fileprivate func range(_ word: Word, in line: String) throws -> Range<Int> {
    let ends = word.text.split(separator: "-", omittingEmptySubsequences: false)
      .map { ordinal($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last
    else {
      throw Failure(
        "`\(word.text)` is not a span of rows", hint: "e.g. list 5-9, or list all", at: word.range,
        in: line)
    }
    guard first <= session.rows.count else {
      throw Failure(
        "there is no row \(first)", hint: "the view has \(session.rows.count)", at: word.range,
        in: line)
    }
    return first - 1..<min(last, session.rows.count)
  }
}

import Catalog
import Feeds
import Interpreter
import SessionStore
import Text
import World

/// The kinds of things that commands are told, and what Tab offers for them.
extension Parameter where Context == Shell {
  /// One row, in the last place of a command.
  static func item(isOptional: Bool = false) -> Parameter {
    Parameter("ITEM", .statement, isOptional: isOptional) { $0.itemSuggestions($1) }
  }

  /// One row, with words to follow it.
  static var itemWord: Parameter { Parameter("ITEM") { $0.itemSuggestions($1) } }

  /// Several rows.
  static func items(isOptional: Bool = false) -> Parameter {
    Parameter("ITEM…", .statement, isOptional: isOptional) { $0.itemSuggestions($1) }
  }

  /// A field of the present feed.
  static func field(isOptional: Bool = false) -> Parameter {
    Parameter("FIELD", isOptional: isOptional) { shell, request in
      request.suggestions(shell.fieldCandidates, isWhole: true)
    }
  }

  /// One of some words.
  static func choice(_ name: String, isOptional: Bool = false, _ choices: [Candidate]) -> Parameter
  {
    Parameter(name, isOptional: isOptional) { _, request in
      request.suggestions(choices, isWhole: true)
    }
  }

  /// A feed by name, a path, or an address.
  static var source: Parameter { Parameter("SOURCE") { $0.sourceSuggestions($1) } }

  /// A file.
  static func path(isOptional: Bool = false) -> Parameter {
    Parameter("PATH", isOptional: isOptional) { $0.pathSuggestions($1) }
  }
}

/// What Tab offers.
extension Shell {
  /// The most rows that are offered by name.
  private static let nameLimit = 1000

  var fieldCandidates: [Candidate] {
    catalog.schema.fields.map { Candidate($0.name, $0.kind.rawValue) }
  }

  /// Rows of the view by name.
  func itemSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let facet = catalog.schema.index(of: .facet)
    let starting = catalog.rows(nameMatching: Pattern(request.typed), .start)
    // Rows are in the order of their names, and so are the first of a set.
    let fitting =
      starting.isEmpty
      ? session.rows.first(Self.nameLimit, of: catalog.count)
      : starting.first(Self.nameLimit) { session.rows.contains($0) }
    return request.suggestions(
      fitting.map { row in
        Candidate(catalog.name(row), facet.map { catalog.shownValue($0, row) } ?? "")
      })
  }

  func sourceSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // Tab offers what it can; the command itself says what is wrong with the library.
    let named = (try? namedFeeds()) ?? []
    let names = request.suggestions(named.map { Candidate($0.name, $0.summary) })
    let hasPrefix = named.contains { $0.name.hasPrefix(request.text) }
    let files = pathSuggestions(request)
    if !hasPrefix, !files.isEmpty { return files }
    return names + (request.text.isEmpty ? [] : files)
  }

  func pathSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let typed = request.text.trimmingPrefix { $0 == "\"" }
    let split = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<split])
    let searched =
      folder.isEmpty ? "." : folder == "/" ? "/" : String(expandingHome(folder).dropLast())
    // A folder that cannot be read has nothing to offer.
    let names = (try? world.files.names(in: searched)) ?? []
    let start = String(typed[split...])
    return names.filter { $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix(".")) }
      .sorted().prefix(Self.nameLimit).map { name in
        let isFolder = world.files.kind(of: expandingHome(folder + name)) == .folder
        let path = folder + name + (isFolder ? "/" : "")
        let needsQuotes = path.contains { $0.isWhitespace || ";\"'“‘«".contains($0) }
        // The quotation of a folder stays open, so that the path can go on.
        let quoted = isFolder ? "\"\(path)" : "\"\(path)\""
        return Suggestion(
          text: needsQuotes ? quoted : path, description: isFolder ? "folder" : "",
          range: request.range, isWhole: false)
      }
  }
}

/// Completion of whole lines.
extension Shell: LineAssistant {
  package func suggestions(for line: String, at cursor: Int) -> [Suggestion] {
    let before = String(decoding: Array(line.utf8).prefix(cursor), as: UTF8.self)
    let names = aliases.map { Candidate($0.key, $0.value) }
    return table.suggestions(for: before, in: self, extra: names).map { suggestion in
      var safe = suggestion
      safe.text = harmless(suggestion.text)
      safe.description = harmless(suggestion.description)
      return safe
    }
  }

  package func advice(on line: String, at cursor: Int) -> LineAdvice { LineAdvice() }

  package func isUnfinished(_ line: String) -> Bool { false }
}

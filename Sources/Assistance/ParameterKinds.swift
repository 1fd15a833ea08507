import Catalog
import Cooking
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Kitchen
import SessionStore
import Text
import World

/// A context whose commands get assistance.
package protocol Assisted: SendableMetatype {
  var assistance: Assistance { get }
}

/// Rows that commands take as arguments.
extension Assisted {
  /// One row, as the last argument, with its text.
  package static var itemText: Parameter<Self, Argument> {
    Parameter(
      "ITEM", .statement, examine: { $0.assistance.examineItems($1.word) },
      complete: { $0.assistance.itemSuggestions($1, endsStatement: true) })
  }

  /// One row, followed by other words.
  package static var itemWord: Parameter<Self, Argument> {
    Parameter(
      "ITEM", examine: { $0.assistance.examineItems($1.word) },
      complete: { $0.assistance.itemSuggestions($1) }
    ).lengthened { $0.assistance.session.nameEnd(in: $1) }
  }

  /// Several rows, with their text.
  package static var itemsText: Parameter<Self, Argument> {
    Parameter(
      "ITEM…", .statement, examine: { $0.assistance.examineItems($1.word) },
      complete: { context, request in
        let whole = context.assistance.itemSuggestions(request, endsStatement: true)
        return whole.isEmpty ? context.assistance.lastItemSuggestions(request) : whole
      })
  }

  /// One row; without words, the row shown last.
  package static var row: Parameter<Self, Int> {
    itemText.map { try $0.assistance.session.row($1.word, in: $1.line) }
      .or { try $0.assistance.session.row(nil, in: "") }
  }

  /// One row or stored record; without words, the one shown last.
  package static var item: Parameter<Self, MeantItem> {
    itemText.map { try $0.assistance.session.meant($1.word, in: $1.line) }
      .or { try $0.assistance.session.meant(nil, in: "") }
  }

  /// Several rows.
  package static var rows: Parameter<Self, [Int]> {
    itemsText.map { try $0.assistance.session.rows($1.word, in: $1.line) }
  }

  /// The scale of the rows before it, such as `for 6`; without it, that of the setting `servings`.
  package static var scale: Parameter<Self, RequestedScale> {
    Parameter(
      "SCALE",
      ending: StatementEnding(
        start: { Scale.ending(of: $0).start }, split: { try $0.assistance.scaleStart(in: $1) }),
      complete: { $0.assistance.scaleSuggestions($1) },
      parse: { context, argument in
        guard let argument else { return context.assistance.standardScale }
        return RequestedScale(scale: try scale(argument), isAsked: true)
      })
  }

  /// A scale that no rows precede; without it, that of the setting `servings`.
  ///
  /// - Parameters:
  ///   - message: The error for other words.
  ///   - hint: What to write instead.
  /// - Returns: The parameter.
  package static func scaleAlone(
    otherwise message: String, hint: String
  ) -> Parameter<Self, RequestedScale> {
    Parameter("SCALE", .statement) { context, argument in
      let start = try context.assistance.scaleStart(in: argument)
      let (rest, typed) = argument.split(at: start ?? argument.range.count)
      guard rest == nil, let typed else {
        throw Failure(
          message, hint: hint, at: (rest ?? argument).range, in: argument.line, code: .badArguments)
      }
      return RequestedScale(scale: try scale(typed), isAsked: true)
    }.or { $0.assistance.standardScale }
  }

  /// Parses a scale such as `for 6` or `x2`.
  ///
  /// - Throws: ``Failure`` for a number that is not in the accepted range.
  private static func scale(_ argument: Argument) throws -> Scale {
    if case .scale(let scale, start: 0) = Scale.ending(of: argument.text) { return scale }
    throw Failure(
      "\"\(argument.text)\" is not a scale",
      hint: "the number is from 1/\(Scale.limit) to \(Scale.limit)", at: argument.range,
      in: argument.line, code: .badArguments)
  }
}

/// Other arguments that commands of several groups share.
extension Assisted {
  /// A field of the current feed.
  package static var field: Parameter<Self, Int> {
    Parameter(
      "FIELD",
      examine: { context, argument in
        Examination(
          argument.word, .field,
          fault: mistake { try context.assistance.session.field(argument.word, in: "") })
      },
      complete: { $1.suggestions($0.assistance.fieldCandidates, isWhole: true) },
      parse: { try $0.assistance.session.field($1.word, in: $1.line) })
  }

  /// One of several words.
  package static func choice(
    _ name: String, _ choices: [Candidate]
  ) -> Parameter<Self, Argument> {
    Parameter(
      name,
      examine: {
        Examination($1.word, .keyword, fault: unknown($1.word, among: choices.map(\.text)))
      },
      complete: { $1.suggestions(choices, isWhole: true) })
  }

  /// A feed by its name, path or address.
  package static var source: Parameter<Self, Argument> {
    Parameter("SOURCE", complete: { $0.assistance.sourceSuggestions($1) })
  }

  /// A file.
  package static var path: Parameter<Self, Argument> {
    Parameter("PATH", complete: { $0.assistance.pathSuggestions($1) })
  }
}

extension Assistance {
  /// The scale of the setting `servings`.
  fileprivate var standardScale: RequestedScale {
    RequestedScale(
      scale: Rational(library.settings["servings"]).map { .servings($0) }, isAsked: false)
  }

  /// Returns the offset of a scale at the end of rows; nil if there is none.
  ///
  /// A text that is exactly the name of a row has no scale.
  ///
  /// - Throws: ``Failure`` if words that are not a scale follow the number of a row.
  fileprivate func scaleStart(in argument: Argument) throws -> Int? {
    guard !argument.word.isQuoted else { return nil }
    guard let start = Scale.ending(of: argument.text).start else {
      try requireNoRest(afterNumber: argument)
      return nil
    }
    return isRowName(argument.text) ? nil : start
  }

  /// Makes sure that only numbers follow the number of a row.
  private func requireNoRest(afterNumber argument: Argument) throws {
    let parts = words(of: argument.line, in: argument.range).words
    guard parts.count > 1, ordinal(parts[0].text) != nil, !parts[1].isQuoted,
      let first = parts[1].text.first, !first.isNumber, first != "#", !isRowName(argument.text)
    else { return }
    let range = parts[1].range.lowerBound..<argument.range.upperBound
    throw Failure(
      "\"\(slice(argument.line, range))\" is not a scale", hint: "a scale is e.g. for 6, x2 or ×½",
      at: range, in: argument.line, code: .badArguments)
  }

  private func isRowName(_ text: String) -> Bool {
    !catalog.rows(nameMatching: Pattern(text), .whole).isEmpty
  }
}

extension Scale.Ending {
  /// The number of bytes before the scale; nil if there is none.
  fileprivate var start: Int? {
    switch self {
    case .none: nil
    case .scale(_, let start), .outOfRange(let start): start
    }
  }
}

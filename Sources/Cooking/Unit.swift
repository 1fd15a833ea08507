/// A unit of an amount: a measure such as a gram, a part such as a clove, a package such as a can, or a size.
package struct Unit: Equatable, Sendable {
  /// The kinds of units; amounts of two measures of one kind can be converted and added.
  package enum Kind: String, Sendable {
    case mass, volume, length
    /// A package, such as a can; an amount next to it is the size of one.
    case package
    /// A part or a count of things, such as a clove or a sprig.
    case part
    /// A size of a thing, such as `large`.
    case size
  }

  /// The region in which a unit is used.
  package enum System: String, Sendable { case metric, us, both }

  /// The name in output, such as `tbsp`.
  package let id: String
  package let kind: Kind
  /// The grams, millilitres or millimetres of one; nil unless it is a measure with a known size.
  package let size: Rational?
  package let system: System
  /// Whether its amounts are written as fractions, such as ⅓ cup, rather than as decimals.
  package let takesFractions: Bool

  package var isMeasure: Bool { kind == .mass || kind == .volume || kind == .length }

  /// A thing that is counted without a unit.
  package static let whole = Unit(
    id: "whole", kind: .part, size: nil, system: .both, takesFractions: true)
}

/// The units and their words in ten languages, read from ``unitTableText``.
struct UnitTable: Sendable {
  static let standard = UnitTable(unitTableText)

  /// The words after a first word, and the unit that all of them name; the longest phrases come first.
  struct Phrase: Sendable {
    let rest: [String]
    let unit: Int
  }

  let units: [Unit]
  private(set) var phrases: [String: [Phrase]] = [:]
  private let index: [String: Int]

  subscript(id: String) -> Unit? { index[id].map { units[$0] } }

  private init(_ text: String) {
    var units: [Unit] = []
    var words: [(text: Substring, unit: Int)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "|").map { $0.trimmingBlanks }
      guard fields.count == 6, let kind = Unit.Kind(rawValue: String(fields[1])) else {
        preconditionFailure("a line of the table of units is not valid: \(line)")
      }
      for word in fields[5].split(separator: ",") {
        words.append((word.trimmingBlanks, units.count))
      }
      units.append(
        Unit(
          id: String(fields[0]), kind: kind, size: Rational(String(fields[2])),
          system: Unit.System(rawValue: String(fields[3])) ?? .both,
          takesFractions: fields[4] == "fractions"))
    }
    self.units = units
    index = Dictionary(units.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for (text, unit) in words {
      let tokens = LineTokens(String(text), isClassified: false).words
      guard let first = tokens.first else { continue }
      phrases[first, default: []].append(Phrase(rest: Array(tokens.dropFirst()), unit: unit))
    }
    for first in phrases.keys { phrases[first]?.sort { $0.rest.count > $1.rest.count } }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop { $0 == " " }
    return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
  }
}

extension Unit {
  /// The name of the unit as it is written after a number: `clove` after 1, `cloves` after 2.
  package func name(after value: Rational) -> String {
    Plurals.standard.agreeing(id, with: value)
  }

  /// The number of an amount in the unit, as a cook writes it: `1 ½` cups, `37.5` g.
  package func written(_ value: Rational) -> String {
    AmountWriter(number: WrittenNumber(style: takesFractions ? .vulgar : .decimal), unit: self)
      .text(of: value)
  }
}

import Catalog
import Text
import World

/// A record that is no row, as far as it can be shown.
package struct MalformedRecord: Equatable, Sendable {
  /// Which record, counted from 0.
  package var index: Int
  /// Its name; nil if it has none.
  package var name: String?
  /// What its other fields have, by their names.
  package var values: [String: String]
  /// Why it is no row, in a clause.
  package var reason: String
}

extension Feed {
  /// The first records that are not rows, in the order of the document, of those whose problems are listed.
  ///
  /// - Parameter limit: How many of them at most.
  /// - Returns: What can be shown of each.
  /// - Throws: ``FileError`` if the document cannot be read any more.
  /// - Complexity: O(*n*) in the bytes of the document.
  package func malformedRecords(limit: Int) throws(FileError) -> [MalformedRecord] {
    let indices = Set(Set(report.findings.filter(\.isError).map(\.index)).sorted().prefix(limit))
    let errors = report.findings.filter { $0.isError && indices.contains($0.index) }
    let problems = Dictionary(
      grouping:
        try report.problems(errors, in: document, published), by: \.index)
    var records: [MalformedRecord] = []
    for index in indices.sorted() {
      guard let problems = problems[index], let first = problems.first else { continue }
      // What is no JSON has no name either.
      let tree = JSONValue(json: Array(try record(of: first).utf8))
      var values: [String: String] = [:]
      for (number, keys) in report.keys.enumerated() where number < catalog.schema.fields.count {
        let texts = keys.lazy.compactMap { key in tree.flatMap { text(at: key, of: $0) } }
        values[catalog.schema.fields[number].name] = texts.first { !$0.isEmpty }
      }
      let name = catalog.schema.index(of: .name).flatMap { values[catalog.schema.fields[$0].name] }
      records.append(
        MalformedRecord(
          index: index, name: name, values: values,
          reason: problems.map(\.reason).joined(separator: ", ")))
    }
    return records
  }

  /// The text at some keys joined by dots.
  private func text(at path: String, of record: JSONValue) -> String? {
    var value = record
    for key in path.split(separator: ".") {
      guard let inner = value[String(key)] else { return nil }
      value = inner
    }
    guard case .text(let text)? = ValueForm.text.value(of: value) else { return nil }
    return text
  }
}

import Catalog
import Text
import World

/// A record that is not a row, for display.
package struct MalformedRecord: Equatable, Sendable {
  /// The index of the record, counted from 0.
  package var index: Int
  /// The name; nil if there is none.
  package var name: String?
  /// The texts of the other fields, by name.
  package var values: [String: String]
  /// The reason that it is not a row, as a clause.
  package var reason: String
}

extension Feed {
  /// Returns the first malformed records with listed problems, in the order of the document.
  ///
  /// - Parameter limit: The maximum number of records.
  /// - Returns: The records.
  /// - Throws: ``FileError`` if the document cannot be read.
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
      // A record that is not JSON has no name.
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

  /// Returns the text at a path of keys.
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

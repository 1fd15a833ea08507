import Catalog

/// What there is to say of keys that no profile names.
extension Inference {
  /// The columns that hold nothing but what no field can: with the first place where that stands, and what it is.
  func unshown() -> [(column: LooseColumns.Column, place: Int, what: String)] {
    let isSaved = columns.contains { $0.key == SavedRecord.source }
    return columns.compactMap { column in
      // It is there to be read again one day, and by no field.
      if isSaved, column.isOriginal { return nil }
      let values = column.values
      if values.contains(where: { ![.absent, .null, .object, .list].contains($0.shape) }) {
        return nil
      }
      guard values.indices.allSatisfy({ column.nestedMark($0) != nil }) else { return nil }
      if let list = values.indices.first(where: { column.nestedMark($0) ?? 0 > 0 }) {
        let isOfObjects = column.nestedMark(list) == UInt8(ascii: "{")
        return (column, list, isOfObjects ? "a list of objects" : "a list of lists")
      }
      return values.firstIndex { $0.shape == .object }.map { (column, $0, "an object") }
    }
  }

  /// Fields of numbers some of which have more digits than a number keeps: with the first place of one, and the number.
  func rounded(
    _ fields: [(field: Field, column: LooseColumns.Column)]
  ) -> [(column: LooseColumns.Column, place: Int, number: String)] {
    fields.compactMap { field, column in
      guard field.kind == .number || field.kind == .minutes,
        let place = column.values.indices.first(where: {
          column.values[$0].shape == .number && column.isRoundedNumber($0)
        })
      else { return nil }
      return (
        column, place, String(decoding: column.text[column.values[place].range], as: UTF8.self)
      )
    }
  }
}

import Catalog
import Text

extension Model {
  /// Returns the records that contain every word of a text, best first.
  func search(_ text: String, notes: [Int: String]) -> [Int] {
    let words = text.split(separator: " ").map { String($0) }
    let scores = (0..<count).map { record -> Int? in
      var sum = 0
      for word in words {
        guard let score = score(word, record, notes[record]) else { return nil }
        sum += score
      }
      return sum
    }
    let found = records { scores[$0] != nil }
    return found.sorted { (-(scores[$0] ?? 0), $0) < (-(scores[$1] ?? 0), $1) }
  }

  /// Returns the score of a word in a record; nil if the record does not contain it.
  private func score(_ word: String, _ record: Int, _ note: String?) -> Int? {
    let wanted = pieces(word, wild: false)
    var score: Int?
    for (number, field) in schema.fields.enumerated() {
      guard field.role != .id, [.text, .keyword, .list].contains(field.kind),
        letters[number][record].contains(where: { matches(wanted, $0, .anywhere) })
      else { continue }
      let weight = field.kind == .keyword ? 30 : field.kind == .list ? 10 : 3
      score = (score ?? 0) + (field.role == .name ? 100 + bonus(word, record) : weight)
    }
    if let note, matches(wanted, foldedLetters(note), .anywhere) { score = (score ?? 0) + 3 }
    return score
  }

  private func bonus(_ word: String, _ record: Int) -> Int {
    guard let name, let text = values[name][record]?.text else { return 0 }
    let wanted = pieces(word, wild: false)
    if matches(wanted, foldedLetters(text), .whole) { return 100 }
    if matches(wanted, foldedLetters(text), .start) { return 60 }
    if wanted.contains(where: { $0?.accent != 0 }) { return 0 }
    let (bytes, plain) = (Array(folded(text).utf8), Array(folded(word).utf8))
    let isInside = (1..<max(2, bytes.count)).contains { place in
      let before = bytes[place - 1]
      let isLetter =
        before >= 0x80 || (0x30...0x39).contains(before) || (0x61...0x7A).contains(before)
      return !isLetter && bytes[place...].starts(with: plain)
    }
    return isInside ? 40 : 0
  }

  /// Returns the records that have the most in common with one.
  func similar(to record: Int, limit: Int) -> [Int] {
    var scores = [Float](repeating: 0, count: count)
    for (number, field) in schema.fields.enumerated() {
      let mine = Set(texts(of: values[number][record]))
      for item in mine.sorted(by: { key($0).lexicographicallyPrecedes(key($1)) }) {
        let sharing = records { texts(of: values[number][$0]).contains(item) }
        let weight: Float? =
          switch field.kind {
          case .keyword: field.role == .facet ? 3 : 1.5
          case .list where field.role != .instructions: 1 / (1 + Float(sharing.count) / 8)
          default: nil
          }
        if let weight { for other in sharing { scores[other] += weight } }
      }
      if field.role == .name {
        let mine = longWords(number, record)
        for other in records(where: { !longWords(number, $0).isDisjoint(with: mine) }) {
          scores[other] += 2
        }
      }
    }
    scores[record] = 0
    let found = records { scores[$0] > 0 }.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    return Array(found.prefix(limit))
  }

  /// Returns the words of more than three letters in the name of a record.
  private func longWords(_ field: Int, _ record: Int) -> Set<String> {
    guard let text = values[field][record]?.text else { return [] }
    let words = folded(text).split { !$0.isLetter }.filter { $0.count > 3 }
    return Set(words.map { String($0) })
  }
}

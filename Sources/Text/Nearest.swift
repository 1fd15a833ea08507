/// The choice that was most likely meant by a mistyped word; nil if none is similar.
///
/// A choice that begins with the word (three letters or more) comes first, then the smallest
/// Damerau-Levenshtein distance, up to a third of the shorter word.
/// - Complexity: O(*n* · *m*²) for *n* choices of *m* letters.
package func nearest(to word: String, among choices: some Sequence<String>) -> String? {
  let wanted = Array(folded(word).unicodeScalars)
  guard !wanted.isEmpty else { return nil }
  var best: (distance: Double, choice: String)?
  for choice in choices {
    let letters = Array(folded(choice).unicodeScalars)
    let distance: Double
    if wanted.count >= 3, letters.starts(with: wanted) {
      distance = 0.5
    } else {
      let limit = max(1, min(wanted.count, letters.count) / 3)
      guard abs(wanted.count - letters.count) <= limit else { continue }
      let edits = editDistance(wanted, letters)
      guard edits <= limit else { continue }
      distance = Double(edits)
    }
    if let found = best, (found.distance, found.choice) <= (distance, choice) { continue }
    best = (distance, choice)
  }
  return best?.choice
}

/// The Damerau-Levenshtein distance between two words.
func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var older = [Int](repeating: 0, count: b.count + 1)
  var old = Array(0...b.count)
  for i in 0..<a.count {
    var new = [i + 1]
    new.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var cost = min(old[j + 1] + 1, new[j] + 1, old[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
      new.append(cost)
    }
    (older, old) = (old, new)
  }
  return old[b.count]
}

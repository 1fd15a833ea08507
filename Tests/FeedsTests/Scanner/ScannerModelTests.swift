import Feeds
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of documents for each argument, from `LARDER_SCANNER_DOCUMENTS` if set.
private let documents: Int = {
  guard let wish = unsafe getenv("LARDER_SCANNER_DOCUMENTS") else { return 15 }
  return unsafe Int(String(cString: wish)) ?? 15
}()

@Test(arguments: 0..<8)
func `the scanner matches the reference implementation`(part: Int) {
  for seed in part * documents..<(part + 1) * documents {
    if let difference = difference(seed: seed) {
      Issue.record("seed \(seed): \(difference)")
      return
    }
  }
}

/// Returns the first difference between the scanner and the reference implementation for a random document.
private func difference(seed: Int) -> String? {
  var chance = RandomDocument(seed: UInt64(seed))
  let bytes = chance.bytes()
  let expected = ModelReader.outcome(bytes)
  for way in [chance.oneOf(waysToScan), chance.oneOf(waysToScan)] {
    let found = outcome(bytes, options: way)
    if found == expected { continue }
    let place = zip(found, expected).prefix { $0 == $1 }.count
    return "\(way) found \(found.dropFirst(place).first ?? "nothing"), "
      + "not \(expected.dropFirst(place).first ?? "nothing")"
  }
  return nil
}

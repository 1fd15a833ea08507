import Catalog
import TestSupport
import Testing

@Suite struct HistogramTests {
  private func bins(_ numbers: [Double], areMinutes: Bool = false) -> [String]? {
    Histogram(numbers, areMinutes: areMinutes)?.bins.map { bin in
      "\(bin.lower)..<\(bin.upper.map { "\($0)" } ?? "") \(bin.count)"
    }
  }

  @Test func `ranges have usual widths, and a few large numbers share one`() {
    #expect(
      bins((0..<100).map(Double.init)) == (0..<10).map { "\($0 * 10).0..<\($0 * 10 + 10).0 10" })
    #expect(
      bins((0..<50).map(Double.init) + [10_000])
        == (0..<10).map { "\($0 * 5).0..<\($0 * 5 + 5).0 5" } + ["50.0..< 1"])
    #expect(
      bins([5, 10, 20, 25, 30, 40, 45, 50, 60, 90, 120, 150], areMinutes: true) == [
        "0.0..<30.0 4", "30.0..<60.0 4", "60.0..<90.0 1", "90.0..<120.0 1", "120.0..<150.0 1",
        "150.0..<180.0 1",
      ])
  }

  @Test func `quartiles are numbers of rows`() throws {
    let histogram = try #require(Histogram((0...100).map(Double.init), areMinutes: false))
    #expect(histogram.minimum == 0 && histogram.maximum == 100)
    #expect(
      [histogram.lowerQuartile, histogram.median, histogram.upperQuartile] == [25, 50, 75])
  }

  @Test func `numbers with few different values have no ranges`() {
    #expect(bins([]) == nil && bins([4]) == nil)
    #expect(bins((0..<1000).map { Double($0 % 10) }) == nil)
  }

  @Test(arguments: 0..<200)
  func `every number is in one range, and the ranges have no gaps`(seed: Int) throws {
    var numbers = SeededNumbers(seed: seed)
    let scale = numbers.oneOf([0.001, 0.1, 1, 7, 1000, 1e12])
    let values = (0..<300).map { _ in
      let value = Double(numbers.below(5000) - numbers.below(2000)) * scale
      return numbers.happens(oneIn: 40) ? value * 1000 : value
    }
    let histogram = try #require(Histogram(values, areMinutes: seed % 2 == 0))
    #expect(histogram.bins.count <= 11)
    #expect(histogram.bins.reduce(0) { $0 + $1.count } == 300)
    for (bin, next) in zip(histogram.bins, histogram.bins.dropFirst()) {
      #expect(bin.upper == next.lower)
    }
    for bin in histogram.bins {
      let inside = values.count { $0 >= bin.lower && $0 < bin.upper ?? .infinity }
      #expect(inside == bin.count, "\(bin)")
    }
  }
}

@Suite struct CrossCountTests {
  private func counts(_ first: String, _ second: String) throws -> [String] {
    let schema = sampleCatalog.schema
    let (one, other) = (
      try #require(schema.index(of: first)), try #require(schema.index(of: second))
    )
    let counts = try #require(
      sampleCatalog.crossCounts(one, other, in: sampleCatalog.all) { _ in true })
    return counts.firsts.flatMap { entry in
      counts.seconds.compactMap { value in
        let count = counts.count(entry, value)
        return count == 0
          ? nil : "\(entry.value ?? "none") \(value.value ?? "none") \(count)/\(entry.count)"
      }
    }
  }

  @Test func `each pair of values is counted, and each value of a list`() throws {
    #expect(
      try counts("cuisine", "diet").prefix(4) == [
        "French vegetarian 2/2", "French vegan 1/2", "Italian vegetarian 2/2", "Italian vegan 1/2",
      ])
    #expect(try counts("cuisine", "diet").contains("Thai none 1/1"))
    #expect(try counts("rating", "cuisine").count == 8)
  }

  @Test func `a count can be canceled`() {
    let rows: [[Value?]] = [(0..<5000).map { .text("a\($0)") }, (0..<5000).map { .text("b\($0)") }]
    let catalog = Catalog(
      Schema([Field("name", .text, role: .name), Field("tag", .keyword)]), count: 5000, values: rows
    )
    #expect(catalog.crossCounts(0, 1, in: catalog.all) { _ in false } == nil)
  }
}

import Catalog
import Diagnostics
import Testing

/// Returns the correction of a filter of the sample; nil if it is valid.
private func correction(of text: String) -> String? {
  do throws(Diagnostic) {
    _ = try Filter(text, for: sampleCatalog, vocabulary: FilterVocabulary())
    return nil
  } catch {
    #expect(error.code == "bad-filter" && error.span == 0..<text.utf8.count)
    return error.correction ?? "no correction"
  }
}

/// The names of the rows of the sample that a filter leaves.
private func names(_ text: String) throws -> [String] {
  let filter = try Filter(text, for: sampleCatalog, vocabulary: FilterVocabulary())
  let rows = sampleCatalog.rows(where: .all(filter.clauses.map(\.expression)), marks: [:])
  return sampleCatalog.sorted(rows, by: .feed).map { sampleCatalog.name($0) }
}

@Test(arguments: [
  ("time 40", "time<=40"), ("time under 40", "time<40"), ("Time at most 1 hour", "time<=1h"),
  ("time over 1h30", "time>1h30"), ("time 30 minutes", "time<=30m"), ("time is 40", "time=40"),
  ("rating 4.5", "rating=4.5"), ("rating at least 4", "rating>=4"),
  ("added 2024-05", "added=2024-05"),
  ("cuisine Italian", "cuisine=Italian"), ("cuisine is thai", "cuisine=thai"),
  ("cuisine Middle Eastern", #"cuisine="Middle Eastern""#), ("tags soup", "tags=soup"),
  ("ingredients mozz", "ingredients~mozz"), ("name pizza", "name~pizza"),
])
func `a comparison in words is corrected`(text: String, expected: String) {
  #expect(correction(of: text) == expected)
}

@Test(arguments: [
  "crep time", "time thirty", "cuisine Klingon", "\"time\" 40", "time 40 egg", "time", "pizza 40",
  "cuisine under Thai", "time 40 or egg",
])
func `words that are not a comparison are searched`(text: String) {
  #expect(correction(of: text) == nil)
}

@Test(arguments: [
  ("ingredients~=egg", ["Crêpes Suzette", "親子丼 Oyakodon"]),
  ("ingredients~egg", ["Crêpes Suzette", "親子丼 Oyakodon", "Ratatouille"]),
  ("ingredients~=olive", ["Spaghetti aglio e olio"]),
  ("name~=\"aglio E\"", ["Spaghetti aglio e olio"]),
  ("name~=aglio,pizza", ["Pizza Margherita", "Spaghetti aglio e olio"]),
  ("name~=crep", []), ("name~=crepe", ["Crêpes Suzette"]), ("name~=crepes", ["Crêpes Suzette"]),
  ("cuisine~=middle", ["Falafel"]),
  ("cuisine!~=middle -cuisine~=French -cuisine~=italian time>30", ["Tom Yum"]),
])
func `whole words are looked for inside of values`(text: String, expected: [String]) throws {
  #expect(try Set(names(text)) == Set(expected))
}

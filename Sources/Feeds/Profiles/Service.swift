/// Where feeds of a profile are published, and how to ask for them.
package struct Service: Equatable, Sendable {
  /// A feed that can be called by a name.
  package struct Feed: Equatable, Sendable {
    package var name: String
    /// What follows the base address.
    package var path: String
    package var summary: String

    package init(name: String, path: String, summary: String) {
      (self.name, self.path, self.summary) = (name, path, summary)
    }
  }

  /// A secret that goes with every request, and is nowhere else.
  package struct Key: Equatable, Sendable {
    /// The parameter of the query that it is sent as.
    package var parameter: String
    /// The environment variable that it is in.
    package var variable: String
    /// Where people get one.
    package var source: String
  }

  /// Pages that are asked for by number.
  package struct Pages: Equatable, Sendable {
    /// The parameter for the number of a page, counted from 1.
    package var parameter: String
    /// The parameter for how many records a page has.
    package var sizeParameter: String
    package var size: Int
    /// The most records that can be had.
    package var limit: Int
  }

  /// The address that paths are appended to.
  package var base: String
  package var feeds: [Feed] = []
  /// The path for a search, `{text}` where the words go; nil if it cannot be searched.
  package var search: String?
  package var key: Key?
  package var pages: Pages?
  /// The languages of `{language}`, the one first that holds where the person's is none of them.
  package var languages: [String] = []
  /// The key of the document that holds the address of the next page.
  package var next: String?
  /// The key of the document that says how many records there are on all pages.
  package var total: String?

  package init(base: String) { self.base = base }
}

import Foundation

/// Small feeds in the form of the recipes service.
enum SampleFeed {
  /// Eight dishes of four cuisines; Ragù has no source, Scones no video.
  static let dishes = """
    {"recipes": [
      \(record(1, "Ragù", "Italian", links: ["video"])),
      \(record(2, "Apple Pie", "American")),
      \(record(3, "Crème Brûlée", "French")),
      \(record(4, "Panna Cotta", "Italian")),
      \(record(5, "Scones", "British", links: ["source"])),
      \(record(6, "Bakewell Tart", "British")),
      \(record(7, "Tiramisù", "Italian")),
      \(record(8, "Eton Mess", "British"))
    ]}

    """

  /// The names of `dishes` in its order.
  static let names = [
    "Ragù", "Apple Pie", "Crème Brûlée", "Panna Cotta", "Scones", "Bakewell Tart", "Tiramisù",
    "Eton Mess",
  ]

  /// Five records, of which those at 1 and 3 have no name and no cuisine.
  static let malformed = """
    {
      "recipes": [
        \(record(1, "Ragù", "Italian")),
        {"uuid": "00000000-0000-4000-8000-000000000002", "cuisine": "American"},
        \(record(3, "Crème Brûlée", "French")),
        {"uuid": "00000000-0000-4000-8000-000000000004", "name": "Panna Cotta"},
        \(record(5, "Scones", "British"))
      ]
    }

    """

  static let empty = "{\"recipes\": []}\n"

  /// Soup for 4 and bread for 12, a record a line, gzipped.
  static let gzipped =
    Data(
      base64Encoded:
        "H4sIAAAAAAACA6tWykvMTVWyUgrOLy1Q0lEqTi0qy8xLL1ayMqnlqoZJOhWlJqagyBoa1XIBAPsViVU8AAAA")
    ?? Data()

  /// A record as the service writes it.
  static func record(
    _ number: Int, _ name: String, _ cuisine: String, links: [String] = ["source", "video"]
  ) -> String {
    let fields = [
      ("cuisine", cuisine), ("name", name),
      ("uuid", "00000000-0000-4000-8000-00000000000\(number)"),
      ("photo_url_large", "https://photos.example/\(number)/large.jpg"),
      ("photo_url_small", "https://photos.example/\(number)/small.jpg"),
      ("source_url", links.contains("source") ? "https://source.example/\(number)" : nil),
      ("youtube_url", links.contains("video") ? "https://video.example/watch?v=\(number)" : nil),
    ]
    let members = fields.compactMap { key, value in value.map { "\"\(key)\": \"\($0)\"" } }
    return "{\(members.joined(separator: ", "))}"
  }
}

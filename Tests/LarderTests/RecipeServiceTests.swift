import Foundation
import Synchronization
import TestSupport
import Testing

/// A server that answers as a recipe program does, to who has its token.
private struct Program: Sendable {
  /// The word after `as`.
  var name: String
  /// The answers by their paths; `BASE` stands for the address of the server.
  var answers: [String: String]
  /// The path of a complete recipe, and that of its picture.
  var detail: String
  var picture: String

  static let token = "Bearer secret-token"

  /// A server behind a proxy: what it says of its own address is wrong.
  func handler(_ base: @escaping @Sendable () -> String) -> LoopbackServer.Handler {
    { request, peer in
      guard request["authorization"] == Self.token else { return peer.answer(401) }
      if request.path == picture { return peer.answer(body: pixel) }
      guard let text = answers[request.path] else { return peer.answer(404) }
      peer.answer(
        200, [("Content-Type", "application/json")],
        body: Array(text.replacing("BASE", with: base()).utf8))
    }
  }
}

private let pixel = Array(
  Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  ) ?? Data())

private let mealie = Program(
  name: "mealie",
  answers: [
    "/api/recipes?page=1&perPage=100": """
    {"page": 1, "per_page": 100, "total": 2, "total_pages": 2, "previous": null,
     "next": "/recipes?page=2&perPage=100&orderDirection=desc", "items": [
      {"id": "e82f5449-c33b-437c-b712-337587199264", "name": "Potato soup", "slug": "potato-soup", "image": "jJ4g",
       "recipeYield": "4 servings", "totalTime": null, "description": "Warm.", "recipeCategory": [],
       "tags": [{"id": "1", "name": "soup", "slug": "soup"}], "tools": [], "rating": null,
       "orgURL": "https://a.example/potato"}]}
    """,
    "/api/recipes?page=2&perPage=100": """
    {"page": 2, "per_page": 100, "total": 2, "total_pages": 2, "previous": "/recipes?page=1", "next": null, "items": [
      {"id": "a82f5449-c33b-437c-b712-337587199264", "name": "Bread", "slug": "bread", "image": null,
       "recipeYield": "1 loaf", "orgURL": null}]}
    """,
    "/api/recipes/potato-soup": """
    {"id": "e82f5449-c33b-437c-b712-337587199264", "name": "Potato soup", "slug": "potato-soup", "image": "jJ4g",
     "recipeYield": "4 servings", "orgURL": "https://a.example/potato", "settings": {"disableAmount": false},
     "recipeIngredient": [{"quantity": 3, "unit": null, "food": null, "note": "chopped", "display": "3 chopped",
       "originalText": "3 potatoes, chopped"}],
     "recipeInstructions": [{"id": "1", "title": "", "text": "Simmer the potatoes."}]}
    """,
  ], detail: "/api/recipes/potato-soup",
  picture:
    "/api/media/recipes/e82f5449-c33b-437c-b712-337587199264/images/original.webp?version=jJ4g")

private let tandoor = Program(
  name: "tandoor",
  answers: [
    "/api/recipe/?page=1&page_size=100": """
    {"count": 2, "next": "http://localhost/api/recipe/?page=2&page_size=100", "previous": null, "results": [
      {"id": 7, "name": "Potato soup", "description": "Warm.", "image": "BASE/media/recipes/7.png",
       "keywords": [{"id": 1, "label": "soup", "name": "soup"}], "working_time": 10, "waiting_time": 20, "servings": 4,
       "servings_text": "", "rating": null, "internal": true}]}
    """,
    "/api/recipe/?page=2&page_size=100": """
    {"count": 2, "next": null, "previous": "http://localhost/api/recipe/?page=1", "results": [
      {"id": 8, "name": "Bread", "image": null, "keywords": [], "working_time": 0, "waiting_time": 0, "servings": 1,
       "servings_text": "loaf"}]}
    """,
    "/api/recipe/7/": """
    {"id": 7, "name": "Potato soup", "image": "BASE/media/recipes/7.png", "working_time": 10, "waiting_time": 20,
     "servings": 4, "servings_text": "", "source_url": "https://a.example/potato", "keywords": [],
     "steps": [{"name": "", "instruction": "Simmer the potatoes.", "order": 0, "ingredients": [
       {"food": {"name": "potatoes"}, "unit": null, "amount": 3, "note": "chopped", "order": 0, "is_header": false,
        "no_amount": false}]}]}
    """,
  ], detail: "/api/recipe/7/", picture: "/media/recipes/7.png")

private let nextcloud = Program(
  name: "nextcloud",
  answers: [
    "/index.php/apps/cookbook/api/v1/recipes": """
    [{"recipe_id": 7, "id": "7", "name": "Potato soup", "keywords": "soup", "category": "Dinner",
      "dateCreated": "2023-09-27T13:42:51+0000", "dateModified": null, "imageUrl": "/apps/cookbook/recipes/7/image?size=thumb",
      "imagePlaceholderUrl": "/apps/cookbook/recipes/7/image?size=thumb16"},
     {"recipe_id": 8, "id": "8", "name": "Bread", "keywords": null, "category": "", "dateCreated": "0", "imageUrl": "",
      "imagePlaceholderUrl": ""}]
    """,
    "/index.php/apps/cookbook/api/v1/recipes/7": """
    {"@context": "http://schema.org", "@type": "Recipe", "id": "7", "name": "Potato soup", "image": "/Recipes/soup/full.jpg",
     "recipeYield": 4, "keywords": "soup", "tool": [], "dateModified": "2023-09-27T13:42:51+0000", "url": "",
     "recipeIngredient": ["3 potatoes, chopped"], "recipeInstructions": ["Simmer the potatoes."]}
    """,
  ], detail: "/index.php/apps/cookbook/api/v1/recipes/7",
  picture: "/index.php/apps/cookbook/api/v1/recipes/7/image?size=full")

@Suite struct RecipeServiceTests {
  private static let environment = ["TOKEN": "secret-token"]

  /// Adds the server as the feed `home`, and runs a body in a workplace.
  private func withHome(
    _ program: Program, _ body: @Sendable (Workplace, LoopbackServer) throws -> Void
  ) async throws {
    let base = Mutex("")
    try await withServer(program.handler { base.withLock { $0 } }) { server in
      base.withLock { $0 = String(server.url("").reversed().drop { $0 == "/" }.reversed()) }
      let place = try Workplace()
      let added = try place.larder(
        "demo", "-c",
        "feeds add home \(server.url("/")) as \(program.name) -H 'Authorization: Bearer $TOKEN'")
      #expect(added.status == 0, "\(added.errors)")
      try body(place, server)
    }
  }

  @Test(arguments: [mealie, tandoor, nextcloud])
  private func `the recipes of a server are a feed, and each is read when it is shown`(
    program: Program
  ) async throws {
    try await withHome(program) { place, server in
      let listed = try place.larder(
        "home", "-c", "sort name; list", environment: Self.environment)
      #expect(listed.output.contains("Potato soup") && listed.output.contains("Bread"), "\(listed)")
      #expect(!server.requests.contains { $0.path == program.detail })
      let shown = try place.larder(
        "home", "-c", "show Potato soup; show Potato soup", environment: Self.environment)
      #expect(shown.output.contains("potatoes, chopped"), "\(shown)")
      #expect(shown.output.contains("Simmer the potatoes."))
      #expect(server.requests.count { $0.path == program.detail } == 1)
      // The token goes to the server only, with each request.
      #expect(server.requests.allSatisfy { $0["authorization"] == Program.token })
      let picture = try place.larder(
        "home", "-c", "picture Potato soup", environment: Self.environment)
      #expect(picture.output.contains("PNG 1 × 1"), "\(picture)")
    }
  }

  @Test(arguments: [mealie, tandoor, nextcloud])
  private func `a saved recipe of a server is complete, and a favorite stays one`(
    program: Program
  ) async throws {
    try await withHome(program) { place, server in
      let saved = try place.larder(
        "home", "-c", "favorite Potato soup; save Potato soup; filter is:favorite; count",
        environment: Self.environment)
      #expect(saved.status == 0 && saved.lines.last == "1", "\(saved)")
      let mine = try place.larder("mine", "-c", "show 1")
      #expect(mine.output.contains("potatoes, chopped"), "\(mine)")
      let exported = try place.larder(
        "home", "-c", "export schema.org - Potato soup", environment: Self.environment)
      #expect(exported.output.contains("Simmer the potatoes."), "\(exported)")
    }
  }

  @Test func `offline, a recipe that is not stored is shown as far as it is known, and not saved`()
    async throws
  {
    try await withHome(mealie) { place, _ in
      _ = try place.larder("home", "-c", "count", environment: Self.environment)
      let shown = try place.larder(
        "--offline", "home", "-c", "show Potato soup", environment: Self.environment)
      #expect(shown.output.contains("4 servings"), "\(shown)")
      #expect(shown.errors.contains("the recipe of Potato soup is not loaded"), "\(shown)")
      let saved = try place.larder(
        "--offline", "home", "-c", "save Potato soup", environment: Self.environment)
      #expect(saved.status != 0 && saved.errors.contains("is not loaded"), "\(saved)")
    }
  }

  @Test func `a server that refuses the token says so, and a file is no server`() async throws {
    try await withHome(mealie) { place, _ in
      let refused = try place.larder("home", "-c", "count", environment: ["TOKEN": "wrong"])
      #expect(refused.status != 0)
      #expect(
        refused.errors.contains("401") && refused.errors.contains("credentials"), "\(refused)")
      let file = try place.file("a.json", "[]")
      let wrong = try place.larder("demo", "-c", "load \(file) as mealie")
      #expect(wrong.errors.contains("a server of Mealie, which has an address"), "\(wrong)")
    }
  }

  @Test func `the recipe on the page of an entry is read when it is shown or saved`() async throws {
    let asked = Mutex<[String]>([])
    try await withServer { request, peer in
      asked.withLock { $0.append(request.path) }
      switch request.path {
      case "/feed":
        let entries = ["soup", "news"].map {
          "<item><title>\($0)</title><link>http://\(request["host"] ?? "")/\($0)</link></item>"
        }
        peer.answer(
          body: Array("<rss><channel>\(entries.joined())</channel></rss>".utf8))
      case "/soup":
        peer.answer(
          200, [("Content-Type", "text/html"), ("Cache-Control", "max-age=600")],
          body: Array(
            #"""
            <script type="application/ld+json">{"@type": "Recipe", "name": "Soup of the day",
            "recipeIngredient": ["1 onion"], "recipeInstructions": "Cook."}</script>
            """#.utf8))
      default: peer.answer(200, [("Content-Type", "text/html")], body: Array("<p>News".utf8))
      }
    } run: { server in
      let place = try Workplace()
      let feed = server.url("/feed")
      let shown = try place.larder(feed, "-c", "list; show soup; show soup; show news")
      #expect(shown.output.contains("1 onion"), "\(shown)")
      #expect(shown.errors.contains("the page of news has no recipe"), "\(shown)")
      #expect(asked.withLock { $0.count { $0 == "/soup" } } == 1)
      let saved = try place.larder(feed, "-c", "save soup")
      #expect(saved.status == 0, "\(saved)")
      #expect(try place.larder("mine", "-c", "show soup").output.contains("1 onion"))
    }
  }
}

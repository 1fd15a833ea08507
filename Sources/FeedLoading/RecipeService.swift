import Text
import World

/// A server of a recipe program, whose list of recipes is a feed: `feeds add home ADDRESS as mealie`.
package enum RecipeService: String, CaseIterable, Sendable {
  case mealie, tandoor, nextcloud

  /// A description of the service for the user.
  package var summary: String {
    switch self {
    case .mealie: "a server of Mealie"
    case .tandoor: "a server of Tandoor"
    case .nextcloud: "the Cookbook of a Nextcloud"
    }
  }

  /// Returns the address of the first page of its list.
  ///
  /// - Parameter server: The address of the server, or of the folder that it is in.
  /// - Returns: The address.
  package func list(of server: String) -> String {
    var base = String(server.prefix { $0 != "?" && $0 != "#" })
    while base.hasSuffix("/") { base.removeLast() }
    // The address of the list itself leads to its server.
    for end in ["/index.php" + path, path, String(path.dropLast())] where base.hasSuffix(end) {
      base.removeLast(end.count)
      break
    }
    switch self {
    case .mealie: return base + path + "?page=1&perPage=100"
    case .tandoor: return base + path + "?page=1&page_size=100"
    case .nextcloud: return base + "/index.php" + path
    }
  }

  /// The path of the list.
  private var path: String {
    switch self {
    case .mealie: "/api/recipes"
    case .tandoor: "/api/recipe/"
    case .nextcloud: "/apps/cookbook/api/v1/recipes"
    }
  }

  /// The member of a page that is empty on the last one; nil if there is one page.
  ///
  /// Only its presence counts. The address in it is not requested, because a server behind a proxy may write a wrong one.
  var nextMember: String? { self == .nextcloud ? nil : "next" }

  /// Returns the address of another page.
  func page(_ number: Int, of list: String) -> String {
    // An invalid address is reported by the request.
    guard let address = try? WebAddress(list) else { return list }
    return address.removing(["page=1"]).adding(["page=\(number)"]).text
  }
}

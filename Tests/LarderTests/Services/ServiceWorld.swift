import Foundation
import Synchronization
import TestSupport

/// The three services that named feeds come from, on loopback, with their faults.
///
/// Behind `/meals`, `/museum` and `/cats` each answers as the real one does; `/FAULT/meals` and so on answer
/// with a fault.
final class ServiceWorld: Sendable {
  static let key = "s3cret+key/with=signs"

  /// How many works of art there are.
  let works: Int
  /// How often a fault that passes has come up.
  private let failures = Mutex(0)
  /// Whether somebody's sign-in page is in the way.
  private let isAway = Mutex(false)
  /// Whether something is broken that a test knows of.
  private let broken = Mutex(false)

  init(works: Int = 250) { self.works = works }

  /// Answers a request.
  func answer(_ request: LoopbackRequest, _ peer: LoopbackPeer) {
    if isAway.withLock({ $0 }) {
      return peer.answer(body: Array("<html><title>Sign in</title></html>".utf8))
    }
    var parts = request.path.split(separator: "/").map(String.init)
    guard let first = parts.first else { return peer.answer(404) }
    if ["meals", "museum", "cats"].contains(first) {
      return serve(parts, request, peer)
    }
    parts.removeFirst()
    fail(first, parts, request, peer)
  }

  var isBroken: Bool { broken.withLock { $0 } }

  func setBroken(_ isBroken: Bool) { broken.withLock { $0 = isBroken } }

  /// Puts a sign-in page in the way, or takes it away.
  func setAway(_ isAway: Bool) { self.isAway.withLock { $0 = isAway } }

  private func serve(_ parts: [String], _ request: LoopbackRequest, _ peer: LoopbackPeer) {
    guard let body = body(parts) else { return peer.answer(404) }
    peer.answer(200, [("Content-Type", "application/json")], body: Array(body.utf8))
  }

  private func body(_ parts: [String]) -> String? {
    let last = parts.last ?? ""
    switch parts.first {
    case "meals": return meals(last)
    case "museum": return museum(parts)
    default: return cats(last)
    }
  }

  private func fail(
    _ fault: String, _ parts: [String], _ request: LoopbackRequest, _ peer: LoopbackPeer
  ) {
    let count = failures.withLock { count in
      count += 1
      return count
    }
    switch fault {
    case "cut":
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n{\"meals\": [")
      peer.hangUp()
    case "slow": peer.waitForClose()
    case "wrong-type":
      peer.answer(200, [("Content-Type", "image/png")], body: Array((body(parts) ?? "").utf8))
    case "same":
      if request["if-none-match"] == "\"1\"" { return peer.answer(304, [("ETag", "\"1\"")]) }
      peer.answer(
        200, [("ETag", "\"1\""), ("Cache-Control", "no-cache")],
        body: Array((body(parts) ?? "").utf8))
    case "busy" where count == 1: peer.answer(429, [("Retry-After", "0")])
    case "broken": peer.answer(503)
    case "portal":
      peer.answer(
        200, [("Content-Type", "text/html")],
        body: Array("<!DOCTYPE html><title>Sign in</title><form></form>".utf8))
    default: serve(parts, request, peer)
    }
  }

  private func meals(_ path: String) -> String {
    guard path.hasPrefix("search.php?s=") else { return #"{"meals":null}"# }
    let all = ["Apple Pie", "Beef Stew", "Lemon Pie"]
    let text = path.dropFirst(13).replacing("%20", with: " ").lowercased()
    let found = all.filter { text.isEmpty || $0.lowercased().contains(text) }
    if found.isEmpty { return #"{"meals":null}"# }
    let records = found.map {
      #"{"idMeal":"\#(all.firstIndex(of: $0) ?? 0)","strMeal":"\#($0)","strArea":"British","strSource":"","#
        + #""strMealThumb":"https:\/\/a.example\/p.jpg","strIngredient1":"Flour","strMeasure1":"1 cup"}"#
    }
    return #"{"meals":[\#(records.joined(separator: ","))]}"#
  }

  /// Page 2 begins with the last work of page 1, as pages do when something is added in between.
  private func museum(_ parts: [String]) -> String? {
    let items = parts[parts.count - 1].split(separator: "?").last?.split(separator: "&") ?? []
    var query: [String: String] = [:]
    for item in items {
      let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
      query[pair[0]] = pair.count > 1 ? pair[1] : ""
    }
    guard query["key"] == "s3cret%2Bkey%2Fwith%3Dsigns", let page = query["p"].flatMap({ Int($0) }),
      let size = query["ps"].flatMap({ Int($0) }), parts.count == 3
    else { return nil }
    let first = (page - 1) * size
    let numbers = first < works ? Array(first..<min(first + size, works)) : []
    let shown = page == 2 ? [first - 1] + numbers.dropLast() : numbers
    let records = shown.map {
      #"{"id":"\#(parts[1])-\#($0)","title":"Work \#($0)","principalOrFirstMaker":"Ann","#
        + #""permitDownload":false,"webImage":null,"links":{"web":"http://a.example/\#($0)"}}"#
    }
    return #"{"count":\#(works),"artObjects":[\#(records.joined(separator: ","))]}"#
  }

  private func cats(_ path: String) -> String? {
    switch path {
    case "breeds.json": return #"{"breeds":[\#(cat("Manx")),\#(cat("Ocicat"))]}"#
    case "breeds_with_more.json":
      return #"{"breeds":[\#(cat("Manx")),\#(cat("Serval")),\#(cat("Lynx"))]}"#
    case "breeds_empty.json": return #"{ "breeds": [] }"#
    case "breeds_malformed.json": return "{ \"🙀\" }"
    default: return nil
    }
  }

  private func cat(_ name: String) -> String {
    #"{"name":"\#(name)","popularity":\#(name.utf8.count),"known_for":"ClÃ©ment","#
      + #""photo_url":"https://a.example/m.jpg","info_url":"https://a.example/m","credit":"Ann","#
      + #""license":"cc1","description":"A cat."}"#
  }
}

extension Workplace {
  /// Points the named feeds to loopback services.
  func useServices(at base: String) throws {
    let run = try larder(
      "demo", "-c",
      "set base.meals \(base)/meals; set base.paintings \(base)/museum; set base.breeds \(base)/cats"
    )
    if run.status != 0 { throw ServiceSetupError(errors: run.errors) }
  }
}

/// Why the services could not be used.
struct ServiceSetupError: Error {
  var errors: String
}

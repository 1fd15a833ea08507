import Diagnostics
import FeedLoading
import HTTPCache
import Pictures
import Terminal
import Text

/// Descriptions of pictures.
extension PictureViews {
  /// The placeholder of a picture that cannot be displayed, or not yet: a glyph and words.
  func phaseWords(_ phase: PicturePhase) -> [StyledText] {
    switch phase {
    case .queued: [StyledText("… waiting", .faint)]
    case .found: [StyledText("… in the cache", .faint)]
    case .downloading(let received, let total): [StyledText(progress(received, total), .faint)]
    case .decoding: [StyledText("… opening", .faint)]
    case .ready: []
    case .broken(let reason): [StyledText("✗ broken picture", .bad), StyledText(reason, .faint)]
    case .failed(let reason, let retryAt):
      [StyledText("! not loaded", .warning), StyledText(reason, .faint)] + retryWords(retryAt)
    case .offline: [StyledText("○ offline", .warning), StyledText("no copy is stored", .faint)]
    }
  }

  /// The phase of a picture that cannot be displayed, in one word, for programs.
  func word(for phase: PicturePhase) -> String {
    switch phase {
    case .queued, .found, .downloading, .decoding, .ready: "loading"
    case .broken: "broken"
    case .failed: "failed"
    case .offline: "offline"
    }
  }

  /// The source of a picture in one word; pictures of `demo` are bundled, and need no network.
  func word(for source: PictureFacts.Source) -> String {
    source == .network && bundledFeed == .demo ? "bundled" : source.rawValue
  }

  /// The placeholder in one line.
  func sentence(_ phase: PicturePhase) -> String {
    let words = phaseWords(phase).map(\.plain)
    let reason = words.dropFirst().joined(separator: " · ")
    return (words.prefix(1) + (reason.isEmpty ? [] : [reason])).joined(separator: ": ")
  }

  private func progress(_ received: Int, _ total: Int?) -> String {
    guard let total, total > 0 else { return "↓ \(byteText(received))" }
    return "↓ \(min(99, 100 * received / total)) % of \(byteText(total))"
  }

  private func retryWords(_ moment: Double) -> [StyledText] {
    let span = (moment - now).rounded(.up)
    return span < 1 ? [] : [StyledText("can be retried in \(spanText(span))", .faint)]
  }

  /// Remarks about a displayed picture; empty if there are none.
  func remark(on facts: PictureFacts, isChecking: Bool) -> String {
    let age = "\(spanText(max(0, now - facts.date))) old"
    var parts: [String] = []
    if facts.isIncomplete { parts.append("cut off") }
    if facts.source == .offline { parts.append("\(age), offline") }
    if let failure = facts.failure {
      parts.append("\(age): \(failure)")
    } else if isChecking {
      parts.append("\(age), being checked")
    } else if facts.source == .stale {
      parts.append(age)
    }
    return parts.joined(separator: ", ")
  }

  /// The numbers of the last requested pictures by phase; nil if there are none.
  package var summary: String? {
    var counts: [(name: String, count: Int)] = []
    for phase in current?.loader.phases ?? [] {
      let name = name(of: phase)
      if let place = counts.firstIndex(where: { $0.name == name }) {
        counts[place].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    if counts.isEmpty { return nil }
    return counts.sorted { $0.name < $1.name }.map { "\($0.count) \($0.name)" }
      .joined(separator: ", ")
  }

  private func name(of phase: PicturePhase) -> String {
    switch phase {
    case .queued: "waiting"
    case .found: "found in the cache"
    case .downloading: "downloading"
    case .decoding: "opening"
    case .ready(_, isChecking: true): "being checked"
    case .ready: "shown"
    case .broken: "broken"
    case .failed: "failed"
    case .offline: "not cached, and offline"
    }
  }

  /// The caption of a picture: its name, format, size and source, and remarks.
  func caption(_ name: String, _ phase: PicturePhase) -> StyledText {
    guard case .ready(let facts, let isChecking) = phase else {
      return StyledText(name, .strong) + StyledText(" · " + sentence(phase), .faint)
    }
    let source =
      switch facts.source {
      case .network where bundledFeed == .demo: "bundled"
      case .network: "from the network"
      case .validated: "from the cache, still good"
      case .cache: "from the cache"
      case .stale, .offline, .none: "a copy"
      case .file: "from its file"
      }
    let remark = remark(on: facts, isChecking: isChecking)
    let parts = [
      "\(facts.format.name) \(facts.size.width) × \(facts.size.height)", byteText(facts.count),
      source,
    ]
    return StyledText(name, .strong)
      + StyledText(" · " + parts.joined(separator: " · "), .faint)
      + StyledText(remark.isEmpty ? "" : " · \(remark)", .warning)
  }
}

import Text

/// How far something has come, how fast it goes on, and how long it still takes.
package struct ProgressMeter: Sendable {
  private let title: String
  private let countsBytes: Bool
  private let sizeText: @Sendable (Int) -> String
  private var done = 0
  private var total: Int?
  private var pieces = Pace()
  private var bytes = Pace()

  /// Something that has not begun.
  ///
  /// - Parameters:
  ///   - title: What is being done.
  ///   - countsBytes: Whether it is done when so many bytes are, rather than pieces.
  ///   - sizeText: How a number of bytes is said.
  package init(_ title: String, countsBytes: Bool, sizeText: @escaping @Sendable (Int) -> String) {
    self.title = title
    self.sizeText = sizeText
    self.countsBytes = countsBytes
  }

  /// Notes how much is done at a moment.
  ///
  /// - Parameters:
  ///   - done: How much is done.
  ///   - total: How much there is; nil if nobody knows.
  ///   - bytes: How many bytes came by it, where pieces count.
  ///   - seconds: The moment.
  package mutating func note(
    _ done: Int, of total: Int?, bytes: Int? = nil, at seconds: Double
  ) {
    (self.done, self.total) = (done, total)
    pieces.note(done, at: seconds)
    if let bytes = countsBytes ? done : bytes { self.bytes.note(bytes, at: seconds) }
  }

  /// The whole in one line of at most `width` cells: the title, a bar as far as there is room for one, and numbers.
  package func line(width: Int) -> String {
    let numbers = ([count] + [speed, left].compactMap { $0 }).joined(separator: " · ")
    guard let total, total > 0 else { return clipped("\(title) \(numbers)", to: width) }
    let room = width - displayWidth(of: title) - displayWidth(of: numbers) - 2
    if room < 5 { return clipped("\(title) \(numbers)", to: width) }
    let length = min(room, 24)
    let filled = Int(Double(length) * Double(min(done, total)) / Double(total))
    return "\(title) " + String(repeating: "█", count: filled)
      + String(repeating: "░", count: length - filled) + " \(numbers)"
  }

  /// What is done of what there is.
  package var count: String {
    guard let total, total > 0 else { return text(done) }
    return text(min(done, total)) + "/" + text(total)
  }

  private func text(_ number: Int) -> String { countsBytes ? sizeText(number) : "\(number)" }

  private var speed: String? {
    bytes.rate.map { sizeText(Int($0)) + "/s" } ?? pieces.rate.map { rateText($0) + "/s" }
  }

  /// A rate of pieces, with a place behind the point where it is small.
  private func rateText(_ rate: Double) -> String {
    let rounded = (rate * 10).rounded() / 10
    return rate >= 10 || rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private var left: String? {
    guard let total, let rate = pieces.settledRate, total > done else { return nil }
    let seconds = Double(total - done) / rate
    switch seconds {
    case ..<1: return nil
    case ..<90: return "\(Int(seconds.rounded(.up))) s left"
    case ..<5400: return "\(Int((seconds / 60).rounded(.up))) min left"
    case ..<360_000: return "\(Int((seconds / 3600).rounded(.up))) h left"
    default: return nil
    }
  }
}

/// How fast a number grows, smoothed over a few seconds.
private struct Pace: Sendable {
  /// Over how many seconds changes are smoothed.
  private static let memory = 3.0

  private var start: (seconds: Double, number: Int)?
  private var last: (seconds: Double, number: Int) = (0, 0)
  private var smoothed = 0.0

  /// Notes the number at a moment.
  mutating func note(_ number: Int, at seconds: Double) {
    guard let start else {
      (start, last) = ((seconds, number), (seconds, number))
      return
    }
    let (span, elapsed) = (seconds - last.seconds, seconds - start.seconds)
    guard span >= 0.1 else { return }
    if elapsed <= Self.memory {
      smoothed = Double(number - start.number) / elapsed
    } else {
      let present = Double(number - last.number) / span
      smoothed += (present - smoothed) * span / (span + Self.memory)
    }
    last = (seconds, number)
  }

  /// How much comes in a second; nil as long as that would be a guess.
  var rate: Double? { rate(after: 1) }

  /// The same, when more can be told from it.
  var settledRate: Double? { rate(after: 2) }

  private func rate(after seconds: Double) -> Double? {
    guard let start, last.seconds - start.seconds >= seconds, smoothed > 0 else { return nil }
    return smoothed
  }
}

import Text

/// The progress, rate and remaining time of an operation.
package struct ProgressMeter: Sendable {
  private let title: String
  private let countsBytes: Bool
  private let sizeText: @Sendable (Int) -> String
  private var done = 0
  private var total: Int?
  private var pieces = Pace()
  private var bytes = Pace()

  /// Creates the meter of an operation.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - countsBytes: Whether progress is measured in bytes, rather than in items.
  ///   - sizeText: Formats a number of bytes.
  package init(_ title: String, countsBytes: Bool, sizeText: @escaping @Sendable (Int) -> String) {
    self.title = title
    self.sizeText = sizeText
    self.countsBytes = countsBytes
  }

  /// Updates the progress.
  ///
  /// - Parameters:
  ///   - done: The completed amount.
  ///   - total: The total amount; nil if it is unknown.
  ///   - bytes: The number of bytes transferred, if progress is measured in items.
  ///   - seconds: The current time.
  package mutating func note(
    _ done: Int, of total: Int?, bytes: Int? = nil, at seconds: Double
  ) {
    (self.done, self.total) = (done, total)
    pieces.note(done, at: seconds)
    if let bytes = countsBytes ? done : bytes { self.bytes.note(bytes, at: seconds) }
  }

  /// Returns a line of at most `width` cells: the title, a bar if there is space, and numbers.
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

  /// The completed part, from 0 to 1; nil if the total is unknown.
  package var share: Double? {
    guard let total, total > 0 else { return nil }
    return Double(min(done, total)) / Double(total)
  }

  /// The completed amount and the total.
  package var count: String {
    guard let total, total > 0 else { return text(done) }
    return text(min(done, total)) + "/" + text(total)
  }

  private func text(_ number: Int) -> String { countsBytes ? sizeText(number) : "\(number)" }

  private var speed: String? {
    bytes.rate.map { sizeText(Int($0)) + "/s" } ?? pieces.rate.map { rateText($0) + "/s" }
  }

  /// Formats a rate of items, with a decimal if it is small.
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

/// The rate of a growing number, smoothed over a few seconds.
private struct Pace: Sendable {
  /// The time constant of the smoothing, in seconds.
  private static let memory = 3.0

  private var start: (seconds: Double, number: Int)?
  private var last: (seconds: Double, number: Int) = (0, 0)
  private var smoothed = 0.0

  /// Updates the number.
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

  /// The rate per second; nil before there is enough data.
  var rate: Double? { rate(after: 1) }

  /// The rate per second, once it is reliable enough for a prediction.
  var settledRate: Double? { rate(after: 2) }

  private func rate(after seconds: Double) -> Double? {
    guard let start, last.seconds - start.seconds >= seconds, smoothed > 0 else { return nil }
    return smoothed
  }
}

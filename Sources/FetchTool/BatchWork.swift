import World

/// Which requests wait for a lane, and which answers wait to be written.
struct BatchWork {
  /// How many requests are under way at a time, and how many answers wait for a slow reader.
  private static let most = 64
  /// How many requests wait for a lane, and how many bytes they have, before no more are read.
  private static let (mostWaiting, mostBytes) = (128, 1 << 20)

  private var requests: [[UInt8]] = []
  /// Where the first of the requests is that still wait.
  private var first = 0
  private var waitingBytes = 0
  private var isReaderWaiting = false
  private var lanes = 0
  private var lastLane = 0
  /// Those that wait to be written.
  private var answers: [[UInt8]] = []
  private var isWriting = false
  /// Why no more can be written; nil as long as they can.
  private(set) var end: Console.Writing?

  private var waitingCount: Int { requests.count - first }

  /// Takes one more request.
  mutating func add(_ request: [UInt8]) {
    requests.append(request)
    waitingBytes += request.count
  }

  /// Whether there is room for another request; else the reader waits for ``takeFreeRoom()``.
  mutating func hasRoom() -> Bool {
    isReaderWaiting = waitingCount >= Self.mostWaiting || waitingBytes >= Self.mostBytes
    return !isReaderWaiting
  }

  /// Whether the reader waits and need not any longer, which is said once.
  mutating func takeFreeRoom() -> Bool {
    guard isReaderWaiting, waitingCount <= Self.mostWaiting / 2, waitingBytes < Self.mostBytes
    else { return false }
    isReaderWaiting = false
    return true
  }

  /// Begins another lane, if there is something for it to do.
  mutating func startLane() -> (lane: Int, request: [UInt8])? {
    guard lanes < Self.most, let request = take() else { return nil }
    lanes += 1
    lastLane += 1
    return (lastLane, request)
  }

  /// The next request for a lane, which has answered its last one; nil if it ends.
  mutating func next() -> [UInt8]? {
    let request = take()
    if request == nil { lanes -= 1 }
    return request
  }

  /// Drops the requests that wait.
  mutating func giveUp() {
    requests = []
    (first, waitingBytes) = (0, 0)
  }

  /// Takes one more answer.
  ///
  /// - Returns: Whether who brought it writes it, with those that come meanwhile; else somebody does so already.
  mutating func begin(answer: [UInt8]) -> Bool {
    answers.append(end == nil ? answer : [])
    defer { isWriting = true }
    return !isWriting
  }

  /// What is to be written now, nothing if nobody can; nil if there are no more answers, and whoever wrote them is done.
  mutating func takeAnswers() -> [[UInt8]]? {
    isWriting = !answers.isEmpty
    defer { answers = [] }
    return isWriting ? answers : nil
  }

  /// Notes how a writing went, and gives what is to be written next.
  mutating func goOn(after writing: Console.Writing) -> [[UInt8]]? {
    if writing != .written {
      end = writing
      for place in answers.indices { answers[place] = [] }
    }
    return takeAnswers()
  }

  private mutating func take() -> [UInt8]? {
    guard answers.count < Self.most, first < requests.count else { return nil }
    let request = requests[first]
    requests[first] = []
    first += 1
    waitingBytes -= request.count
    if first == requests.count || first == Self.mostWaiting {
      requests.removeFirst(first)
      first = 0
    }
    return request
  }
}

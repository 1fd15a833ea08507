import World

/// The queues of a batch: requests that wait for a worker, and answers that wait to be written.
struct BatchQueue {
  /// The maximum number of workers, and of answers that wait to be written.
  private static let workerLimit = 64
  /// The numbers of queued requests and of their bytes at which reading pauses.
  private static let (requestLimit, byteLimit) = (128, 1 << 20)

  private var requests: [[UInt8]] = []
  /// The index of the first queued request.
  private var first = 0
  private var waitingBytes = 0
  private var isReaderWaiting = false
  private var workerCount = 0
  private var lastWorker = 0
  /// The answers that wait to be written.
  private var answers: [[UInt8]] = []
  private var isWriting = false
  /// Why writing ended; nil while it is possible.
  private(set) var end: Console.Writing?

  private var waitingCount: Int { requests.count - first }

  /// Enqueues a request.
  mutating func add(_ request: [UInt8]) {
    requests.append(request)
    waitingBytes += request.count
  }

  /// Whether there is room for another request.
  ///
  /// Otherwise the reader waits for ``takeRoomSignal()``.
  mutating func hasRoom() -> Bool {
    isReaderWaiting = waitingCount >= Self.requestLimit || waitingBytes >= Self.byteLimit
    return !isReaderWaiting
  }

  /// Whether the reader waits and there is room now.
  ///
  /// Returns true once.
  mutating func takeRoomSignal() -> Bool {
    guard isReaderWaiting, waitingCount <= Self.requestLimit / 2, waitingBytes < Self.byteLimit
    else { return false }
    isReaderWaiting = false
    return true
  }

  /// Starts another worker, if a request is queued.
  mutating func startWorker() -> (worker: Int, request: [UInt8])? {
    guard workerCount < Self.workerLimit, let request = take() else { return nil }
    workerCount += 1
    lastWorker += 1
    return (lastWorker, request)
  }

  /// Returns the next request for a worker that has finished one; nil if the worker ends.
  mutating func next() -> [UInt8]? {
    let request = take()
    if request == nil { workerCount -= 1 }
    return request
  }

  /// Removes all queued requests.
  mutating func removeRequests() {
    requests = []
    (first, waitingBytes) = (0, 0)
  }

  /// Enqueues an answer.
  ///
  /// - Returns: Whether the caller must write the queued answers, because no other worker is writing.
  mutating func enqueue(answer: [UInt8]) -> Bool {
    answers.append(end == nil ? answer : [])
    defer { isWriting = true }
    return !isWriting
  }

  /// Returns the answers to write, which are empty after an error; nil if there are none, which ends writing.
  mutating func takeAnswers() -> [[UInt8]]? {
    isWriting = !answers.isEmpty
    defer { answers = [] }
    return isWriting ? answers : nil
  }

  /// Records the result of writing, and returns the answers to write next.
  mutating func takeAnswers(after writing: Console.Writing) -> [[UInt8]]? {
    if writing != .written {
      end = writing
      for place in answers.indices { answers[place] = [] }
    }
    return takeAnswers()
  }

  private mutating func take() -> [UInt8]? {
    guard answers.count < Self.workerLimit, first < requests.count else { return nil }
    let request = requests[first]
    requests[first] = []
    first += 1
    waitingBytes -= request.count
    if first == requests.count || first == Self.requestLimit {
      requests.removeFirst(first)
      first = 0
    }
    return request
  }
}

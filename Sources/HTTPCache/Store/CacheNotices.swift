/// What a person should know of the store, each thing once.
struct CacheNotices: Sendable {
  enum Topic { case index, folder }

  private var pending: [String] = []
  private var said: Set<Topic> = []

  mutating func add(_ topic: Topic, _ text: String) {
    if said.insert(topic).inserted { pending.append(text) }
  }

  mutating func take() -> String? { pending.isEmpty ? nil : pending.removeFirst() }
}

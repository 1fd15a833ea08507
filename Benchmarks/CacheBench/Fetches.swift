import Dispatch
import FoundationEssentials
import HTTPCache
import LiveWorld
import World

/// Fetches what is at some addresses through a cache, eight at a time as `curl -Z` does, and prints how
/// many bytes came.
func fetch(_ addresses: [String], into folder: String) {
  let world = World.live(folders: Folders(home: folder), seed: nil)
  let now = world.now
  let store = CacheStore(
    folder: folder, files: world.files, now: { now().timeIntervalSince1970 })
  let fetcher = Fetcher(store: store, transport: world.http, surroundings: .init(world))
  let done = DispatchSemaphore(value: 0)
  Task {
    print(await received(addresses, 8, fetcher), "bytes")
    store.flush()
    done.signal()
  }
  done.wait()
}

private func received(_ addresses: [String], _ lanes: Int, _ fetcher: Fetcher) async -> Int {
  await withTaskGroup(of: Int.self) { group in
    for lane in 0..<lanes {
      group.addTask {
        var sum = 0
        for number in stride(from: lane, to: addresses.count, by: lanes) {
          sum += await contentSize(of: addresses[number], fetcher)
        }
        return sum
      }
    }
    return await group.reduce(0, +)
  }
}

private func contentSize(of address: String, _ fetcher: Fetcher) async -> Int {
  do {
    return try await fetcher.fetch(FetchRequest(try WebAddress(address))).content.count
  } catch {
    print(address, error)
    return 0
  }
}

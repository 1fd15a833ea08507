import HTTPCache
import Pictures
import Terminal
import Testing

@Test func `a picture is settled once it can be shown or cannot be had`() {
  let facts = PictureFacts(
    size: PixelSize(width: 1, height: 1), source: .network, date: 0, digest: "")
  let settled: [PicturePhase] = [
    .ready(facts), .broken(reason: ""), .failed(reason: "", retryAt: 0), .offline,
  ]
  let others: [PicturePhase] = [
    .queued, .found(isFresh: true), .downloading(received: 0, total: nil), .decoding,
  ]
  #expect(settled.allSatisfy(\.isSettled))
  #expect(!others.contains(where: \.isSettled))
}

import HTTPCache
import Pictures
import Terminal
import Testing

private let facts = PictureFacts(
  format: .png, size: PixelSize(width: 1, height: 1), count: 1, source: .network, date: 0,
  identity: 0)

private let phases: [PicturePhase] = [
  .queued, .found(isFresh: true), .downloading(received: 0, total: nil), .decoding,
  .ready(facts, isChecking: true), .ready(facts, isChecking: false), .broken(reason: ""),
  .failed(reason: "", retryAt: 0), .offline,
]

@Test func `a picture is settled once it can be shown or cannot be had`() {
  #expect(phases.map(\.isSettled) == [false, false, false, false, false, true, true, true, true])
}

@Test func `a settled picture can only be queued again`() {
  for phase in phases where phase.isSettled {
    #expect(phases.filter { phase.leads(to: $0) } == [.queued])
  }
}

@Test func `every unsettled picture can become ready or broken`() {
  for phase in phases where !phase.isSettled {
    #expect(phase.leads(to: .ready(facts, isChecking: false)), "\(phase)")
    #expect(phase.leads(to: .broken(reason: "")), "\(phase)")
  }
}

@Test func `a shown picture is not replaced by a temporary state`() {
  let shown = PicturePhase.ready(facts, isChecking: true)
  for phase in [phases[2], phases[3], phases[7], phases[8]] {
    #expect(!shown.leads(to: phase), "\(phase)")
  }
}

import Recordings
import Testing

@Suite("The world that a script asks for")
struct ScriptHeaderTests {
  @Test(
    "A time zone is so far ahead of UTC",
    arguments: [("UTC", 0), ("UTC+05:30", 19_800), ("UTC-8", -28_800), ("UTC+00:00", 0)])
  func timeZones(name: String, seconds: Int) {
    var header = ScriptHeader()
    header.timeZone = name
    #expect(header.secondsAheadOfUTC == seconds)
  }
}

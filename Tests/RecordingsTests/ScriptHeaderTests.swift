import Recordings
import Testing

@Suite("The script header")
struct ScriptHeaderTests {
  @Test(
    "a time zone has its offset from UTC",
    arguments: [("UTC", 0), ("UTC+05:30", 19_800), ("UTC-8", -28_800), ("UTC+00:00", 0)])
  func timeZones(name: String, seconds: Int) {
    var header = ScriptHeader()
    header.timeZone = name
    #expect(header.secondsAheadOfUTC == seconds)
  }
}

import Testing
import Text

@Test(arguments: [
  ("NaleÅ›niki", "Naleśniki"), ("ClÃ©ment", "Clément"), ("â€œquotedâ€\u{9D}", "“quoted”"),
  ("Â½ cup", "½ cup"), ("\u{F0}\u{178}\u{8D}°", "🍰"), ("CrÃ¨me BrÃ»lÃ©e", "Crème Brûlée"),
])
func `a text that was encoded twice is known by its round trip`(text: String, meant: String) {
  #expect(textEncodedTwice(text) == meant)
}

@Test(arguments: [
  "", "plain", "Walnut Roll Gužvara", "White Chocolate Crème Brûlée", "Pâté", "naïve café", "Ã",
  "Ã©!ž🍰",
  "日本", "Ångström", "½ cup", "smörgåsbord", "ÃƒÂ then ś",
])
func `a correct text is never touched`(text: String) {
  #expect(textEncodedTwice(text) == nil)
}

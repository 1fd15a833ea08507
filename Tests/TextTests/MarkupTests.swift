import Testing
import Text

@Test(arguments: [
  ("Fish &amp; Chips", "Fish & Chips"), ("cr&egrave;me br&ucirc;l&eacute;e", "crème brûlée"),
  ("&#39;n&#x27; &#X2019;", "'n' ’"), ("350&deg;F", "350°F"), ("&frac12; &frac13; cup", "½ ⅓ cup"),
  ("it&#146;s 5&#150;6 &#x80;", "it’s 5–6 €"), ("a&nbsp;b&#160;c\u{A0}d &lt;", "a b c d <"),
  ("&#0;&#xD800;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&Alpha;&hearts;", "Α♥"),
  ("salt &amp pepper", "salt & pepper"), ("&#8211 x", "– x"), ("&rsquo s", "&rsquo s"),
  ("AT&T &unknown; &; &#; &#x; &", "AT&T &unknown; &; &#; &#x; &"), ("?a=1&copy=2", "?a=1&copy=2"),
  ("&copycat", "&copycat"), ("&thetasym;&thetasymbol;", "ϑ&thetasymbol;"), ("&lang;&yuml;", "⟨ÿ"),
])
func `character references are decoded as browsers do`(markup: String, expected: String) {
  #expect(plainText(markup, keepingLines: false) == expected)
}

@Test(arguments: [
  ("Mum&amp;#39;s", "Mum's"), ("a &amp;amp; b", "a & b"), ("a &amp;amp;amp; b", "a &amp; b"),
  ("&lt;b&gt;bold&lt;/b&gt;", "bold"), ("3 &lt;large&gt; eggs", "3 <large> eggs"),
  ("Array&lt;Int&gt; &lt;br/&gt;&lt;FIGCAPTION class='x'&gt;", "Array<Int>  "),
  ("&amp;lt;fresh&amp;gt; <fresh>", "<fresh> "), ("&lt;!-- no --&gt;yes", "yes"),
  ("&amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt;", "x"),
])
func `a text that is encoded twice is decoded twice`(markup: String, expected: String) {
  #expect(plainText(markup, keepingLines: false) == expected)
}

@Test(arguments: [
  ("<b>Hot</b> <a href=\"x>y\" title='>'>pie</a>", "Hot pie"),
  ("3 < 4 and I <3 pie", "3 < 4 and I <3 pie"),
  ("if a <b then stop <i>now</i>", "if a <b then stop now"), ("end <b", "end <b"),
  ("a<!-- no > -->b<!DOCTYPE html>c", "abc"), ("a<!-- never", "a<!-- never"),
  ("x<SCRIPT>if (a<b) c()</Script >y<style>p{}</style>z", "xyz"), ("<script>x", "x"),
  ("one<br>two<p>three</p><hr/>four", "one two three  four"), ("<a title=\"x>y", "y"),
  ("a &lt; b", "a < b"), ("<>", "<>"), ("</b>x", "x"),
])
func `plain text drops tags, and nothing else`(markup: String, expected: String) {
  #expect(plainText(markup, keepingLines: false) == expected)
}

@Test(arguments: [
  ("<p>one</p><p>two</p>", "one\ntwo\n"), ("a<br>b<br/>c", "a\nb\nc"),
  ("a<br><br>b", "a\n\nb"), ("<ul><li>a</li> <li>b</li></ul>", "a\n b\n"), ("a <b>b</b>", "a b"),
])
func `plain text can retain the lines of blocks`(markup: String, expected: String) {
  #expect(plainText(markup, keepingLines: true) == expected)
}

@Test(
  arguments: [
    "<a ", "<a =\"<b\" ", "<a =\"><b =' ", "<!-- ", "<script>", "&amp;", "&#1", "&#x", "<br>  ",
    "&a",
    "=\"<b\" ", "<p> ", "< ",
  ])
func `markup that repeats any piece is read to its end`(piece: String) {
  let markup = String(repeating: piece, count: 300_000 / piece.utf8.count)
  #expect(plainText(markup, keepingLines: true).utf8.count <= markup.utf8.count)
}

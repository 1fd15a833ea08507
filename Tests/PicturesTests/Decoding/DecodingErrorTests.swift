import Pictures
import Terminal
import Testing

@Test(arguments: [
  ("", "nothing at all"), ("<!DOCTYPE html><p>Log in", "a web page"),
  (" \n<html lang=en>", "a web page"), ("{\"error\": 404}", "JSON"), ("[1]", "JSON"),
  ("<svg xmlns='x'/>", "an SVG drawing"), ("<?xml version='1.0'?>\n<svg/>", "an SVG drawing"),
  ("\u{FEFF}<?xml version='1.0'?><Error/>", "XML"), ("Not found", "text"),
  ("%PDF-1.7\n%\u{1}", "a PDF document"), ("BM6\u{0}\u{0}\u{0}", "a BMP picture"),
  ("\u{0}\u{0}\u{0}\u{1C}ftypavif", "an AVIF picture"),
  ("\u{0}\u{0}\u{0}\u{1C}ftypheic", "a HEIC picture"),
  ("\u{0}\u{0}\u{0}\u{1C}ftypisom", "a film"), ("II*\u{0}\u{8}", "a TIFF picture"),
  ("RIFF\u{4}\u{0}\u{0}\u{0}WAVE", "something unknown"),
])
func `an error names the format of a file that is no picture`(text: String, name: String) {
  #expect(throws: DecodingError.notPicture(name)) {
    try PictureDecoder.stopped().header(of: Array(text.utf8))
  }
}

@Test(arguments: [
  (
    DecodingError.notPicture("a web page"),
    "this is a web page, not a JPEG, PNG, WebP or GIF picture"
  ),
  (
    .tooManyBytes(20_000_001, limit: 20_000_000), "the picture has 20.1 MB, more than 20"
  ),
  (
    .tooManyPixels(PixelSize(width: 8000, height: 5001), limit: 40_000_000),
    "the picture is 8000×5001, more than 40 million pixels"
  ),
  (
    .sideTooLong(PixelSize(width: 20_000, height: 2), limit: 16_384),
    "the picture is 20000×2, more than 16384 pixels on one side"
  ),
  (.tooManyPasses(limit: 100), "the JPEG has more than 100 passes"),
  (.tooManyPieces(.png, limit: 1000), "the PNG has more than 1000 pieces beside its pixels"),
  (.malformed(.webP, reason: "no pixels"), "the WebP is malformed: no pixels"),
  (.malformed(.webP, reason: ""), "the WebP is malformed"),
  (.cutOff(.jpeg), "the JPEG ends before its first pixels"),
  (.tookTooLong(seconds: 2.5), "the picture took more than 2.5 s"),
])
func `an error says what is wrong`(error: DecodingError, text: String) {
  #expect(error.description == text)
}

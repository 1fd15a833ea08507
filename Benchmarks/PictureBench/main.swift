import Terminal

/// Times what pictures take, for `Scripts/benchmark pictures`: a line for each program and figure.
///
/// Usage: PictureBench draw WIDTH HEIGHT FILE | thumbnail FILE | refusal FILE | sending FILE | memory | scrolling
let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("draw", 4):
  try draw(PixelSize(width: Int(words[1]) ?? 1, height: Int(words[2]) ?? 1), to: words[3])
case ("thumbnail", 2): try timeThumbnail(contents(of: words[1]))
case ("refusal", 2): try timeRefusal(contents(of: words[1]))
case ("sending", 2): try timeSending(contents(of: words[1]))
case ("memory", 1): try timeMemory()
case ("scrolling", 1): countHits()
default: print("usage: PictureBench draw|thumbnail|refusal|sending|memory|scrolling …")
}

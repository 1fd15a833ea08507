import Foundation
import TestSupport
import Testing

/// Whether the Python of the system has Pillow.
private let hasPillow = FileManager.default.fileExists(
  atPath: "/usr/lib/python3/dist-packages/PIL/__init__.py")

/// Programs of others that read films; `Scripts/test` says which are missing.
@Suite struct FilmWitnessTests {
  private static let scripts: [String] = {
    let folder = projectFolder + "/Tests/Sessions"
    // That there are some is a test of its own.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".rcp") }.sorted().map { folder + "/" + $0 }
      + [projectFolder + "/Modules/CDemo/tour.rcp"]
  }()

  /// The scripts whose films Pillow decodes, which takes it a hundredth of a second for each frame.
  private static let few = scripts.filter { script in
    ["completion.rcp", "first-steps.rcp", "pictures.rcp"].contains { script.hasSuffix("/" + $0) }
  }

  private let place: Workplace

  init() throws { place = try Workplace() }

  private func witness(_ script: String, _ file: String = "") throws -> [String] {
    let run = try place.script("set -e\n" + script, environment: ["script": file])
    #expect(run.status == 0, "\(run.errors)")
    return run.lines
  }

  @Test(.enabled(if: areHere("gifsicle", "giftext")), arguments: scripts)
  func `gifsicle and giftext read a GIF`(script: String) throws {
    let lines = try witness(
      """
      "$larder" script export "$script" -o a.gif 2>&1
      gifsicle --no-warnings -I a.gif | grep -c 'image #'
      giftext a.gif | grep -c 'Image #'
      gifsicle -I a.gif | sed -n 's/.* delay \\([0-9.]*\\)s$/\\1/p' | awk '$1 < 0.02' | wc -l
      """, script)
    #expect(lines.count >= 3 && lines[lines.count - 3] == lines[lines.count - 2])
    // No delay is too short for browsers.
    #expect(lines.last == "0")
  }

  @Test(.enabled(if: areHere("webpinfo", "pngcheck")), arguments: scripts)
  func `webpinfo and pngcheck find no error`(script: String) throws {
    let lines = try witness(
      """
      "$larder" script export "$script" -o a.webp >&2
      "$larder" script export "$script" -o a.png >&2
      webpinfo -quiet a.webp && pngcheck -q a.png && pngcheck -t a.png | grep -A 1 Title | tail -1
      sed -n 's/^title: //p' "$script" | head -1
      """, script)
    #expect(lines.count == 2 && lines[0].contains(lines[1]), "\(lines)")
  }

  @Test(.enabled(if: hasPillow), arguments: few)
  func `Pillow sees the same end in every format, after the same time`(script: String) throws {
    let lines = try witness(
      """
      for form in gif webp svg; do "$larder" script export "$script" -o a.$form --loop once >&2; done
      "$larder" script export "$script" -o a.png --scale 1 >&2
      cat > x.py <<'END'
      import re
      from PIL import Image, ImageChops
      ends, times = [], []
      for name in "a.gif", "a.webp":
          film, time = Image.open(name), 0
          for number in range(film.n_frames):
              film.seek(number)
              film.load()
              time += film.info["duration"]
          ends.append(film.convert("RGB"))
          times.append(time)
      still = Image.open("a.png").convert("RGB")
      def worst(one, other):
          return max(high for low, high in ImageChops.difference(one, other).getextrema())
      print(worst(still, ends[1]), worst(still, ends[0]))
      svg = int(re.search(r"animation:(\\d+)ms", open("a.svg").read())[1])
      print(max(abs(time - svg) for time in times))
      END
      /usr/bin/python3 x.py
      """, script)
    let numbers = lines.suffix(2).joined(separator: " ").split(separator: " ").compactMap {
      Int($0)
    }
    try #require(numbers.count == 3)
    // A WebP loses nothing; a GIF has 255 colors, which only pictures exceed.
    #expect(numbers[0] == 0 && numbers[2] <= 10)
    #expect(numbers[1] <= (script.hasSuffix("pictures.rcp") ? 48 : 0))
  }

  @Test(.enabled(if: hasPillow)) func `a photograph in a still is like the photograph`() throws {
    try Data(
      """
      rcp 1
      feed: builtin:demo
      size: 60x20
      images: pixels

      > picture lasagne
      |...
      """.utf8
    ).write(to: URL(filePath: place.path + "/x.rcp"))
    let lines = try witness(
      """
      "$larder" script export x.rcp -o a.png --scale 2 >&2
      cat > x.py <<'END'
      import sys
      from PIL import Image
      photo = Image.open(sys.argv[1]).convert("L").resize((640, 480), Image.BICUBIC)
      # A window has a border of 18 and a bar of 48 pixels, and two lines are above the picture, which is in the middle of
      # 36 x 13 cells.
      left, top = 2 * 18 + (648 - 640) // 2, 2 * (48 + 3 * 19) + (494 - 480) // 2
      still = Image.open("a.png").convert("L").crop((left, top, left + 640, top + 480))
      one, other, sums = photo.load(), still.load(), []
      for y in range(0, 480, 8):
          for x in range(0, 640, 8):
              a = [one[x + i, y + j] for j in range(8) for i in range(8)]
              b = [other[x + i, y + j] for j in range(8) for i in range(8)]
              ma, mb = sum(a) / 64, sum(b) / 64
              va, vb = sum((p - ma) ** 2 for p in a) / 63, sum((p - mb) ** 2 for p in b) / 63
              both = sum((p - ma) * (q - mb) for p, q in zip(a, b)) / 63
              sums.append((2 * ma * mb + 6.5025) * (2 * both + 58.5225)
                          / ((ma * ma + mb * mb + 6.5025) * (va + vb + 58.5225)))
      print(sum(sums) / len(sums))
      END
      /usr/bin/python3 x.py '\(projectFolder)/Modules/CDemo/pictures/lasagne.png'
      """)
    let likeness = try #require(lines.last.flatMap { Double($0) })
    #expect(likeness >= 0.95)
  }

  @Test(.enabled(if: areHere("ffprobe", "ffmpeg")), arguments: ["mp4", "webm"])
  func `ffprobe reads a video of the same duration`(form: String) throws {
    try Data(
      """
      rcp 1
      title: A video
      feed: builtin:demo
      size: 41x9

      > count
      @ pause 1s
      """.utf8
    ).write(to: URL(filePath: place.path + "/x.rcp"))
    let lines = try witness(
      """
      "$larder" script export x.rcp -o a.\(form) >&2
      "$larder" script export x.rcp -o b.\(form) >&2
      cmp a.\(form) b.\(form)
      "$larder" script export x.rcp -o a.svg >&2
      grep -o 'animation:[0-9]*' a.svg | cut -d: -f2
      ffprobe -v error -show_entries format=duration:format_tags=title -of csv=p=0 a.\(form)
      ffprobe -v error -show_entries stream=width,height -of csv=p=0 a.\(form)
      """)
    try #require(lines.count == 3, "\(lines)")
    let shown = lines[1].split(separator: ",")
    let (duration, seconds) = (Double(lines[0]) ?? 0, Double(shown[0]) ?? 0)
    #expect(abs(duration / 1000 - seconds) <= 0.04 && shown[1] == "A video")
    // Sides are even.
    #expect(lines[2].hasPrefix("406,"))
  }
}

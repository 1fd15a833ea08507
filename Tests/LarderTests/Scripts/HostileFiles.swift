import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension HostileScript {
  /// Paths that lead away, and files that are none.
  static let files = [
    HostileScript("a feed above", header: "feed: ../secret.json", "> list", 4, "x.rcp:2:"),
    HostileScript("a feed from the root", header: "feed: /etc/passwd", "> list", 4, "x.rcp:2:"),
    HostileScript("a feed at home", header: "feed: ~/.editrc", "> list", 4, "x.rcp:2:"),
    HostileScript(
      "a feed by http:", header: "feed: http://127.0.0.1:80@example.org/", "> list", 4, "x.rcp:2:"),
    HostileScript("a bundle above", header: "bundle: a/../../b", "> list", 4, "x.rcp:2:"),
    HostileScript("an inclusion above", "@ include ../x.rcp", 4, "x.rcp:4:"),
    HostileScript("an attached file above", "@ file ../x\n: y", 4, "x.rcp:4:"),
    HostileScript("a feed that is not there", header: "feed: none.json", "> list", 3, "none.json"),
    HostileScript("a feed behind a link", 3, "is a link") {
      try $0.write("x.rcp", "rcp 1\nfeed: f.json\n\n> list\n")
      try $0.link("f.json", to: "../secret.json")
    },
    HostileScript("a feed in a folder behind a link", 3, "is a link") {
      try $0.write("x.rcp", "rcp 1\nfeed: f/secret.json\n\n> list\n")
      try $0.link("f", to: "..")
    },
    HostileScript("a feed that never ends", 3, "is a link") {
      try $0.write("x.rcp", "rcp 1\nfeed: zero\n\n> list\n")
      try $0.link("zero", to: "/dev/zero")
    },
    HostileScript("a feed from a pipe", 3, "is not a file") {
      try $0.write("x.rcp", "rcp 1\nfeed: pipe\n\n> list\n")
      unsafe _ = mkfifo($0.path + "/pipe", 0o600)
    },
    HostileScript("an inclusion from a pipe", 4, "is not a file") {
      try $0.write("x.rcp", "rcp 1\n\n@ include pipe\n")
      unsafe _ = mkfifo($0.path + "/pipe", 0o600)
    },
    HostileScript("an inclusion behind a link", 4, "is a link") {
      try $0.write("x.rcp", "rcp 1\n\n@ include l.rcp\n")
      try $0.link("l.rcp", to: "../home/.editrc")
    },
    HostileScript("an inclusion of a folder", 4, "not a file") {
      try $0.write("x.rcp", "rcp 1\n\n@ include f\n")
      try $0.write("f/y.rcp", "rcp 1\n")
    },
    HostileScript("a circle of inclusions", 2, "includes itself") {
      try $0.write("x.rcp", "rcp 1\n\n@ include y.rcp\n")
      try $0.write("y.rcp", "rcp 1\n\n@ include x.rcp\n")
    },
    HostileScript("a tree of inclusions", 2, "at most 2000 steps") {
      try $0.write("x.rcp", "rcp 1\n\n" + times("@ include a.rcp\n", 200))
      try $0.write("a.rcp", "rcp 1\n\n" + times("@ include b.rcp\n", 200))
      try $0.write("b.rcp", "rcp 1\n\n" + times("> count\n\n", 200))
    },
    HostileScript("a feed that was exchanged", 3, "digest") {
      try $0.write("x.rcp", "rcp 1\nfeed: f.json sha256:\(times("0", 64))\n\n> list\n")
      try $0.write("f.json", "[]")
    },
    HostileScript("a huge feed", 3, "larger than") {
      try $0.write("x.rcp", "rcp 1\nfeed: f.json\n\n> list\n")
      try $0.write("f.json", "")
      unsafe _ = truncate($0.path + "/f.json", 1 << 40)
    },
    HostileScript("a command that reads behind a link", 0, "1 step as expected") {
      try $0.write("x.rcp", "rcp 1\n\n> load l.json\n? error\n")
      try $0.link("l.json", to: "../secret.json")
    },
    HostileScript("a command that reads a pipe", 0, "1 step as expected") {
      try $0.write("x.rcp", "rcp 1\n\n> load pipe\n? error\n")
      unsafe _ = mkfifo($0.path + "/pipe", 0o600)
    },
  ]

  private static func bundled(_ digest: String) -> String {
    "rcp 1\nbundle: x.rcpd sha256:\(digest)\nnet: replay\n\n> count\n"
  }

  /// Bundles that are not what they say.
  static let bundles = [
    HostileScript("no bundle", 3, "MANIFEST") { try $0.write("x.rcp", bundled(times("0", 64))) },
    HostileScript("a bundle with another digest", 3, "the bundle has changed") {
      _ = try $0.bundle(["GET http://a/", "< 204"])
      try $0.write("x.rcp", bundled(times("0", 64)))
    },
    HostileScript("a bundle with a file that was exchanged", 3, "differs from the manifest") {
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://a/", "< 204"])))
      try $0.write("x.rcpd/http/index", "rcp-http 1\nrecorded: 2025-10-01T12:00:00Z\n")
    },
    HostileScript("a manifest that leads away", 3, "x.rcpd/MANIFEST:2:") {
      let entry = "\(times("0", 64))  ../../secret.json\n"
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://a/", "< 204"], entries: entry)))
    },
    HostileScript("a manifest from the root", 3, "x.rcpd/MANIFEST:2:") {
      let entry = "\(times("0", 64))  /etc/passwd\n"
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://a/", "< 204"], entries: entry)))
    },
    HostileScript("a manifest without an end", 3, "MANIFEST") {
      try $0.write("x.rcp", bundled(times("0", 64)))
      try $0.write("x.rcpd/MANIFEST", "")
      unsafe _ = truncate($0.path + "/x.rcpd/MANIFEST", 1 << 40)
    },
    HostileScript("a bundle with a link in it", 3, "is a link") {
      let entry = "\(times("0", 64))  l\n"
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://a/", "< 204"], entries: entry)))
      try $0.link("x.rcpd/l", to: "../../secret.json")
    },
    HostileScript("a bundle with a pipe in it", 3, "is not a file") {
      let entry = "\(times("0", 64))  pipe\n"
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://a/", "< 204"], entries: entry)))
      unsafe _ = mkfifo($0.path + "/x.rcpd/pipe", 0o600)
    },
    HostileScript("a bundle behind a link", 3, "is a link") {
      let digest = try $0.bundle(["GET http://a/", "< 204"], name: "y.rcpd")
      try $0.write("x.rcp", bundled(digest))
      try $0.link("x.rcpd", to: "y.rcpd")
    },
    HostileScript("a bundle with a huge file", 3, "larger than") {
      let entry = "\(times("0", 64))  huge\n"
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://a/", "< 204"], entries: entry)))
      try $0.write("x.rcpd/huge", "")
      unsafe _ = truncate($0.path + "/x.rcpd/huge", 1 << 40)
    },
    HostileScript("an index with a password", 3, "holds a user or a password") {
      try $0.write("x.rcp", bundled(try $0.bundle(["GET http://me:pw@a/", "< 204"])))
    },
    HostileScript("a replay of nothing", header: "net: replay", "> count", 2, "x.rcp:2:"),
  ]
}

import Recordings

/// Scripts that together use most of the format.
enum SampleScripts {
  static let tour = """
    #!/usr/bin/env -S larder script run
    rcp 1
    title: A short tour
    # The feed is the one that is built in.
    feed: builtin:demo sha256:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
    size: 72x20
    clock: 2025-10-01T12:00:00Z tick 1s
    tz: UTC+05:30
    seed: 18446744073709551615
    var: cuisine = Thai
    x-author: me

    == Look around
    % The feed has 64 recipes.
    %! Say hello.

    > list --limit 2
    |  #  Name
    |  1  Açaí bowl
    |
    |~ [int] of [..]
    |...
    |\\ ends\\s\\u{1F35A}

    # There is no such row.
    > show 99
    ! no recipe 99
    !~ try [..]
    ? error no-such-row

    > filter cuisine ${cuisine}
    + --sort name
    @ expect "Thai $$"
    @ expect-not "say \\"no\\""
    ? ok
    """

  static let editing = """
    rcp 1
    feed: attached:mini.json
    color: 256
    images: blocks
    net: replay
    bundle: offline.rcpd
    state: attached:library.json
    pace: 20cps 10%
    gap: 1s
    needs: images, net-replay
    limit: time=20s output=256KiB steps=200
    strict: on
    app: >=0.1 <2
    locale: en_US

    @ hide
    @ include lib/clean.rcp
    @ show
    @ pace 10cps
    @ pause 800ms
    @ keys "show ap" Tab@300ms Tab*2 Ctrl+A Alt+Shift+Left Ctrl+_ y
    _ show {^}ap
    | apple-pie

    @ keys Enter
    ? quit

    @ screen
    |~ [..]
    |...

    @ set name = a text
    @ when !feature:pictures
    @ when app>=1.2
    @ clock +26h
    @ clock 2025-10-03T12:00:00.250Z
    @ resize 60x20
    @ xfail "counts wide signs as one column"
    > ${name}
    ? error

    @ answer yes
    @ repeat 3
    @ repeat 2
    > next
    ? silent
    @ end
    @ end

    @ shot end-state
    @ file mini.json
    : {"recipes":[
    :
    :  {}]}
    @ file library.json base64 sha256:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
    : TGFy
    : ZGVyIQ==
    @ stop
    """
}

/// Parses a script with the magic line and the given header fields.
func script(_ body: String, header: String = "") throws(ScriptProblem) -> Script {
  let head = header.isEmpty ? "rcp 1\n\n" : "rcp 1\n\(header)\n\n"
  return try Script(Array((head + body + "\n").utf8), path: "a.rcp")
}

/// Returns the first problem of a script; nil if it is valid.
func problem(in text: String) -> ScriptProblem? { problem(in: Array(text.utf8)) }

func problem(in bytes: [UInt8]) -> ScriptProblem? {
  do throws(ScriptProblem) {
    _ = try Script(bytes, path: "a.rcp")
    return nil
  } catch {
    return error
  }
}

extension Script {
  /// The steps outside repetitions.
  var steps: [ScriptStep] {
    items.compactMap { if case .step(let step) = $0.kind { step } else { nil } }
  }

  /// The directives outside repetitions.
  var directives: [ScriptDirective] {
    items.compactMap { if case .directive(let directive) = $0.kind { directive } else { nil } }
  }
}

import Foundation
import TestSupport
import Testing

/// The scripts that check and list what a release consists of.
@Suite struct HardeningTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let hasTools = areHere("cc", "readelf")

  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let all = [
    "-O2", "-fPIE", "-pie", "-fstack-protector-strong", "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=2", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack",
  ]

  @Test(
    .enabled(if: hasTools),
    arguments: [
      ("", "", nil), ("-pie", "-no-pie", "PIE"), ("-Wl,-z,now", "-Wl,-z,lazy", "full RELRO"),
      ("-Wl,-z,noexecstack", "-Wl,-z,execstack", "NX stack"),
      ("-fstack-protector-strong", "-fno-stack-protector", "stack protector"),
      ("-D_FORTIFY_SOURCE=2", "-Wall", "fortify"), ("", "-Wl,-rpath,/nowhere", "no search path"),
    ])
  func `a program that lacks a protection does not pass the check`(
    flag: String, other: String, missing: String?
  ) throws {
    let source = try place.file(
      "p.c",
      """
      #include <string.h>
      int main(int count, char **words) {
        char text[64];
        strcpy(text, words[0]);
        return text[count] == 'x';
      }
      """)
    let program = place.path + "/p"
    let flags = Self.all.filter { $0 != flag } + [other].filter { !$0.isEmpty }
    let built = try place.run(
      "/usr/bin/cc", flags + [source, "-o", program], environment: ["PATH": "/usr/bin:/bin"])
    #expect(built.status == 0, "\(built)")
    let run = try place.run(
      Self.root + "/Scripts/check-hardening", [program], environment: ["PATH": "/usr/bin:/bin"])
    let found = run.lines.filter { $0.contains("MISSING") }
    #expect(run.status == (missing == nil ? 0 : 1), "\(run)")
    #expect(found.count == (missing == nil ? 0 : 1), "\(found)")
    if let missing { #expect(found.first?.hasPrefix(missing) == true, "\(found)") }
  }

  @Test(.enabled(if: areHere("bash", "dpkg-query", "ldd", "git")))
  func `the list of parts names each package and library with its version`() throws {
    let run = try place.run(
      Self.root + "/Scripts/sbom", [larderPath, "libcurl.so.4"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.errors)")
    let list = try JSONDecoder().decode(PartsList.self, from: Data(run.output.utf8))
    #expect(list.spdxVersion == "SPDX-2.3" && list.dataLicense == "CC0-1.0")
    let manifest = try place.text(of: Self.root + "/Package.swift")
    let names = Set(list.packages.map(\.name))
    #expect(
      names.isSuperset(of: [
        "larder", "swift-argument-parser", "swift-log", "swift-system", "GRDB.swift", "TOMLKit",
        "Yams",
        "swift-stdlib", "unicode-data", "libc6",
      ]), "\(names)")
    for package in list.packages where manifest.contains("/\(package.name)\"") {
      #expect(manifest.contains("/\(package.name)\", exact: \"\(package.versionInfo)\""))
    }
    let ids = Set(list.packages.map(\.SPDXID))
    #expect(ids.count == list.packages.count)
    #expect(list.relationships.allSatisfy { ids.contains($0.relatedSpdxElement) })
  }

  /// The parts of an SPDX document that are checked.
  private struct PartsList: Decodable {
    struct Package: Decodable {
      var name: String
      var SPDXID: String
      var versionInfo: String
    }

    struct Relationship: Decodable { var relatedSpdxElement: String }

    var spdxVersion: String
    var dataLicense: String
    var packages: [Package]
    var relationships: [Relationship]
  }
}

// swift-tools-version: 6.2
import PackageDescription

// SwiftPM names a package after its folder, and `package` declarations are visible under that name.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "larder"
let packageName = String(
  folder.lowercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })

let modules = [
  "Catalog", "Cooking", "Diagnostics", "Feeds", "Formats", "HTTPCache", "LiveWorld", "Pictures",
  "Recordings",
  "SessionStore",
  "Terminal", "TerminalEmulator", "TestSupport", "Text", "World",
]

// Scripts/fuzz builds it, with libFuzzer and AddressSanitizer, which come with the toolchain.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "larder", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["CFuzzer"] + modules.map { .product(name: $0, package: "larder") },
      packageAccess: false,
      swiftSettings: [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-package-name", packageName]),
      ],
      // The gold linker fails on what the sanitizers add.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

// SwiftPM names a package after its folder, and `package` declarations are visible under that name.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "larder"
let packageName = String(
  folder.lowercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Benchmarks use what is visible only within Larder's package.
  .unsafeFlags(["-package-name", packageName]),
]

func benchmark(_ name: String, uses modules: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: modules.map { .product(name: $0, package: "larder") }, path: name,
    packageAccess: false, swiftSettings: settings)
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "larder", path: "..")],
  targets: [
    benchmark(
      "AdviceBench",
      uses: [
        "Diagnostics", "HTTPCache", "Interpreter", "LiveWorld", "Output", "SessionStore", "Shell",
        "Text", "World",
      ]),
    benchmark("CacheBench", uses: ["HTTPCache", "LiveWorld", "World"]),
    benchmark(
      "PictureBench", uses: ["HTTPCache", "Pictures", "Terminal", "TestSupport", "World"]),
    benchmark("PromptBench", uses: ["LiveWorld", "TestSupport"]),
    benchmark("WarmBench", uses: ["Catalog", "Feeds", "LiveWorld", "Text"]),
  ]
)

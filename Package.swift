// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Checks of our C at run time; the check of sizes needs an optimizing compiler.
#if arch(x86_64)
  let controlFlow = ["-fcf-protection"]
#else
  let controlFlow: [String] = []
#endif
let hardened: [CSetting] = [
  .unsafeFlags(["-fstack-protector-strong"] + controlFlow),
  .unsafeFlags(["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3"], .when(configuration: .release)),
]

// The modules that Benchmarks and Fuzz, packages of their own, use.
let shared: [Product] = [
  "Catalog", "Cooking", "Diagnostics", "Feeds", "Formats", "HTTPCache", "Interpreter", "LiveWorld",
  "Output",
  "Pictures", "Recordings", "SessionStore", "Shell", "Terminal", "TerminalEmulator", "TestSupport",
  "Text", "World",
].map { .library(name: $0, targets: [$0]) }

let package = Package(
  name: "larder",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "larder", targets: ["larder"])] + shared,
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CCurl", path: "Modules/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CDigest", path: "Modules/CDigest", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CEditLine", path: "Modules/CEditLine", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CIDN", path: "Modules/CIDN",
      providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),
    .target(name: "CArchive", path: "Modules/CArchive", cSettings: hardened),
    .systemLibrary(name: "CIconv", path: "Modules/CIconv"),
    .systemLibrary(name: "CPlatform", path: "Modules/CPlatform"),
    .systemLibrary(name: "CVectors", path: "Modules/CVectors"),
    .systemLibrary(
      name: "CZlib", path: "Modules/CZlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CCookbook", path: "Modules/CCookbook", cSettings: hardened),
    .target(name: "CDemo", path: "Modules/CDemo", cSettings: hardened),
    .target(
      name: "CFilms", path: "Modules/CFilms",
      cSettings: hardened + [.unsafeFlags(["-iwithsysroot", "/usr/include/freetype2"])]),
    .target(name: "CFont", path: "Modules/CFont", cSettings: hardened),
    .target(name: "CMappings", path: "Modules/CMappings", cSettings: hardened),
    .target(name: "CMarkdown", path: "Modules/CMarkdown", cSettings: hardened),
    .target(
      name: "CMarkup", path: "Modules/CMarkup",
      cSettings: hardened + [.unsafeFlags(["-iwithsysroot", "/usr/include/libxml2"])]),
    .target(name: "CPictures", path: "Modules/CPictures", cSettings: hardened),
    .target(name: "CProfiles", path: "Modules/CProfiles", cSettings: hardened),
    .target(name: "CUnicode", path: "Modules/CUnicode", cSettings: hardened),
    .target(
      name: "Catalog", dependencies: ["CMappings", "Diagnostics", "Text"], swiftSettings: strict),
    .target(name: "Diagnostics", dependencies: ["Text"], swiftSettings: strict),
    .target(
      name: "Assistance",
      dependencies: [
        "Catalog", "Cooking", "Diagnostics", "FeedLoading", "Feeds", "Interpreter", "Kitchen",
        "SessionStore", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "Assistance", "Catalog", "Cookbook", "Cooking", "Diagnostics", "FeedLoading", "Feeds",
        "Formats", "HTTPCache", "Interpreter", "Kitchen", "Output", "PictureViews", "Pictures",
        "Recordings",
        "SessionStore", "Terminal", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Cookbook", dependencies: ["CCookbook", "Cooking", "Formats", "Text", "World"],
      swiftSettings: strict),
    .target(name: "Cooking", dependencies: ["Text"], swiftSettings: strict),
    .target(
      name: "FeedAudit",
      dependencies: [
        "Catalog", "Diagnostics", "FeedLoading", "Feeds", "HTTPCache", "Output", "SessionStore",
        "Terminal", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "FeedLoading",
      dependencies: [
        "CDemo", "Catalog", "Diagnostics", "Feeds", "Formats", "HTTPCache", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Feeds",
      dependencies: [
        "CIconv", "CMarkup", "CProfiles", "CVectors", "Catalog", "Formats", "Text", "World",
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: strict),
    .target(
      name: "FetchTool",
      dependencies: [
        "Diagnostics", "Feeds", "HTTPCache", "Output", "Terminal", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Formats",
      dependencies: [
        "CArchive", "CMarkdown", "CMarkup", "Cooking", "Text", "World",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .target(
      name: "Films",
      dependencies: [
        "CFilms", "CFont", "Pictures", "Recordings", "Terminal", "TerminalEmulator", "Text",
      ],
      swiftSettings: strict),
    .target(
      name: "HTTPCache",
      dependencies: [
        "Text", "World", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(name: "Interpreter", dependencies: ["Diagnostics", "Text"], swiftSettings: strict),
    .target(
      name: "Kitchen",
      dependencies: [
        "Catalog", "Cooking", "Diagnostics", "Output", "SessionStore", "Terminal", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "LineEditor", dependencies: ["CEditLine", "Interpreter"], swiftSettings: strict),
    .target(
      name: "LiveWorld",
      dependencies: [
        "CCurl", "CPlatform", "World", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "Output", dependencies: ["Diagnostics", "Interpreter", "Terminal", "Text", "World"],
      swiftSettings: strict),
    .target(
      name: "Pictures", dependencies: ["CPictures", "HTTPCache", "Terminal", "Text", "World"],
      swiftSettings: strict),
    .target(
      name: "PictureViews",
      dependencies: [
        "Catalog", "Diagnostics", "FeedLoading", "HTTPCache", "Output", "Pictures", "SessionStore",
        "Terminal", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Recordings",
      dependencies: [
        "Diagnostics", "Interpreter", "Terminal", "TerminalEmulator", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "SessionStore",
      dependencies: [
        "Catalog", "Cooking", "Diagnostics", "FeedLoading", "Feeds", "Formats", "Interpreter",
        "Output", "Pictures", "Text", "World", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "Shell",
      dependencies: [
        "Assistance", "Catalog", "Commands", "Diagnostics", "FeedAudit", "FeedLoading", "Feeds",
        "FetchTool", "HTTPCache", "Interpreter", "Kitchen", "Output", "PictureViews", "Recordings",
        "SessionStore", "Terminal", "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Staging",
      dependencies: [
        "Diagnostics", "Films", "HTTPCache", "Interpreter", "LineEditor", "LiveWorld", "Output",
        "PictureViews", "Recordings", "SessionStore", "Shell", "Terminal", "TerminalEmulator",
        "Text", "World",
      ],
      swiftSettings: strict),
    .target(
      name: "Terminal", dependencies: ["CZlib", "Text", "World"], swiftSettings: strict),
    .target(
      name: "TerminalEmulator", dependencies: ["Terminal", "Text"], swiftSettings: strict),
    .target(name: "Text", dependencies: ["CUnicode"], swiftSettings: strict),
    .target(
      name: "World",
      dependencies: [
        .target(name: "CDigest", condition: .when(platforms: [.linux])), "CIDN", "CZlib",
        "Diagnostics", "Text",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "larder",
      dependencies: [
        "Commands", "Cooking", "Diagnostics", "FeedAudit", "FeedLoading", "FetchTool", "Films",
        "HTTPCache", "Interpreter", "LineEditor", "LiveWorld", "Output", "PictureViews",
        "Recordings", "SessionStore", "Shell", "Staging", "Text", "World",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict,
      linkerSettings: [
        // Calls into other libraries are resolved before the start, so that the table of their addresses can be
        // made read-only; the program exports nothing.
        .unsafeFlags(
          ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "--no-export-dynamic"],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "CacheProbe", dependencies: ["HTTPCache", "LiveWorld", "World"],
      path: "Tests/CacheProbe", swiftSettings: strict),
    .executableTarget(
      name: "EditorProbe",
      dependencies: ["Interpreter", "LineEditor", "LiveWorld", "Terminal", "Text", "World"],
      path: "Tests/EditorProbe", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["CPlatform", "LiveWorld", "World"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "CatalogTests", dependencies: ["Catalog", "Diagnostics", "TestSupport", "Text"],
      swiftSettings: strict),
    .testTarget(name: "CookingTests", dependencies: ["Cooking"], swiftSettings: strict),
    .testTarget(name: "KitchenTests", dependencies: ["Cooking", "Kitchen"], swiftSettings: strict),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: strict),
    .testTarget(
      name: "FeedAuditTests", dependencies: ["FeedAudit", "World"], swiftSettings: strict),
    .testTarget(
      name: "FeedLoadingTests", dependencies: ["FeedLoading", "World"], swiftSettings: strict),
    .testTarget(
      name: "FeedsTests", dependencies: ["Catalog", "Feeds", "TestSupport", "Text", "World"],
      swiftSettings: strict),
    .testTarget(
      name: "FormatsTests", dependencies: ["Formats", "TestSupport", "Text", "World"],
      swiftSettings: strict),
    .testTarget(
      name: "FilmsTests",
      dependencies: ["Films", "Recordings", "Terminal", "TerminalEmulator"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPCacheTests",
      dependencies: [
        "CacheProbe", "HTTPCache", "LiveWorld", "TestSupport", "World",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InterpreterTests", dependencies: ["Diagnostics", "Interpreter", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LarderTests",
      dependencies: [
        "TerminalEmulator", "TestSupport", "World", "larder",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LineEditorTests",
      dependencies: ["EditorProbe", "Interpreter", "LineEditor", "TestSupport", "Text"],
      swiftSettings: strict),
    .testTarget(
      name: "LiveWorldTests", dependencies: ["LiveWorld", "TestSupport", "World"],
      swiftSettings: strict),
    .testTarget(
      name: "PicturesTests",
      dependencies: ["HTTPCache", "LiveWorld", "Pictures", "Terminal", "TestSupport", "World"],
      exclude: ["Pictures"], swiftSettings: strict),
    .testTarget(name: "ProjectTests", swiftSettings: strict),
    .testTarget(
      name: "RecordingsTests",
      dependencies: [
        "Interpreter", "LiveWorld", "Recordings", "Terminal", "TerminalEmulator", "TestSupport",
        "Text",
        "World",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SessionStoreTests",
      dependencies: [
        "FeedLoading", "LiveWorld", "SessionStore", "TestSupport", "World",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Catalog", "Diagnostics", "FeedLoading", "Feeds", "Formats", "HTTPCache", "Interpreter",
        "LiveWorld", "Output", "SessionStore", "Shell", "TestSupport", "Text", "World",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalEmulatorTests", dependencies: ["Terminal", "TerminalEmulator", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["CZlib", "Terminal", "TestSupport", "Text"],
      swiftSettings: strict),
    .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: strict),
    .testTarget(
      name: "WorldTests", dependencies: ["LiveWorld", "TestSupport", "World"],
      swiftSettings: strict),
  ]
)

#if os(Linux)
  // Preloaded into the program by tests, so that its system calls fail.
  package.targets.append(.target(name: "FaultyCalls", path: "Tests/FaultyCalls"))
  package.products.append(.library(name: "FaultyCalls", type: .dynamic, targets: ["FaultyCalls"]))
#endif

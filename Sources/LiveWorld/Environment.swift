#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The value of an environment variable, unless it is missing or empty.
package func environmentValue(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}

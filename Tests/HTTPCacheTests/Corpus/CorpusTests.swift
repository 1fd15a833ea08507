import HTTPCache
import TestSupport
import Testing

/// The rules of HTTP caching, each as a conversation with a real server and a clock of its own.
struct CorpusTests {
  @Test(
    arguments: freshnessCases + storingCases + validationCases + variantCases + requestCases
      + staleCases + rangeCases + invalidationCases)
  func `all caching rules hold for a cache on disk across sessions`(rule: Case) async throws {
    let folder = try TemporaryFolder()
    #expect(try await run(rule, in: folder.path + "/cache") == [])
  }

  @Test(arguments: freshnessCases) func `freshness follows the response and the clock`(rule: Case)
    async throws
  {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: storingCases) func `responses are stored as RFC 9111 says`(rule: Case)
    async throws
  {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: validationCases) func `stored responses are validated as RFC 9111 says`(
    rule: Case
  ) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: variantCases) func `variants are selected by the fields that Vary names`(
    rule: Case
  ) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: requestCases)
  func `request directives such as no-cache and max-stale are followed`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: staleCases) func `stale responses are used as RFC 5861 says`(rule: Case)
    async throws
  {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: rangeCases)
  func `requests for ranges are answered from the cache as RFC 9110 says`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: invalidationCases) func `an unsafe request invalidates stored responses`(
    rule: Case
  ) async throws {
    #expect(try await run(rule) == [])
  }
}

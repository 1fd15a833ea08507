import HTTPCache
import TestSupport
import Testing

/// The rules of HTTP caching, each as a conversation with a real server and a clock of its own.
struct CorpusTests {
  @Test(
    arguments: freshnessCases + storingCases + validationCases + variantCases + requestCases
      + staleCases + rangeCases + invalidationCases)
  func `all of it on disk, from one session to the next`(rule: Case) async throws {
    let folder = try TemporaryFolder()
    #expect(try await run(rule, in: folder.path + "/cache") == [])
  }

  @Test(arguments: freshnessCases) func `freshness`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: storingCases) func `storing`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: validationCases) func `validation`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: variantCases) func `variants`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: requestCases) func `requests with cache directives`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: staleCases) func `stale answers`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: rangeCases) func `ranges`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }

  @Test(arguments: invalidationCases) func `invalidation`(rule: Case) async throws {
    #expect(try await run(rule) == [])
  }
}

import Testing
import World

@Test func `a total time is marked as a sum only where its recipe has none`() {
  let files = MemoryFileSystem([
    "/f.json": """
    [{"@type":"Recipe","name":"A","url":"https://a.example/a","recipeIngredient":["1 egg"],"prepTime":"PT10M",
      "cookTime":"PT20M"},
     {"@type":"Recipe","name":"B","url":"https://a.example/b","recipeIngredient":["1 egg"],"prepTime":"PT10M",
      "cookTime":"PT20M","totalTime":"PT40M"}]
    """
  ])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  #expect(shell.run("show A").contains("time 30 min (prep + cook)"))
  let published = shell.run("show B")
  #expect(published.contains("time 40 min") && !published.contains("prep + cook"))
}

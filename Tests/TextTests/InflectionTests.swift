import Testing
import Text

@Test(arguments: [
  ("egg", "eggs"), ("eggs", "egg"), ("prawn", "prawns"), ("peanut", "peanuts"),
  ("tomato", "tomatoes"), ("tomatoes", "tomato"), ("cherry", "cherries"), ("cherries", "cherry"),
  ("leaf", "leaves"), ("leaves", "leaf"), ("knife", "knives"), ("peach", "peaches"),
  ("olives", "olive"), ("anchovies", "anchovy"), ("red onion", "red onions"), ("œuf", "œufs"),
])
func `a word is known in its singular and its plural`(word: String, other: String) {
  #expect(inflections(of: word).contains(other))
  #expect(inflections(of: word).first == word)
}

@Test(arguments: [
  ("egg", "eggplant"), ("rice", "ric"), ("asparagus", "asparagu"), ("swiss", "swis"),
  ("ei", "eis"), ("boy", "boies"),
])
func `another word is not a form of a word`(word: String, other: String) {
  #expect(!inflections(of: word).contains(other))
}

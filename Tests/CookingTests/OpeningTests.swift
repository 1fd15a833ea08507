import Cooking
import Testing

@Test(arguments: [
  ("2 cups flour, sifted", "2|cups|flour, sifted"), ("1 ½ tbsp butter", "1 ½|tbsp|butter"),
  ("2–3 eggs", "2–3||eggs"), ("1 whole egg", "1||whole egg"), ("200g sugar", "200|g|sugar"),
  ("salt", nil),
  ("400 g tin tomatoes", nil),
])
func `the amount that a line begins with is found as it is written`(line: String, expected: String?)
{
  let opening = IngredientLine(line).opening
  #expect(opening.map { "\($0.quantity)|\($0.unit)|\($0.rest)" } == expected)
}

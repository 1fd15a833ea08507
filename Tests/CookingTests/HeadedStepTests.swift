import Cooking
import Testing

@Test(arguments: [
  ("[Dough]", "Dough"), ("# Dough", "Dough"), ("## Filling ##", "Filling"), ("**Glaze**", "Glaze"),
  ("__Glaze:__", "Glaze"), ("For the sauce:", "For the sauce"), ("For the sauce", "For the sauce"),
  ("For the lemon-butter sauce", "For the lemon-butter sauce"), ("【たれ】", "たれ"), ("Sauce：", "Sauce"),
  ("== Icing ==", "Icing"), ("  Filling : ", "Filling"), ("Für den Teig:", "Für den Teig"),
])
func `a heading of steps has its title without marks`(text: String, title: String) {
  #expect(stepHeading(of: text) == title)
}

@Test(arguments: [
  "Mix.", "Mix", "#1 fan", "[1]", "**Mix** the dough.", "[Mix] and [bake]", "# ", "",
  "For the sauce, melt butter", "For the 2 sauces", "For the best result use fresh eggs now",
  "Mix all. Then serve with the following:",
  "Stir the flour and the salt in and add the following slowly:", ":", "===",
])
func `a step with something to do is no heading`(text: String) {
  #expect(stepHeading(of: text) == nil)
}

@Test
func `headings go with the step after them, and are not counted`() {
  let items = ["# Dough", "Mix.", "Knead.", "**Filling**", "[Leeks]", "Wash.", "Serve:"]
  let steps = HeadedStep.all(items)
  #expect(steps.map(\.text) == ["Mix.", "Knead.", "Wash.", "Serve:"])
  #expect(steps.map(\.prefix) == ["Dough: ", "", "Filling: Leeks: ", ""])
  let texts = steps.map { $0.prefix + $0.text.uppercased() }
  let shown = HeadedStep.items(items, texts: texts)
  #expect(
    shown.map(\.text) == ["# Dough", "MIX.", "KNEAD.", "**Filling**", "[Leeks]", "WASH.", "SERVE:"])
  #expect(shown.map(\.isHeading) == [true, false, false, true, true, false, false])
}

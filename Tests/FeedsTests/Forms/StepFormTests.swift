import Feeds
import Testing

@Test(arguments: [
  (#""Mix.\r\nBake.\n\n Eat. ""#, ["Mix.", "Bake.", "Eat."]),
  (#""Mix.<br>Bake.<BR />Eat.""#, ["Mix.", "Bake.", "Eat."]),
  (#""<p>Mix.</p><p>Bake.</p>""#, ["Mix.", "Bake."]),
  (#""<ol><li>Mix</li><li>Bake</li></ol>""#, ["Mix", "Bake"]),
  (#""1. Mix.\n2. Bake.""#, ["Mix.", "Bake."]), (#""1) Mix.\n\n2)Bake.""#, ["Mix.", "Bake."]),
  (#""Step 1: Mix.\nSTEP 2 - Bake.\nstep 3\nEat.""#, ["Mix.", "Bake.", "Eat."]),
  (#""1\nMix.\n2\nBake.""#, ["Mix.", "Bake."]), (#""1. Mix.""#, ["Mix."]),
  (#""Sauce\n1. Mix\n2. Cook\nPasta\n1. Boil""#, ["Sauce", "Mix", "Cook", "Pasta", "Boil"]),
  (#"["1. Mix", "2. Bake"]"#, ["Mix", "Bake"]), (#"["Étape 1 : a", "ÉTAPE 2", "b"]"#, ["a", "b"]),
  (#""Step 1 – Mix\nStep 2 — Bake""#, ["Mix", "Bake"]),
])
func `numbering is removed from lines`(json: String, expected: [String]) throws {
  #expect(try list(.lines, in: json) == expected)
  #expect(try list(.steps, in: json) == expected)
}

@Test(arguments: [
  ["2. Bake.", "3. Eat."], ["1. Mix.", "3. Eat."], ["1 egg", "2 cups flour"],
  ["1.5 cups", "2.5 cups"],
  ["Mix.", "1. is a number"], ["1:30 later", "2:30 later"], ["1", "2"], ["1"], ["2 Mix", "1 Bake"],
  ["Stepping 1", "1000. far"], ["100° C", "1. a", "1000. b", "3. c"],
])
func `numbers that are not a numbering stay`(expected: [String]) throws {
  let json = "\"" + expected.joined(separator: "\\n") + "\""
  #expect(try list(.lines, in: json) == expected)
}

@Test(arguments: [
  (
    #"[{"@type": "HowToStep", "text": "Mix."}, {"@type": "HowToStep", "name": "Bake."}]"#,
    ["Mix.", "Bake."]
  ),
  (
    #"[{"@type": "HowToStep", "name": "Step 1", "text": "Mix &amp; <b>stir</b>."}]"#,
    ["Mix & stir."]
  ),
  (
    #"[{"@type":"HowToSection","name":"Sauce","itemListElement":[{"@type":"HowToStep","text":"Stir."}]}]"#,
    ["Sauce:", "Stir."]
  ),
  (
    #"[{"@type":"HowToStep","text":"Boil."},{"@type":"HowToSection","name":"Sauce:","itemListElement":{"text":"Stir."}}]"#,
    ["Boil.", "Sauce:", "Stir."]
  ),
  (#"["Mix.", "Bake.\nEat."]"#, ["Mix.", "Bake.", "Eat."]),
  (#"["Mix.\nBake."]"#, ["Mix.", "Bake."]),
  (#"[["Mix.", "Bake."], [{"text": "Eat."}], []]"#, ["Mix.", "Bake.", "Eat."]),
  (
    #"{"@type":"HowToSection","name":"All","itemListElement":["Mix.","Bake."]}"#,
    ["All:", "Mix.", "Bake."]
  ),
  (
    #"{"@type":["CreativeWork","http://schema.org/HowToSection"],"name":"All","text":"Mix."}"#,
    ["All:", "Mix."]
  ),
  (#"{"@type":"HowToSection","name":"Rest overnight"}"#, ["Rest overnight"]),
  (#"{"@type":"HowToSection","itemListElement":[{"text":"Mix.\nBake."}]}"#, ["Mix.", "Bake."]),
  (
    #"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"text":"Mix."}},{"text":"Bake."}]}"#,
    ["Mix.", "Bake."]
  ),
  (
    #"[{"@type":"HowToStep","name":"Dough","itemListElement":[{"@type":"HowToDirection","text":"Mix."},{"@type":"HowToTip","text":"Rest."}]}]"#,
    ["Dough:", "Mix.", "Rest."]
  ),
  (
    #"[{"title":"The sauce","text":"Chop onions."},{"title":"","text":"Stir."}]"#,
    ["The sauce:", "Chop onions.", "Stir."]
  ),
  (
    #"[{"name":"Mix it","text":"Mix it well."},{"name":"STEP 2","text":"Eat."}]"#,
    ["Mix it well.", "Eat."]
  ),
  (#"[{"name":"Sauce","instruction":"Mix.\n\nBake."}]"#, ["Sauce:", "Mix.", "Bake."]),
  (#"[null, "", {"@type": "HowToStep", "text": " "}, {"@type": "HowToStep"}, "Mix."]"#, ["Mix."]),
  (#"[{"text":"1. Mix"},{"text":"2. Bake"}]"#, ["Mix", "Bake"]),
  (#"{"text": {"@value": "Mix"}}"#, ["Mix"]),
])
func `steps are read from all forms of instructions`(json: String, expected: [String]) throws {
  #expect(try list(.steps, in: json) == expected)
}

@Test(arguments: [
  (#"["1 egg\r", "2 cups  flour", null, ""]"#, ["1 egg", "2 cups flour"]),
  (#""1 egg\r\n2 cups flour\n""#, ["1 egg", "2 cups flour"]),
  (#""1 egg, 2 cups flour""#, ["1 egg, 2 cups flour"]),
  (#"["1 cup\n flour", "salt"]"#, ["1 cup flour", "salt"]),
  (#"["&frac12; cup <i>oil</i>"]"#, ["½ cup oil"]),
  (
    #"[{"@type":"HowToSupply","name":"eggs"},{"name":"flour","requiredQuantity":"200 g"}]"#,
    ["eggs", "200 g flour"]
  ),
  (#"[{"@type":"PropertyValue","name":"Flour","value":200,"unitText":"g"}]"#, ["200 g Flour"]),
  (#"[{"name":"oil","requiredQuantity":{"value":2,"unitText":"tbsp"}}]"#, ["2 tbsp oil"]),
  (#"[{"value":"1 egg"}]"#, ["1 egg"]),
  (#"{"itemListElement":[{"item":"1 egg"},["salt"]]}"#, ["1 egg", "salt"]),
  (#""<ul><li>1 egg</li><li>salt</li></ul>""#, ["1 egg", "salt"]),
  (#"["1. egg", "2. salt"]"#, ["1. egg", "2. salt"]),
  (
    #"[{"quantity":2,"unit":{"name":"cups"},"food":{"name":"flour"},"display":"2 cups flour"}]"#,
    ["2 cups flour"]
  ),
  (
    #"[{"quantity":2,"unit":{"name":"cups"},"food":{"name":"flour"},"note":"sifted"},{"amount":1,"item":"egg"}]"#,
    ["2 cups flour (sifted)", "1 egg"]
  ),
  (
    #"[{"title":"Dough","note":"1 cup oil","food":null,"quantity":1,"disable_amount":true}]"#,
    ["Dough:", "1 cup oil"]
  ),
  (#"[{"amt":3,"what":{"kind":"carrots"},"id":7}]"#, ["3 carrots"]),
])
func `ingredients are read from all their forms`(json: String, expected: [String]) throws {
  #expect(try list(.ingredients, in: json) == expected)
}

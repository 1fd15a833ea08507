import Testing
import Text

@testable import Formats

@Test func `recipes in the XML of Gourmet, Krecipes and RecipeML are read`() throws {
  let gourmet = try records(
    """
    <?xml version="1.0"?><!DOCTYPE gourmetDoc><gourmetDoc><recipe id="1"><title>A &amp; B</title>
    <category>Cake, Sweet</category><rating>3/5 stars</rating><yields>4</yields>
    <ingredient-list><ingredient optional="yes"><amount>1/2</amount><unit>cup</unit><item>milk</item></ingredient>
    <inggroup><groupname>Top</groupname><ingredient><item>nuts</item></ingredient></inggroup></ingredient-list>
    <instructions>&lt;b&gt;Mix&lt;/b&gt; 1 &amp;amp; 2.
    Bake.</instructions></recipe></gourmetDoc>
    """, named: "a.grmt", as: "Gourmet")[0]
  #expect(gourmet["name"]?.plainText == "A & B" && gourmet["aggregateRating"] == .number(3))
  #expect(gourmet.ingredients == ["1/2 cup milk (optional)", "Top:", "nuts"])
  #expect(gourmet.steps == ["Mix 1 & 2.", "Bake."])
  let krecipes = try records(
    """
    <krecipes version="0.7"><krecipes-recipe><krecipes-description><title>C</title><author>D</author>
    <category><cat>Soups &amp; More</cat></category><yield><amount><min>2</min><max>3</max></amount><type>bowls</type></yield>
    <preparation-time>01:30</preparation-time></krecipes-description><krecipes-ingredients>
    <ingredient-group name="Base"><ingredient><name>flour</name><amount>2</amount><unit>cups</unit><prep>sifted</prep></ingredient></ingredient-group>
    <ingredient><name>salt</name></ingredient></krecipes-ingredients><krecipes-instructions>Cook.</krecipes-instructions></krecipes-recipe></krecipes>
    """, named: "a.kreml", as: "Krecipes")[0]
  #expect(krecipes.ingredients == ["salt", "Base:", "2 cups flour, sifted"])
  #expect(krecipes["recipeYield"]?.plainText == "2–3 bowls" && krecipes["prepTime"] == .number(90))
  #expect(krecipes.texts("keywords") == ["Soups & More"])
  let old = try records(
    """
    <recipeml><recipe><head><title>E</title><yield><qty>4</qty><unit>people</unit></yield><preptime><time><qty>10</qty><timeunit>min</timeunit></time></preptime></head>
    <ingredients><ing-div><title>F</title><ing><amt><qty>1</qty><unit>cup</unit></amt><item>rice</item><prep>cooked</prep></ing></ing-div></ingredients>
    <directions><step>Boil.</step></directions></recipe></recipeml>
    """, named: "a.xml", as: "RecipeML")[0]
  #expect(old.ingredients == ["F:", "1 cup rice, cooked"] && old.steps == ["Boil."])
  #expect(old["recipeYield"]?.plainText == "4 people" && old["prepTime"]?.plainText == "10 min")
}

@Test func `recipes in the XML of Kalorio, MasterCook, Cookmate and RecipeSage are read`() throws {
  let cookml = try records(
    """
    <cookml><recipe lang="de"><head title="G" servingqty="4" servingtype="Portionen"/><part title="Teig">
    <ingredient qty="200" unit="g" item="Mehl"><inote>gesiebt</inote></ingredient></part>
    <preparation><text>1. ) Mischen.
    2. ) Backen.</text></preparation></recipe></cookml>
    """, named: "a.cml", as: "CookML")[0]
  #expect(cookml.ingredients == ["Teig:", "200 g Mehl (gesiebt)"])
  #expect(cookml.steps == ["Mischen.", "Backen."])
  let master = try records(
    """
    <?xml version="1.0" standalone="yes" encoding="ISO-8859-1"?><!DOCTYPE mx2 SYSTEM "mx2.dtd"><mx2><RcpE name="H" author="I"><Serv qty="2"/>
    <CatS><CatT>Cookies &amp; Squares</CatT></CatS><IngR name="butter" unit="c." qty="1"><IPrp>soft</IPrp></IngR><IngR name="- and salt" unit="" qty=""/>
    <IngR name="sugar" unit="c." qty="0.75 1"/><IngR name="flour" unit="c." qty="1 1/2"/>
    <DirS><DirT>Mix.</DirT></DirS><Srce>A book</Srce><AltS label="Internet address" source="https://a.example/h"/></RcpE></mx2>
    """, named: "a.mx2", as: "MasterCook XML")[0]
  #expect(
    master.ingredients == ["1 c. butter, soft and salt", "0.75–1 c. sugar", "1 1/2 c. flour"])
  #expect(master["url"]?.plainText == "https://a.example/h")
  #expect(master.texts("keywords") == ["Cookies & Squares"])
  let cookmate = try records(
    "<cookbook><recipe><title>J</title><ingredient><li>1 egg</li></ingredient><recipetext><li>Cook.</li><li/></recipetext></recipe></cookbook>",
    named: "a.xml", as: "Cookmate")[0]
  #expect(cookmate.ingredients == ["1 egg"] && cookmate.steps == ["Cook."])
  let sage = try records(
    "<data><recipe><title>K</title><ingredients>[A]\n1 egg</ingredients><instructions>[Bake]\nNow.</instructions></recipe></data>",
    named: "a.xml", as: "RecipeSage")[0]
  #expect(sage.ingredients == ["A:", "1 egg"] && sage.steps == ["# Bake", "Now."])
}

@Test func `pages of Recipe Keeper and of Copy Me That are read`() throws {
  let keeper = try records(
    """
    <!DOCTYPE html><html><body><div class="recipe-details"><h2 itemprop="name">Tart</h2>
    <span itemprop="recipeYield">Serves 6-8</span><div>Zeit: <span>1 Stunde</span><meta content="PT1H5M" itemprop="prepTime"></div>
    <meta content="PT0S" itemprop="cookTime"><meta content="Cake" itemprop="recipeCategory"><span itemprop="recipeSource"><a href="https://a.example/t">a</a></span>
    <div itemprop="recipeIngredients"><p><b>Shell</b></p><p>2 cups flour</p><p></p><p>For the curd:</p><p>6 lemons</p></div>
    <div itemprop="recipeDirections"><p>1. Mix.</p><p>2. Bake.</p></div><meta content="571" itemprop="recipeNutCalories"></div></body></html>
    """, named: "recipes.html", as: "Recipe Keeper")[0]
  #expect(keeper.ingredients == ["Shell:", "2 cups flour", "For the curd:", "6 lemons"])
  #expect(keeper.steps == ["1. Mix.", "2. Bake."])
  #expect(keeper["prepTime"]?.plainText == "PT1H5M" && keeper["cookTime"] == nil)
  #expect(keeper["nutrition"]?["calories"]?.plainText == "571 kcal")
  let copied = try records(
    """
    <!DOCTYPE html><head><meta name="copymethat_class_id_version" content="2"></head><html><body>
    <div class = "recipe"><div id = "name">  A  </div><a id = "original_link" href = "https://a.example/a">x</a>
    <a id="recipeYield">6</a><ul id = "recipeIngredients"><li class = "recipeIngredient_subheader">Top</li><li class= "recipeIngredient"> 1 egg </li></ul>
    <ol id = "recipeInstructions"><li class = "instruction" value = "1">Mix it&#39;s.</li></ol></div>
    <div class = "recipe"><div id = "name">B</div><ul id = "recipeIngredients"><li class="recipeIngredient">2 eggs</li></ul></div></body></html>
    """, named: "recipes.html", as: "Copy Me That")
  #expect(copied.map { $0["name"]?.plainText } == ["A", "B"])
  #expect(copied[0].ingredients == ["Top:", "1 egg"] && copied[1].ingredients == ["2 eggs"])
  #expect(copied[0].steps == ["Mix it's."])
}

@Test func `entries of RSS and Atom are records with their titles, links, texts and pictures`()
  throws
{
  let rss = try foreign(
    """
    <?xml version="1.0"?><rss version="2.0" xmlns:media="m"><channel><title>Blog</title><link>https://a.example/</link>
    <item><title>Soup &amp;amp; <![CDATA[<b>Bread</b>]]></title><link>https://a.example/soup</link><guid isPermaLink="false">7</guid>
    <pubDate>Tue, 12 Oct 2019 10:00:00 GMT</pubDate><category>Soups</category><category>Easy</category>
    <description>&lt;p&gt;Good.&lt;/p&gt;&lt;p&gt;Hot.&lt;/p&gt;</description><enclosure url="https://a.example/s.jpg" type="image/jpeg"/></item>
    <item><guid>https://a.example/two</guid><title>Two</title></item></channel></rss>
    """, named: "feed.xml", as: "RSS or Atom")
  #expect(rss.profile == "records" && rss.records.count == 2)
  let soup = rss.records[0].value
  #expect(soup["title"]?.plainText == "Soup & Bread" && soup["id"]?.plainText == "7")
  #expect(soup["link"]?.plainText == "https://a.example/soup")
  #expect(
    soup["description"]?.plainText == "Good.\nHot." && soup.texts("tags") == ["Soups", "Easy"])
  #expect(soup["photo"]?.plainText == "https://a.example/s.jpg")
  #expect(rss.records[1].value["link"]?.plainText == "https://a.example/two")
  let atom = try records(
    """
    <feed xmlns="http://www.w3.org/2005/Atom"><title>B</title><entry><title>Pie</title><link rel="edit" href="https://b.example/e"/>
    <link href="https://b.example/pie"/><id>urn:1</id><updated>2024-05-01T00:00:00Z</updated><author><name>Ada</name></author>
    <content type="html">&lt;p&gt;Bake.&lt;/p&gt;</content></entry></feed>
    """, named: "a.atom", as: "RSS or Atom")[0]
  #expect(atom["link"]?.plainText == "https://b.example/pie" && atom["author"]?.plainText == "Ada")
  #expect(
    atom["description"]?.plainText == "Bake."
      && atom["published"]?.plainText == "2024-05-01T00:00:00Z")
}

@Test func `an entity of a document's own is not expanded, and nothing is loaded`() throws {
  let recipe = try records(
    """
    <!DOCTYPE gourmetDoc [<!ENTITY a "secret"><!ENTITY b SYSTEM "file:///etc/passwd">]>
    <gourmetDoc><recipe><title>X &a; &b; Y</title></recipe></gourmetDoc>
    """, named: "a.xml")[0]
  #expect(recipe["name"]?.plainText == "X Y")
}

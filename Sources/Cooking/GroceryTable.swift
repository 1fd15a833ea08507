/// Common groceries in nine languages besides English, by aisle, as an `aisle.conf` that is read after the English one.
let groceryText = """
  [Fruit and vegetables]
  zwiebel|zwiebeln|oignon|cebolla|cipolla|cipolle|ui|uien|lök|løg|玉ねぎ|玉葱|たまねぎ|hagyma|vöröshagyma|cibule
  knoblauch|knoblauchzehe|ail|ajo|aglio|alho|knoflook|vitlök|vitlöksklyfta|hvidløg|hvitløk|にんにく|ニンニク|fokhagyma|česnek
  tomate|tomaten|tomates|pomodoro|pomodori|pomodorini|tomat|tomater|トマト|ミニトマト|paradicsom|rajče|kirschtomate|kirschtomaten|körsbärstomater
  kartoffel|kartoffeln|pomme de terre|pommes de terre|patata|patatas|patate|batata|aardappel|aardappelen|potatis|kartofler|potet|じゃがいも|burgonya|krumpli|brambory
  karotte|karotten|möhre|möhren|carotte|carottes|zanahoria|zanahorias|carota|carote|cenoura|wortel|wortelen|morot|morötter|gulerod|gulerødder|gulrot|にんじん|人参|sárgarépa|mrkev
  sellerie|céleri|apio|sedano|aipo|selderij|selleri|セロリ|lauch|porree|poireau|puerro|porro|alho-poró|prei|purjo|purjolök|porre|長ねぎ|ねぎ|ネギ|青ねぎ|万能ねぎ
  frühlingszwiebel|frühlingszwiebeln|schalotte|schalotten|échalote|échalotes|chalota|scalogno|sjalot|schalottenlök|salladslök|forårsløg
  paprika rot|paprikaschote|paprikaschoten|poivron|poivrons|pimiento|pimientos|peperone|peperoni|pimentão|ピーマン|パプリカ|röd paprika|rød peberfrugt|peberfrugt
  gurke|salatgurke|concombre|pepino|cetriolo|komkommer|gurka|agurk|きゅうり|okurka|zucchini|courgette|courgettes|calabacín|zucchine|zucchina|abobrinha|squash
  aubergine|auberginen|aubergines|berenjena|melanzana|melanzane|berinjela|なす|茄子|padlizsán|kürbis|potiron|courge|calabaza|zucca|abóbora|かぼちゃ|pompoen|pumpa
  kohl|weißkohl|rotkohl|chou|col|repollo|cavolo|couve|kool|vitkål|kål|hvidkål|キャベツ|白菜|blumenkohl|chou-fleur|coliflor|cavolfiore|bloemkool|blomkål|brokkoli|brocoli|brócoli|broccoli|ブロッコリー
  spinat|épinards|épinard|espinaca|espinacas|spinaci|espinafre|spinazie|spenat|babyspenat|ほうれん草|salat|kopfsalat|laitue|lechuga|lattuga|alface|sla|sallad|rucola|roquette|rúcula|レタス|水菜
  champignon|champignons|pilze|champiñón|champiñones|seta|setas|fungo|funghi|cogumelos|svamp|svampe|しめじ|しいたけ|椎茸|えのき|まいたけ|マッシュルーム|gomba
  zitrone|zitronen|zitronensaft|citron|citrons|jus de citron|limón|limone|limoni|limão|citroen|citronsaft|sitron|レモン|レモン汁|citrom|limette|limetten|citron vert|lima
  orange|orangen|oranges|naranja|arancia|arance|laranja|sinaasappel|apelsin|appelsin|オレンジ|apfel|äpfel|pomme|pommes|manzana|mela|mele|maçã|appel|äpple|æble|りんご|alma|jablko
  banane|bananen|bananes|plátano|bananer|バナナ|birne|birnen|poire|pera|peer|päron|erdbeere|erdbeeren|fraise|fraises|fresa|fragola|fragole|morango|aardbei|jordgubbar|jordbær|いちご
  himbeere|himbeeren|framboise|framboises|hallon|heidelbeeren|myrtilles|blåbär|beeren|trauben|raisin|avocado|avocat|aguacate|abacate|アボカド|ingwer|gingembre|jengibre|zenzero|gengibre|gember|ingefära|ingefær|しょうが|生姜
  petersilie|persil|perejil|prezzemolo|salsa|salsinha|peterselie|persilja|persille|パセリ|basilikum|basilic|albahaca|basilico|manjericão|basilika|バジル|schnittlauch|ciboulette|cebollino|erba cipollina|bieslook|gräslök|purløg
  thymian|thym|tomillo|timo|tomilho|tijm|timjan|timian|rosmarin|romarin|romero|rosmarino|alecrim|rozemarijn|minze|menthe|menta|hortelã|munt|mynta|dill|aneth|eneldo|koriander|coriandre|cilantro|coentro|大葉|しそ|みつば|パクチー
  salbei|sauge|salvia|sálvia|lorbeerblatt|lorbeerblätter|feuille de laurier|laurier|laurel|alloro|louro|lagerblad|bouquet garni|kräuter|herbes|petersilienwurzel|chili|chilischote|piment|peperoncino|pimenta|鷹の爪|唐辛子
  fenchel|fenouil|hinojo|finocchio|venkel|fänkål|spargel|asperges|espárragos|asparagi|sparris|erbsen|petits pois|guisantes|piselli|ervilhas|erwten|ärtor|ærter|mais|maïs|maíz|milho|majs|コーン|rote bete|betterave|radieschen|大根|もやし|ごぼう|れんこん|さつまいも|オクラ|にら|小松菜|チンゲン菜

  [Meat and fish]
  fleisch|viande|carne|vlees|kött|kød|kjøtt|肉|hackfleisch|rinderhack|gehacktes|viande hachée|carne picada|carne macinata|carne moída|gehakt|köttfärs|blandfärs|nötfärs|hakket oksekød|ひき肉|合いびき肉|豚ひき肉|鶏ひき肉|darált hús
  rindfleisch|rind|bœuf|boeuf|ternera|res|manzo|rundvlees|nötkött|oksekød|牛肉|schweinefleisch|schwein|porc|cerdo|maiale|porco|varkensvlees|fläsk|svinekød|豚肉|豚バラ肉|豚ロース|豚こま切れ肉|sertéshús
  hähnchen|hähnchenbrust|huhn|hühnchen|hähnchenbrustfilet|hähnchenschenkel|poulet|blanc de poulet|pollo|petto di pollo|pechuga|frango|peito de frango|kip|kipfilet|kyckling|kycklingfilé|kylling|鶏肉|鶏もも肉|鶏むね肉|csirke|csirkemell|kuře
  pute|dinde|pavo|tacchino|kalkoen|kalkon|lamm|agneau|cordero|agnello|lam|lammkött|ente|canard|pato|anatra|kalb|veau|vitello|kalbfleisch
  speck|bacon|lard|lardons|panceta|tocino|pancetta|spek|fläskkorv|ベーコン|schinken|jambon|jamón|prosciutto|presunto|ham|skinka|skinke|ハム|wurst|würstchen|saucisse|salchicha|salsiccia|worst|korv|pølse|ソーセージ|chorizo
  fisch|poisson|pescado|pesce|peixe|vis|fisk|lachs|saumon|salmón|salmone|salmão|zalm|lax|laks|鮭|サーモン|thunfisch|thon|atún|tonno|atum|tonijn|tonfisk|ツナ|kabeljau|cabillaud|bacalao|merluzzo|torsk|たら
  garnelen|garnele|crevettes|crevette|gambas|camarones|gamberi|gamberetti|camarão|garnalen|räka|räkor|rejer|えび|エビ|海老|muscheln|moules|mejillones|cozze|イカ|あさり|sardelle|sardellen|anchois|anchoas|acciughe|ansjovis

  [Dairy and eggs]
  milch|lait|leche|latte|leite|melk|mjölk|mælk|牛乳|tej|mléko|молоко|γάλα|süt|butter|beurre|mantequilla|burro|manteiga|boter|roomboter|smör|smør|バター|vaj|máslo|масло|βούτυρο|tereyağı
  ei|eier|œuf|œufs|oeuf|oeufs|huevo|huevos|uovo|uova|ovo|ovos|eieren|ägg|æg|egg|卵|たまご|tojás|vejce|яйцо|яйца|αυγά|yumurta|eigelb|eigelbe|eiweiß|jaune d'œuf|jaunes d'œufs|blanc d'œuf|yema|tuorlo|tuorli|gema|eidooier|äggula|æggeblomme|卵黄
  sahne|schlagsahne|rahm|schlagobers|crème|crème fraîche|crème liquide|nata|crema|panna|panna fresca|creme de leite|nata|slagroom|room|grädde|vispgrädde|matlagningsgrädde|fløde|piskefløde|fløte|生クリーム|tejszín|smetana|schmand|saure sahne|sauerrahm|tejföl|zure room|gräddfil
  joghurt|yaourt|yogur|iogurte|yoghurt|ヨーグルト|quark|topfen|fromage blanc|kvarg|käse|fromage|queso|formaggio|queijo|kaas|ost|チーズ|ピザ用チーズ|粉チーズ|sajt|sýr|parmesan|parmesankäse|parmigiano|parmigiano reggiano|parmesaanse kaas|parmesanost|mozzarella|feta|fetaost|gruyère|emmentaler|ricotta|mascarpone|frischkäse|fromage frais|クリームチーズ|ziegenkäse|chèvre|pecorino|tofu|豆腐|絹ごし豆腐|木綿豆腐|油揚げ

  [Bread and pastry]
  brot|pain|pan|pane|pão|brood|bröd|brød|食パン|パン|kenyér|chléb|brötchen|semmel|semmeln|toast|toastbrot|baguette|paniermehl|semmelbrösel|chapelure|pan rallado|pangrattato|farinha de rosca|paneermeel|ströbröd|rasp|パン粉|zsemlemorzsa|blätterteig|pâte feuilletée|pâte brisée|hojaldre|pasta sfoglia|massa folhada|bladerdeeg|smördeg|mürbeteig

  [Dry goods]
  mehl|weizenmehl|farine|harina|farina|farinha|farinha de trigo|bloem|tarwebloem|meel|mjöl|vetemjöl|mel|hvedemel|hvetemel|小麦粉|薄力粉|強力粉|片栗粉|liszt|mouka|мука|αλεύρι|un|speisestärke|maïzena|fécule|maicena|amido|maizena|maizenamel
  zucker|puderzucker|brauner zucker|vanillezucker|sucre|sucre glace|sucre en poudre|sucre vanillé|cassonade|azúcar|zucchero|zucchero a velo|açúcar|suiker|poedersuiker|socker|strösocker|florsocker|farinsocker|vaniljsocker|sukker|flormelis|砂糖|グラニュー糖|上白糖|cukor|porcukor|cukr|сахар|ζάχαρη|şeker
  reis|riz|arroz|riso|rijst|ris|米|ご飯|ごはん|rizs|rýže|рис|ρύζι|pirinç|nudeln|spaghetti|pâtes|fideos|macarrones|pasta|massa|macarrão|pâte|パスタ|スパゲッティ|うどん|そば|中華麺|春雨|tészta|lasagneplatten|penne|tagliatelle
  backpulver|levure chimique|levure|polvo de hornear|lievito|lievito per dolci|fermento em pó|bakpoeder|bakpulver|bagepulver|ベーキングパウダー|sütőpor|prášek do pečiva|hefe|trockenhefe|levure de boulanger|levadura|gist|jäst|gær|ドライイースト|élesztő|natron|bicarbonate|bicarbonato|bikarbonat
  linsen|lentilles|lentejas|lenticchie|linzen|linser|bohnen|haricots|alubias|fagioli|feijão|bonen|bönor|bønner|kichererbsen|pois chiches|garbanzos|ceci|grão-de-bico|kikkererwten|kikärtor|kikærter|haferflocken|flocons d'avoine|avena|aveia|havermout|havregryn|couscous|bulgur|polenta|quinoa
  mandel|mandeln|amandes|almendras|mandorle|amêndoas|amandelen|mandlar|mandler|アーモンド|walnüsse|noix|nueces|noci|nozes|walnoten|valnötter|valnødder|くるみ|haselnüsse|noisettes|nocciole|hazelnoten|hasselnötter|pinienkerne|pignons|pinoli|rosinen|raisins secs|pasas|uvetta|passas|rozijnen|russin|rosiner
  schokolade|zartbitterschokolade|chocolat|chocolat noir|cioccolato|cioccolato fondente|chocolade|choklad|mörk choklad|chokolade|チョコレート|csokoládé|kakao|kakaopulver|cacao|cacao en poudre|cacau|ココア|gelatine|gélatine|gelatina|gelatin|honig|miel|miele|mel de abelha|honing|honung|honning|はちみつ|méz|ahornsirup|sirop d'érable|sirap

  [Spices]
  salz|meersalz|sel|gros sel|fleur de sel|sal|sale|sale fino|zout|salt|塩|só|sůl|соль|αλάτι|tuz|pfeffer|schwarzer pfeffer|poivre|poivre noir|pimienta|pepe|pepe nero|pimenta-do-reino|peper|zwarte peper|peppar|svartpeppar|peber|pepper|こしょう|胡椒|塩こしょう|bors|pepř|перец|πιπέρι|karabiber
  paprikapulver|paprika edelsüß|paprika|pimentón|páprica|paprikapoeder|pirospaprika|kreuzkümmel|cumin|comino|cumino|cominho|komijn|spiskummin|spidskommen|kurkuma|curcuma|cúrcuma|gurkmeja|currypulver|curry|カレー粉|zimt|cannelle|canela|cannella|kaneel|kanel|シナモン|fahéj|skořice
  muskat|muskatnuss|noix de muscade|muscade|nuez moscada|noce moscata|noz-moscada|nootmuskaat|muskot|muskatnød|ナツメグ|nelken|clous de girofle|clavo|chiodi di garofano|kruidnagel|kryddnejlika|kümmel|oregano|origan|orégano|origano|majoran|safran|azafrán|zafferano|açafrão|saffraan|saffran|vanille|vanilleschote|gousse de vanille|extrait de vanille|vainilla|vaniglia|baunilha|vanilj|vaniljepulver|バニラエッセンス
  sesam|sésame|ごま|白ごま|いりごま|すりごま|七味唐辛子|一味唐辛子|山椒|chilipulver|chiliflocken|herbes de provence|italienische kräuter

  [Tins and jars]
  tomatenmark|concentré de tomate|concentré de tomates|concentrado de tomate|concentrato di pomodoro|tomatenpuree|tomatpuré|tomatpure|passata|passierte tomaten|gehackte tomaten|tomates concassées|krossade tomater|hakkede tomater|カットトマト|トマト缶|dosentomaten|kokosmilch|lait de coco|leche de coco|latte di cocco|leite de coco|kokosmelk|kokosmjölk|kokosmælk|ココナッツミルク
  brühe|gemüsebrühe|hühnerbrühe|rinderbrühe|fleischbrühe|fond|bouillon|bouillon de légumes|bouillon de volaille|caldo|brodo|brodo vegetale|caldo de legumes|groentebouillon|kippenbouillon|buljong|grönsaksbuljong|hönsbuljong|だし|だし汁|顆粒だし|和風だし|コンソメ|鶏がらスープの素|中華だし|固形コンソメ
  oliven|olives|aceitunas|azeitonas|olijven|oliver|kapern|câpres|alcaparras|capperi|kappertjes|kapris|marmelade|konfitüre|confiture|mermelada|marmellata|sylt|ジャム|kimchi|キムチ

  [Oils and sauces]
  öl|pflanzenöl|sonnenblumenöl|rapsöl|huile|huile de tournesol|aceite|aceite de girasol|olio|olio di semi|óleo|azeite|olie|zonnebloemolie|olja|rapsolja|rapsolie|サラダ油|油|ごま油|olaj|olej|olivenöl|huile d'olive|aceite de oliva|olio extravergine|olio extravergine di oliva|olio di oliva|olio evo|olijfolie|olivolja|olivenolie|olivenolje|オリーブオイル|olívaolaj|масло растительное|ελαιόλαδο|zeytinyağı
  essig|weißweinessig|balsamico|balsamicoessig|vinaigre|vinaigre balsamique|vinagre|aceto|aceto balsamico|azijn|vinäger|ättika|eddike|eddik|酢|米酢|ポン酢|senf|dijonsenf|moutarde|mostaza|senape|mostarda|mosterd|senap|dijonsenap|sennep|からし|mustár|mayonnaise|majonnäs|mayonesa|maionese|mayonesa|マヨネーズ
  sojasauce|sojasoße|sauce soja|salsa de soja|salsa di soia|molho de soja|shoyu|sojasaus|soja|sojasås|しょうゆ|醤油|薄口しょうゆ|worcestersauce|ウスターソース|中濃ソース|ketchup|ケチャップ|トマトケチャップ|味噌|みそ|豆板醤|コチュジャン|オイスターソース|ナンプラー|めんつゆ|焼肉のたれ|tabasco|fischsauce

  [Drinks]
  wein|weißwein|rotwein|vin|vin blanc|vin rouge|vino|vino blanco|vino tinto|vino bianco|vino rosso|vinho|vinho branco|wijn|witte wijn|rode wijn|vitt vin|rött vin|hvidvin|rødvin|白ワイン|赤ワイン|酒|料理酒|みりん|本みりん|日本酒|bier|bière|cerveza|birra|cerveja|øl|ビール
  wasser|lauwarmes wasser|eau|eau froide|agua|acqua|água|vatten|vand|vann|水|お湯|熱湯|víz|voda|вода|νερό|su|kaffee|café|caffè|koffie|kaffe|コーヒー|tee|thé|rum|rhum|cognac|calvados
  """

/// The units: name, kind, size in grams, millilitres or millimetres, system, `fractions` or `decimals`, and words.
///
/// Words are compared without regard to case, except the single letters `t` and `T`. A size is exact if a law defines
/// it (ounce, pound, US volumes). The words for cups and spoons in a language mean those of its country: a German Tasse
/// has 250 ml here, a Japanese カップ 200 ml, an Esslöffel 15 ml. docs/cooking.md names the sources.
let unitTableText = """
  # Mass, in grams.
  mg     | mass | 1/1000 | metric | decimals | mg, milligram, milligrams
  g      | mass | 1 | metric | decimals | g, gr, gm, gms, gram, grams, gramme, grammes, gramm, grammi, grammo, gramos, gramo, gramas, grama, グラム, 克, γρ, γραμμάρια, γρ., г, гр, грамм, грамма, граммов, gram., gramů, gramm
  hg     | mass | 100 | metric | decimals | hg, hekto, etto, etti
  kg     | mass | 1000 | metric | decimals | kg, kgs, kilo, kilos, kilogram, kilograms, kilogramme, kilogrammes, kilogramm, chilo, chili, キログラム, кг, килограмм, κιλό, κιλά
  oz     | mass | 45359237/1600000 | us | fractions | oz, ozs, ounce, ounces, onza, onzas, once, onces
  lb     | mass | 45359237/100000 | us | fractions | lb, lbs, pound, pounds, libra, libras, livre, livres
  pond   | mass | 500 | metric | fractions | pond, pund, pfund
  # Volume, in millilitres. The cup, pint and quart are those of the United States.
  ml     | volume | 1 | metric | decimals | ml, mls, milliliter, milliliters, milliliter(s), millilitre, millilitres, mililitro, mililitros, millilitri, millilitro, cc, ミリリットル, мл, мілілітрів, миллилитров
  cl     | volume | 10 | metric | decimals | cl, centiliter, centilitre, centilitres, centilitro
  dl     | volume | 100 | metric | decimals | dl, deciliter, deciliters, decilitre, decilitres, decilitro
  l      | volume | 1000 | metric | decimals | l, lt, ltr, liter, liters, litre, litres, litro, litros, litri, リットル, л, литр, литра, λίτρο, λίτρα
  krm    | volume | 1 | metric | fractions | krm, kryddmått
  drop   | part | - | both | fractions | drop, drops, tropfen, goutte, gouttes, gota, gotas, goccia, gocce, druppel, druppels, droppe, droppar, dråbe, dråber
  dash   | part | - | both | fractions | dash, dashes, trait, chorrito, scheutje, spritzer, schuss, splash, splashes, glug, drizzle, stænk
  pinch  | part | - | both | fractions | pinch, pinches, prise, prisen, pincée, pincées, pizzico, pizzichi, pizca, pizcas, pitada, pitadas, snuf, snufje, nypa, knivspids, knsp, msp, messerspitze, messerspitzen, szczypta, klypa, nype, 少々, щепотка, щепотки, πρέζα, špetka, špetky, tutam, csipet, szczypty
  tsp    | volume | 4.92892159375 | both | fractions | tsp, tsps, teaspoon, teaspoons, t, tea spoon, tea spoons
  tsp    | volume | 5 | both | fractions | tl, teel, teelöffel, theelepel, theelepels, tsk, tesked, teskeder, teske, teskje, teskjeer, ts, tskje, cuillère à café, cuillères à café, cuillère à thé, cuillères à thé, cuil. à café, cuil. à thé, c. à café, c. à c., c. à thé, c.c., càc, cac, cucharadita, cucharaditas, cdta, cdtas, cucchiaino, cucchiaini, cucchiaino da tè, colher de chá, colheres de chá, colher (chá), colheres (chá), colher de (chá), colher (de chá), colheres (de chá), c. chá, 小さじ, 小匙, teáskanál, kávéskanál, ČL, čajová lyžička, ч. л., ч.л., чайная ложка, чайной ложки, чайные ложки, κ.γ., κ.γλ., κουταλάκι, κουταλάκια, lžička, lžičky, lžiček, lyžička, lyžičky, çay kaşığı, tatlı kaşığı, tk, łyżeczka, łyżeczki, łyżeczek, lžič, c. à  café, colherzinha, 茶匙
  tbsp   | volume | 14.78676478125 | both | fractions | tbsp, tbsps, tbs, tb, tbl, tblsp, tablespoon, tablespoons, tbspn, T, table spoon, table spoons
  tbsp   | volume | 15 | both | fractions | el, essl, esslöffel, eetlepel, eetlepels, msk, matsked, matskedar, spsk, spiseske, spiseskeer, spiseskje, spiseskjeer, ss, cuillère à soupe, cuillères à soupe, cuillère à table, cuillères à table, cuil. à soupe, c. à soupe, c. à s., c. à table, c.s., cs, càs, cas, cuillerée, cucharada, cucharadas, cda, cdas, cucchiaio, cucchiai, cucchiaiata, colher de sopa, colheres de sopa, colher (sopa), colheres (sopa), colher de (sopa), colher (de sopa), colheres (de sopa), c. sopa, 大さじ, 大匙, evőkanál, ek, lžíce, polévková lžíce, ст. л., ст.л., столовая ложка, столовой ложки, столовые ложки, столовых ложек, κ.σ., κ. σ., κουταλιά, κουταλιές, lžíce, lžic, pol. lžíce, lyžica, lyžice, yemek kaşığı, łyżka, łyżki, łyżek, 汤匙, 大勺
  fl oz  | volume | 29.5735295625 | us | fractions | fl oz, fl. oz, fluid ounce, fluid ounces, floz, fl ounce, fl ounces
  cup    | volume | 236.5882365 | us | fractions | cup, cups, c
  cup    | volume | 250 | both | fractions | tasse, tassen, tasses, taza, tazas, tazza, tazze, xícara, xícaras, xícara (chá), xícaras (chá), xícara de chá, xícaras de chá, xíc, xic, chávena, chávenas, kopje, kopjes, kop, kopp, koppar, kopper, kaffekopp, bögre, šálek, φλ, φλιτζάνι, φλιτζάνια, стакан, стакана, стаканов, su bardağı, çay bardağı, hrnek, hrnky, hrnku, hrnček, szklanka, szklanki, szklanek, cană
  cup    | volume | 200 | both | fractions | カップ
  gō     | volume | 180 | both | fractions | 合
  glass  | part | - | both | fractions | glass, glasses, verre, verres, vaso, vasos, bicchiere, bicchieri, copo, copos, glas, gläser
  pint   | volume | 473.176473 | us | fractions | pint, pints, pt
  quart  | volume | 946.352946 | us | fractions | quart, quarts, qt, qts
  gallon | volume | 3785.411784 | us | fractions | gallon, gallons, gal
  # Length, in millimetres.
  mm     | length | 1 | metric | decimals | mm, millimeter, millimeters, millimetre, millimetres
  cm     | length | 10 | metric | decimals | cm, cms, centimeter, centimeters, centimetre, centimetres, zentimeter
  "      | length | 25.4 | us | fractions | inch, inches, inch., ″
  foot   | length | 304.8 | us | fractions | foot, feet
  # Packages: an amount beside one of them is the size of a package.
  can    | package | - | both | fractions | can, cans, lata, latas, dose, dosen, ds, dåse, dåser, boks, bokse, bokser, boîte, boîtes, boite, boites, scatola, scatole, scatoletta, blik, blikje, blikjes, blikken, burk, burkar, konzerv, konzerva, 缶
  tin    | package | - | both | fractions | tin, tins
  package | package | - | both | fractions | package, packages, pkg, pkgs, pkt, pkts, packung, packungen, pck, pkg., paquet, paquets, paquete, paquetes, pacote, pacotes, pacchetto, pacchetti, pakket, pakketten, pakke, pakker, paket, förpackning, förp, pak, pack, packs, confezione, confezioni, csomag, paczka, bal, balení, balíček, упаковка, пачка, paket., opakowanie
  packet | package | - | both | fractions | packet, packets, envelope, envelopes, sachet, sachets, zakje, zakjes, sobre, sobres, päckchen, beutel, bustina, bustine, påse, påsar, pose, poser, brev, sáček, sáčky
  jar    | package | - | both | fractions | jar, jars, pot, pots, bocal, vasetto, vasetti, potje, potjes, tarro, tarros, tégely
  box    | package | - | both | fractions | box, boxes, carton, cartons, container, containers, schachtel, caja, cajas, caixa, caixas, doos, tub, tubs, pottle, pottles, becher
  bag    | package | - | both | fractions | bag, bags, tüte, tüten, bolsa, bolsas, sacchetto, netz
  bottle | package | - | both | fractions | bottle, bottles, flasche, flaschen, bouteille, bouteilles, botella, botellas, bottiglia, bottiglie, garrafa, garrafas, fles, flessen, flaska, flaskor, flaske, flasker
  tube   | package | - | both | fractions | tube, tubes, tubetto
  roll   | package | - | both | fractions | log, logs, rolle, rollen, rotolo
  tray   | package | - | both | fractions | tray, trays, schale, schalen, bakje, bakjes, bakke, bakker, barquette, barquettes, bandeja, bandejas
  punnet | package | - | both | fractions | punnet, punnets
  # Parts and counts.
  block  | part | - | both | fractions | block, blocks
  piece  | part | - | both | fractions | piece, pieces, pc, pcs, nub, nubs, nugget, nuggets, knob, knobs, noix, chunk, chunks, hunk, stk, stück, stücke, stück(e), stuk, stuks, stykke, stykker, styck, st, stuk(s), morceau, morceaux, pezzo, pezzi, trozo, trozos, pedaço, pedaços, unidade, unidades, unid, un, unidad, unidades, ud, uds, db, adet, ks, szt, kpl, unité, unités, pièce, pièces, stuk., 個, 本, 枚, 片, segment, segments, wedge, wedges, cube, cubes, kus, kusy, шт, штук, штуки, τεμάχια, τεμάχιο, sztuka, sztuki, sztuk, plát, plátů, tane
  slab   | part | - | both | fractions | slab, slabs, rack, racks
  sheet  | part | - | both | fractions | sheet, sheets, platte, platten, foglio, fogli
  ball   | part | - | both | fractions | ball, balls, kugel, kugeln, bol, bollen, boule, boules
  slice  | part | - | both | fractions | slice, slices, scheibe, scheiben, scheibe(n), tranche, tranches, fetta, fette, rebanada, rebanadas, rodaja, rodajas, fatia, fatias, plak, plakken, plakje, plakjes, skiva, skivor, skive, skiver, plátek, plátky, rasher, rashers, strip, strips
  clove  | part | - | both | fractions | clove, cloves, zehe, zehen, zehe(n), gousse, gousses, diente, dientes, dente, dentes, spicchio, spicchi, teen, teentje, teentjes, tenen, klyfta, klyftor, fed, feddo, fedd, stroužek, stroužky, gerezd, strúčik, strúčiky, ząbek, ząbki, 片, зубчик, зубчика, зубчиков, σκελίδα, σκελίδες, diş
  head   | part | - | both | fractions | head, heads, kopf, köpfe, tête, têtes, cabeza, cabezas, testa, teste, krop, kroppen, huvud, hoved
  stalk  | part | - | both | fractions | stalk, stalks, stange, stangen, stängel, stengel, stengels, costa, coste, gambo, gambi, rib, ribs, tallo, tallos, tige, tiges, branche, branches, stjälk, stjälkar, stilk, stilke
  bulb   | part | - | both | fractions | bulb, bulbs, knolle, knollen, bulbe, bulbes, bulbo, bulbi, bulbos
  stem   | part | - | both | fractions | stem, stems
  sprig  | part | - | both | fractions | sprig, sprigs, zweig, zweige, brin, brins, ramita, ramitas, rametto, rametti, raminho, raminhos, takje, takjes, kvist, kviste, kvistar, kvister, rama, ramas, ramo, ramos, twig, twigs
  leaf   | part | - | both | fractions | leaf, leaves, blatt, blätter, feuille, feuilles, hoja, hojas, foglia, foglie, folha, folhas, blaadje, blaadjes, blad, blade
  bunch  | part | - | both | fractions | bunch, bunches, bund, bd, bündel, botte, bottes, manojo, manojos, mazzo, mazzetto, mazzi, maço, bos, bosje, bosjes, knippe, knippen, bundt, bundter, szál, csokor, 束, пучок, пучка, ματσάκι, ματσ, demet, svazek, pęczek
  handful | part | - | both | fractions | handful, handfuls, handvoll, poignée, poignées, puñado, puñados, manciata, manciate, handvol, handje, näve, nävar, håndfuld, håndfulde, neve, marék, hrst
  stick  | part | - | both | fractions | stick, sticks, stång, bâton, bâtons
  ear    | part | - | both | fractions | ear, ears
  fillet | part | - | both | fractions | fillet, fillets, filet, filets
  scoop  | part | - | both | fractions | scoop, scoops, dollop, dollops
  shot   | part | - | both | fractions | shot, shots, jigger, jiggers
  loaf   | part | - | both | fractions | loaf, loaves
  bar    | part | - | both | fractions | bar, bars, tafel, tafeln
  batch  | part | - | both | fractions | batch, batches
  recipe | part | - | both | fractions | recipe, recipes, portion, portions, serving, servings
  disk   | part | - | both | fractions | disk, disks, disc, discs
  part   | part | - | both | fractions | part, parts
  pair   | part | - | both | fractions | pair, pairs
  dozen  | part | - | both | fractions | dozen, dozens, dutzend, douzaine, docena, dúzia, dozzina, dussin
  thumb  | part | - | both | fractions | thumb, thumbs
  # Sizes.
  small  | size | - | both | fractions | small, small-size, small-sized, kl, kleine, kleiner, kleines, petit, petite, petits, petites, små, liten, litet, lille, piccolo, piccola, piccoli, piccole, pequeno, pequena, pequeños, pequeña, pequeño, pequeñas, pequenos, pequenas, klein, sm
  medium | size | - | both | fractions | medium, medium sized, medium-sized, medium-size, medium size, m.-große, m.-gr, mittl, mittelgr, med, md, mittelgroße, mittelgroßer, moyen, moyenne, moyens, moyennes, medio, media, medi, medie, mediano, mediana, medianos, medianas, médio, média, médios, médias, middelgrote, mellanstor, mellanstora, mellemstor, mellemstore
  large  | size | - | both | fractions | large, large-size, large-sized, lg, lrg, big, große, großer, großes, gros, grosse, grosses, grande, grandes, grandi, grote, groot, stora, stor, stort, store
  extra large | size | - | both | fractions | extra large, extra-large, xl, x-large, jumbo
  whole  | size | - | both | fractions | whole, ganze, ganzer, ganzes, entier, entière, hele, hel
  """

/// The worked examples of the filter language: the input, and all lines of the output.
let filterExamples = #"""
  --- 1
  > filter cuisine=Italian
  2 of 8: Pizza Margherita, Spaghetti aglio e olio
  --- 2
  > filter cuisine:italian
  2 of 8: Pizza Margherita, Spaghetti aglio e olio
  --- 3
  > filter cuisine = Italian
  2 of 8: Pizza Margherita, Spaghetti aglio e olio
  --- 4
  > filter cuisine=Italian,French
  4 of 8: Crêpes Suzette, Pizza Margherita, Spaghetti aglio e olio, Ratatouille
  --- 5
  > filter -cuisine=Italian time<30
  1 of 8: 親子丼 Oyakodon
  --- 6
  > filter not cuisine=Italian and time<=30
  2 of 8: 親子丼 Oyakodon, Jalapeño poppers
  --- 7
  > filter time=20..40
  5 of 8: Crêpes Suzette, Spaghetti aglio e olio, Tom Yum, 親子丼 Oyakodon, Jalapeño poppers
  --- 8
  > filter time=1h..
  2 of 8: Pizza Margherita, Ratatouille
  --- 9
  > filter crepe
  1 of 8: Crêpes Suzette
  --- 10
  > filter "olive oil"
  1 of 8: Spaghetti aglio e olio
  --- 11
  > filter name~pizza
  1 of 8: Pizza Margherita
  --- 12
  > filter name=pizza
  0 of 8
  hint: no name is exactly "pizza"; 1 row contains it: name~pizza
  --- 13
  > filter name=pizza*
  1 of 8: Pizza Margherita
  --- 14
  > filter name=tom*,jal*
  2 of 8: Tom Yum, Jalapeño poppers
  --- 15
  > filter diet=vegan has:video
  2 of 8: Falafel, Ratatouille
  --- 16
  > filter no:video
  2 of 8: Spaghetti aglio e olio, 親子丼 Oyakodon
  --- 17
  > filter is:favorite or rating>=4.7
  3 of 8: Crêpes Suzette, Pizza Margherita, Tom Yum
  --- 18
  > filter (cuisine=Thai or cuisine=Mexican) time<=30
  1 of 8: Jalapeño poppers
  --- 19
  > filter cuisine="Middle Eastern"
  1 of 8: Falafel
  --- 20
  > filter tag="street food" -diet=vegan
  1 of 8: Jalapeño poppers
  --- 21
  > filter ingredient=jalapeno
  1 of 8: Jalapeño poppers
  --- 22
  > filter added=2024-05..2024-07
  3 of 8: Crêpes Suzette, Falafel, 親子丼 Oyakodon
  --- 23
  > filter 親子
  1 of 8: 親子丼 Oyakodon
  --- 24
  > filter cuisine=Italian or French
  4 of 8: Crêpes Suzette, Pizza Margherita, Spaghetti aglio e olio, Ratatouille
  note: `French` is searched as text; for either cuisine write cuisine=Italian,French
  --- 25
  > filter cusine=Italian
  error: unknown field `cusine`
    filter cusine=Italian
           ^^^^^^ did you mean cuisine?
  --- 26
  > filter cuisine=Itlaian
  error: no cuisine is called `Itlaian`
    filter cuisine=Itlaian
                   ^^^^^^^ did you mean Italian?
  --- 27
  > filter cuisine=Middle Eastern
  error: `Middle Eastern` has a space
    filter cuisine=Middle Eastern
                   ^^^^^^^^^^^^^^ put it in quotes: cuisine="Middle Eastern"
  --- 28
  > filter time<thirty
  error: `thirty` is not a time
    filter time<thirty
                ^^^^^^ use minutes or 1h30, e.g. time<30
  --- 29
  > filter time~30
  error: time is a number of minutes; `~` compares text
    filter time~30
               ^ use time=30, time<30 or time=30..
  --- 30
  > filter time=40..20
  error: range is backwards
    filter time=40..20
                ^^^^^^ did you mean time=20..40?
  --- 31
  > filter cuisine=
  error: `cuisine=` needs a value
    filter cuisine=
           ^^^^^^^^ e.g. cuisine=Italian
  --- 32
  > filter <30
  error: `<` needs a field before it
    filter <30
           ^ e.g. time<30
  --- 33
  > filter "olive oil
  error: quote is never closed
    filter "olive oil
           ^^^^^^^^^^ opened here; add " at the end
  --- 34
  > filter (cuisine=Thai or cuisine=Mexican
  error: `(` is never closed
    filter (cuisine=Thai or cuisine=Mexican
           ^ add ) at the end
  --- 35
  > filter name~/[a-/
  error: regular expressions are not supported
    filter name~/[a-/
                ^^^^^ `*` stands for anything, e.g. name=tom*
  --- 36
  > filter has:vidoe
  error: unknown field `vidoe`
    filter has:vidoe
               ^^^^^ did you mean video?
  --- 37
  > filter is:favrite
  error: unknown flag `favrite`
    filter is:favrite
              ^^^^^^^ did you mean favorite?
  --- 38
  > filter sort:time
  error: `sort` is a command, not a field
    filter sort:time
           ^^^^ run it on its own: sort time
  --- 39
  > filter 親子丼 cuisne=Japanese
  error: unknown field `cuisne`
    filter 親子丼 cuisne=Japanese
                  ^^^^^^ did you mean cuisine?
  --- 40
  > filter cuisine<Italian
  error: cuisine is text; `<` compares numbers
    filter cuisine<Italian
                  ^ use cuisine=Italian or cuisine~Italian
  --- 41
  > filter cuisine=Italian or
  error: `or` needs something after it
    filter cuisine=Italian or
                           ^^
  --- 42
  > filter colour=red
  error: unknown field `colour`
    filter colour=red
           ^^^^^^ fields: added, cuisine, diet, ingredients, name, rating, source, tags, time, videos
  --- 43
  > filter crep time
  0 of 8
  """#

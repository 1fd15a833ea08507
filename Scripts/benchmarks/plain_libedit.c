/* A prompt of libedit as it is, to compare Larder's with: what is typed, and nothing else. */
#include <histedit.h>
#include <locale.h>
#include <stdio.h>

static char *prompt(EditLine *line) { return (void)line, "plain> "; }

int main(void) {
  int count;
  setlocale(LC_CTYPE, "");
  EditLine *line = el_init("plain", stdin, stdout, stderr);
  if (!line) return 1;
  el_set(line, EL_PROMPT, prompt);
  el_set(line, EL_EDITOR, "emacs");
  while (el_gets(line, &count) && count > 0) {}
  el_end(line);
  return 0;
}

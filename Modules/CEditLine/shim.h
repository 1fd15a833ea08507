// libedit for Swift: one typed function per variadic call, and the C streams
// and macros that Swift cannot name. Nothing here keeps state.
#pragma once

#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

typedef unsigned char (*ced_command)(EditLine *, int);

// Starts libedit on a terminal with a name that terminfo knows; NULL if memory is short.
//
// libedit first looks for the terminal that TERM names, and complains if there is none; nobody should see that.
static inline EditLine *ced_init(const char *program, FILE *in, FILE *out, int terminal, const char *name) {
  FILE *nowhere = fopen("/dev/null", "w");
  if (nowhere == NULL) return NULL;
  EditLine *e = el_init_fd(program, in, out, nowhere, terminal, terminal, terminal);
  if (e != NULL) {
    el_set(e, EL_SETFP, 2, out);
    el_set(e, EL_TERMINAL, name);
  }
  fclose(nowhere);
  return e;
}

static inline FILE *ced_stdin(void) {
  return stdin;
}

static inline FILE *ced_stdout(void) {
  return stdout;
}

// A pair of descriptors that are a terminal and its other end; false if the system has none left.
static inline int ced_open_terminal(int *near_end, int *far_end) {
  return openpty(near_end, far_end, NULL, NULL, NULL) == 0;
}

static inline void ced_set_window_size(int descriptor, int columns, int rows) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = (unsigned short)columns;
  size.ws_row = (unsigned short)rows;
  ioctl(descriptor, TIOCSWINSZ, &size);
}

static inline void ced_set_editor(EditLine *e, const char *name) {
  el_set(e, EL_EDITOR, name);
}

// The name of the editor whose keys are bound, or NULL.
static inline const char *ced_editor(EditLine *e) {
  const char *name = NULL;
  el_get(e, EL_EDITOR, &name);
  return name;
}

// Reads the person's .editrc; 0 if there is one.
static inline int ced_source(EditLine *e) {
  return el_source(e, NULL);
}

static inline void ced_set_prompt(EditLine *e, char *(*prompt)(EditLine *), char escape) {
  el_set(e, EL_PROMPT_ESC, prompt, (int)escape);
}

static inline void ced_set_client_data(EditLine *e, void *data) {
  el_set(e, EL_CLIENTDATA, data);
}

static inline void *ced_client_data(EditLine *e) {
  void *data = NULL;
  el_get(e, EL_CLIENTDATA, &data);
  return data;
}

static inline void ced_set_getc(EditLine *e, int (*getc)(EditLine *, wchar_t *)) {
  el_set(e, EL_GETCFN, getc);
}

static inline void ced_add_command(EditLine *e, const char *name, ced_command command) {
  el_set(e, EL_ADDFN, name, name, command);
}

static inline int ced_bind(EditLine *e, const char *key, const char *command) {
  return el_set(e, EL_BIND, key, command, NULL);
}

// The other map: vi's command mode.
static inline int ced_bind_alternative(EditLine *e, const char *key, const char *command) {
  return el_set(e, EL_BIND, "-a", key, command, NULL);
}

// Changes the terminal's mode while a line is edited.
static inline int ced_set_edit_flag(EditLine *e, const char *flag) {
  return el_set(e, EL_SETTY, "-d", flag, NULL);
}

// Changes the terminal's mode between two lines.
static inline int ced_set_command_flag(EditLine *e, const char *flag) {
  return el_set(e, EL_SETTY, "-x", flag, NULL);
}

static inline void ced_prepare_terminal(EditLine *e, int raw) {
  el_set(e, EL_PREP_TERM, raw);
}

// Has libedit lay out the line for that many rows, whatever the window's size; 0 if it takes them.
static inline int ced_set_rows(EditLine *e, int rows) {
  char text[16];
  snprintf(text, sizeof text, "%d", rows);
  return el_set(e, EL_SETTC, "li", text, NULL);
}

static inline void ced_set_edit_mode(EditLine *e, int on) {
  el_set(e, EL_EDITMODE, on);
}

static inline void ced_refresh(EditLine *e) {
  el_set(e, EL_REFRESH, 0);
}

static inline void ced_attach_history(EditLine *e, History *h) {
  el_set(e, EL_HIST, history, h);
}

static inline void ced_history_setup(History *h, int size) {
  HistEvent event;
  history(h, &event, H_SETSIZE, size);
  history(h, &event, H_SETUNIQUE, 1);
}

static inline int ced_history_enter(History *h, const char *line) {
  HistEvent event;
  return history(h, &event, H_ENTER, line);
}

static inline const char *ced_codeset(void) {
  return nl_langinfo(CODESET);
}

// POSIX has it, but <wchar.h> shows it only to those who ask before everything else.
extern int wcwidth(wchar_t);

// The columns of a character, or -1 if the C library does not know it.
static inline int ced_columns(unsigned int scalar) {
  return wcwidth((wchar_t)scalar);
}

static inline struct winsize ced_window_size(int descriptor) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  ioctl(descriptor, TIOCGWINSZ, &size);
  return size;
}

// How many bytes a terminal holds that were typed and not read.
static inline int ced_waiting_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) < 0 ? 0 : count;
}

// Leaves alone what someone else already catches or ignores.
static inline void ced_catch(int signal, void (*handler)(int)) {
  struct sigaction action;
  if (sigaction(signal, NULL, &action) < 0 || action.sa_handler != SIG_DFL) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, NULL);
}

// Lets a signal do what it does by default, from its own handler; comes back if the process goes on.
static inline void ced_carry_out(int number) {
  struct sigaction standard, own;
  sigset_t this_one, blocked;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, &own);
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &this_one, &blocked);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  sigaction(number, &own, NULL);
}

// Stops the whole job, as ^Z does; returns when it is continued.
// With the default action, this process stops in the call: a handler could still use the terminal when the shell that
// started the job has taken it back, and would be stopped a second time after the job is continued.
static inline void ced_stop_job(void) {
  struct sigaction standard, own;
  sigaction(SIGTSTP, NULL, &own);
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = own.sa_handler == SIG_IGN ? SIG_IGN : SIG_DFL;
  sigaction(SIGTSTP, &standard, NULL);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &own, NULL);
}

static inline void ced_default(int number) {
  signal(number, SIG_DFL);
}

static inline void ced_ignore(int number) {
  signal(number, SIG_IGN);
}

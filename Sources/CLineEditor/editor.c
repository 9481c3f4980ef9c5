#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLineEditor.h"

#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

struct le_editor {
  EditLine *line;
  History *history;
  FILE *history_file;  // receives new lines of the history; NULL: the history is not saved
  const char *prompt;
  bool is_interrupted;
  cc_t interrupt_key;
  le_complete complete;
  void *argument;
  unsigned char answer;  // of the completion in progress
};

static le_editor *of(EditLine *line) {
  void *editor = NULL;
  el_get(line, EL_CLIENTDATA, &editor);
  return editor;
}

// Sets the terminal's interrupt character: Ctrl-C is a key while a line is edited, and a signal
// otherwise. libedit leaves this to the terminal.
static void set_interrupt(cc_t key) {
  struct termios mode;
  if (tcgetattr(STDIN_FILENO, &mode) != 0 || mode.c_cc[VINTR] == key) return;
  mode.c_cc[VINTR] = key;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
}

// Returns the prompt. libedit calls this after it has set the terminal to the mode for editing.
static char *prompt(EditLine *line) {
  set_interrupt(_POSIX_VDISABLE);
  el_set(line, EL_BIND, "^C", "flint-interrupt", NULL);
  return (char *)(size_t)of(line)->prompt;
}

static unsigned char interrupt(EditLine *line, int key) {
  (void)key;
  of(line)->is_interrupted = true;
  fputs("^C\r\n", stdout);
  return CC_NEWLINE;
}

void le_replace(le_editor *editor, size_t removed, const char *text) {
  el_deletestr(editor->line, (int)removed);
  editor->answer = el_insertstr(editor->line, text) == 0 ? CC_REFRESH : CC_ERROR;
}

void le_print(le_editor *editor, const char *text) {
  fputs(text, stdout);
  fflush(stdout);
  editor->answer = CC_REDISPLAY;
}

static unsigned char complete(EditLine *line, int key) {
  (void)key;
  le_editor *editor = of(line);
  const LineInfo *info = el_line(line);
  // What is completed may be moved by a change of the line.
  char *text = strndup(info->buffer, (size_t)(info->cursor - info->buffer));
  editor->answer = CC_ERROR;
  if (text && editor->complete) editor->complete(editor, editor->argument, text);
  free(text);
  return editor->answer;
}

static void open_history(le_editor *editor, const char *path, int lines) {
  HistEvent event;
  history(editor->history, &event, H_SETSIZE, lines);
  history(editor->history, &event, H_SETUNIQUE, 1);
  if (!path) return;
  int count = history(editor->history, &event, H_LOAD, path);
  // Lines beyond the limit are removed from the file, too.
  if (count >= lines) history(editor->history, &event, H_SAVE, path);
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !(editor->history_file = fdopen(file, "a"))) {
    close(file);
    return;
  }
  // The first line of the file identifies its format.
  fseek(editor->history_file, 0, SEEK_END);
}

le_editor *le_open(const char *history_path, int lines) {
  le_editor *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->prompt = "";
  struct termios mode;
  editor->interrupt_key = tcgetattr(STDIN_FILENO, &mode) == 0 ? mode.c_cc[VINTR] : 3;
  // Multi-byte characters are recognised; nothing else depends on the user's locale.
  setlocale(LC_CTYPE, "C.UTF-8");
  editor->history = history_init();
  editor->line = el_init("flint", stdin, stdout, stderr);
  if (!editor->history || !editor->line) {
    le_close(editor);
    return NULL;
  }
  open_history(editor, history_path, lines);
  el_set(editor->line, EL_CLIENTDATA, editor);
  el_set(editor->line, EL_PROMPT, prompt);
  el_set(editor->line, EL_EDITOR, "emacs");
  el_set(editor->line, EL_HIST, history, editor->history);
  el_set(editor->line, EL_ADDFN, "flint-complete", "Completes names", complete);
  el_set(editor->line, EL_BIND, "\t", "flint-complete", NULL);
  el_set(editor->line, EL_ADDFN, "flint-interrupt", "Drops the line", interrupt);
  el_set(editor->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
  // Ctrl with an arrow key moves by words.
  el_set(editor->line, EL_BIND, "\033[1;5D", "ed-prev-word", NULL);
  el_set(editor->line, EL_BIND, "\033[1;5C", "em-next-word", NULL);
  el_source(editor->line, NULL);  // ~/.editrc, if it exists
  return editor;
}

void le_close(le_editor *editor) {
  if (editor->line) el_end(editor->line);
  if (editor->history) history_end(editor->history);
  if (editor->history_file) fclose(editor->history_file);
  free(editor);
}

void le_set_completion(le_editor *editor, le_complete complete, void *argument) {
  editor->complete = complete;
  editor->argument = argument;
}

ptrdiff_t le_read(le_editor *editor, const char *prompt, const char **line) {
  editor->prompt = prompt;
  editor->is_interrupted = false;
  int count = 0;
  const char *text = el_gets(editor->line, &count);
  set_interrupt(editor->interrupt_key);
  editor->prompt = "";
  *line = text;
  if (editor->is_interrupted) return LE_INTERRUPTED;
  if (!text || count <= 0) return LE_END;
  if (text[count - 1] == '\n') count--;
  return count;
}

void le_remember(le_editor *editor, const char *line) {
  HistEvent event;
  // A line equal to the previous one is not saved again.
  if (history(editor->history, &event, H_ENTER, line) <= 0 || !editor->history_file) return;
  // Writes this line and the given number of lines before it.
  history(editor->history, &event, H_NSAVE_FP, (size_t)0, editor->history_file);
  fflush(editor->history_file);
}

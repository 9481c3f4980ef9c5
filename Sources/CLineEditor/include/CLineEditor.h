// A line editor for terminals, based on libedit, whose variadic functions Swift cannot call.
#ifndef CLINEEDITOR_H
#define CLINEEDITOR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct le_editor le_editor;

// Results of le_read other than a length.
enum { LE_END = -1, LE_INTERRUPTED = -2 };

// Called to complete the text before the cursor, by le_replace or le_print.
typedef void (*le_complete)(
  le_editor *_Nonnull editor, void *_Nullable argument, const char *_Nonnull text);

// Opens a line editor on the terminal of standard input and output. Reads all files that libedit needs,
// including the history. Returns NULL if that is not possible.
le_editor *_Nullable le_open(const char *_Nullable history, int lines);
void le_close(le_editor *_Nonnull editor);

void le_set_completion(
  le_editor *_Nonnull editor, le_complete _Nullable complete, void *_Nullable argument);
// Replaces bytes before the cursor.
void le_replace(le_editor *_Nonnull editor, size_t removed, const char *_Nonnull text);
// Prints lines below the line, which is displayed again.
void le_print(le_editor *_Nonnull editor, const char *_Nonnull text);

// Reads a line without its end. Returns its length in bytes, LE_END or LE_INTERRUPTED. The line is
// valid until the next call.
ptrdiff_t le_read(
  le_editor *_Nonnull editor, const char *_Nonnull prompt,
  const char *_Nullable *_Nonnull line);
// Adds a line to the history and its file.
void le_remember(le_editor *_Nonnull editor, const char *_Nonnull line);

#endif

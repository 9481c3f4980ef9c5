// Lines read from a terminal by libedit, whose functions of any number of arguments Swift cannot call.
#ifndef CLINEEDITOR_H
#define CLINEEDITOR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct le_editor le_editor;

// What a line read is instead of a length.
enum { LE_END = -1, LE_INTERRUPTED = -2 };

// Asked for what may stand at the cursor; answers by le_offer.
typedef void (*le_complete)(
  le_editor *_Nonnull editor, void *_Nullable argument, const char *_Nonnull text, size_t length);

// Opens the terminal that standard input and output are. What libedit has to read of files, it reads
// now, the history's lines too. NULL: it cannot.
le_editor *_Nullable le_open(const char *_Nullable history, int lines);
void le_close(le_editor *_Nonnull editor);

void le_set_completion(
  le_editor *_Nonnull editor, le_complete _Nullable complete, void *_Nullable argument);
// A text that may stand in place of the `replaced` bytes in front of the cursor.
void le_offer(le_editor *_Nonnull editor, size_t replaced, const char *_Nonnull text);

// Reads a line, of so many bytes, without its end; it stays until the next one.
ptrdiff_t le_read(
  le_editor *_Nonnull editor, const char *_Nonnull prompt,
  const char *_Nullable *_Nonnull line);
// Keeps a line for later, in the history's file too.
void le_remember(le_editor *_Nonnull editor, const char *_Nonnull line);

#endif

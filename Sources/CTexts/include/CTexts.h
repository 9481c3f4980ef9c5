// The texts that people read, one file a language: en.txt describes them.

#ifndef FLINT_TEXTS_H
#define FLINT_TEXTS_H

const char *_Nonnull flint_texts_en(void);
const char *_Nonnull flint_texts_es(void);
const char *_Nonnull flint_texts_it(void);

// The script of `flint demo`, and the quests that it loads: those of the folder examples.
const char *_Nonnull flint_example_year(void);
const char *_Nonnull flint_example_harbour(void);
const char *_Nonnull flint_example_lighthouse(void);

#endif

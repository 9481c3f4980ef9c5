// The texts that people read, one file a language: en.txt describes them.

#ifndef FLINT_TEXTS_H
#define FLINT_TEXTS_H

const char *_Nonnull flint_texts_en(void);
const char *_Nonnull flint_texts_es(void);
const char *_Nonnull flint_texts_it(void);

#endif

#include "CTexts.h"

// As literals of Swift, which resources of SwiftPM become, the files would take the compiler six seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *flint_texts_en(void) {
  static const char texts[] = {
#embed "en.txt" suffix(, 0)
  };
  return texts;
}

const char *flint_texts_es(void) {
  static const char texts[] = {
#embed "es.txt" suffix(, 0)
  };
  return texts;
}

const char *flint_texts_it(void) {
  static const char texts[] = {
#embed "it.txt" suffix(, 0)
  };
  return texts;
}

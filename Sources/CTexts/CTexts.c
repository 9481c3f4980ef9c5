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

const char *flint_example_year(void) {
  static const char script[] = {
#embed "../../examples/year.lua" suffix(, 0)
  };
  return script;
}

const char *flint_example_harbour(void) {
  static const char quests[] = {
#embed "../../examples/data/quests/harbour.json" suffix(, 0)
  };
  return quests;
}

const char *flint_example_lighthouse(void) {
  static const char quests[] = {
#embed "../../examples/data/quests/lighthouse.json" suffix(, 0)
  };
  return quests;
}

#include "CBuild.h"

#ifndef FLINT_COMMIT
#define FLINT_COMMIT ""
#endif

const char *flint_commit(void) { return FLINT_COMMIT; }

// How this program was built.

#ifndef FLINT_BUILD_H
#define FLINT_BUILD_H

/// Returns the commit that the program was built from, abbreviated, with "-modified" if files differed from it; empty if the
/// sources were no git repository.
const char *_Nonnull flint_commit(void);

#endif

#include <features.h>

// Keeps the program usable with glibc 2.34, which RHEL 9 has.
//
// glibc 2.35 gave hypot and hypotf a second version, which a program that is linked with it or a later one requires. Of
// all that the program calls, only these two are so new; Foundation and Swift's module of libm refer to them. The program
// defines them itself, by the versions that every glibc has. They are hidden: were they exported, the libraries would
// find them before libm's, and they themselves. `scripts/packaging/test-unpacked` checks what the program requires.

#if defined(__GLIBC__) && defined(__x86_64__)

double flint_hypot(double x, double y);
float flint_hypotf(float x, float y);
__asm__(".symver flint_hypot, hypot@GLIBC_2.2.5");
__asm__(".symver flint_hypotf, hypotf@GLIBC_2.2.5");

__attribute__((visibility("hidden"))) double hypot(double x, double y) { return flint_hypot(x, y); }

__attribute__((visibility("hidden"))) float hypotf(float x, float y) { return flint_hypotf(x, y); }

#endif

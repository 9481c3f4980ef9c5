// Swift compiles what is inline in the header; a target of C needs a file of its own.
#include "CScan.h"

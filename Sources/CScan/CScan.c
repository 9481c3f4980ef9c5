// All functions are in the header, so that they can be inlined.
#include "CScan.h"

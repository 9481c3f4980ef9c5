// All of it is in the header, to be inlined.
#include "CScan.h"

// The headers of the system's zlib and minizip.
#include <minizip/unzip.h>
#include <zlib.h>

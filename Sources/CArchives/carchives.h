// The system's zlib and minizip, by their own headers.
#include <minizip/unzip.h>
#include <zlib.h>

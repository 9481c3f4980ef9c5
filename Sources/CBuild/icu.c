#include "CBuild.h"

#include <stdint.h>

// Keeps the data of ICU (34 MB: the names and formats of all languages) out of the program.
//
// Foundation, which GRDB imports, links ICU. Flint formats and compares without it: its languages are its own, and
// time zones are read from the system's files. A program that defines the data itself gets no other. This is ICU's
// own "stub data" (https://unicode-org.github.io/icu/userguide/icu_data/#icu-data-file-structure): an empty table of
// contents, with which ICU answers that a resource is missing. The symbol has the version of ICU in its name; of a
// toolchain with another one, the program gets all data again, which `scripts/package` reports by its size.

struct table {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t description_size;
  uint16_t reserved;
  uint8_t is_big_endian;
  uint8_t charset_family;
  uint8_t char_size;
  uint8_t reserved_byte;
  uint8_t format[4];
  uint8_t format_version[4];
  uint8_t data_version[4];
  uint8_t padding[8];
  uint32_t count;
  uint32_t reserved_count;
  const void *entries[2];
};

_Alignas(16) const struct table icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .description_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .char_size = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};

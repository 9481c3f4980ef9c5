// The declarations of host functions, in the form that the trampoline reads.
#include "internal.h"

// MARK: Maps from interned strings

static uint32_t slot_of(const char *key, uint32_t mask) {
  uint64_t hash = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 32) & mask;
}

int32_t lh_pointers_find(const lh_pointers *map, const char *key) {
  if (!map->entries) return -1;
  for (uint32_t i = slot_of(key, map->mask);; i = (i + 1) & map->mask) {
    if (map->entries[i].key == key) return map->entries[i].value;
    if (!map->entries[i].key) return -1;
  }
}

bool lh_pointers_add(lh_pointers *map, const char *key, int32_t value) {
  if (!map->entries || map->count * 2 >= map->mask) {
    uint32_t size = map->entries ? (map->mask + 1) * 2 : 8;
    lh_pointers larger = {calloc(size, sizeof(lh_pointer_entry)), size - 1, 0};
    if (!larger.entries) return false;
    for (uint32_t i = 0; map->entries && i <= map->mask; i++)
      if (map->entries[i].key) lh_pointers_add(&larger, map->entries[i].key, map->entries[i].value);
    free(map->entries);
    *map = larger;
  }
  uint32_t i = slot_of(key, map->mask);
  while (map->entries[i].key) i = (i + 1) & map->mask;
  map->entries[i] = (lh_pointer_entry){key, value};
  map->count++;
  return true;
}

// MARK: Declaring

static char *copy(const char *text, size_t length) {
  char *new = lh_require_memory(malloc(length + 1));
  memcpy(new, text, length);
  new[length] = 0;
  return new;
}

int32_t lh_declare_module(lh_context *context, const char *name, size_t length) {
  lh_state *S = (lh_state *)context;
  if (S->module_count == S->module_capacity) {
    S->module_capacity = S->module_capacity ? S->module_capacity * 2 : 8;
    S->modules =
      lh_require_memory(realloc(S->modules, (size_t)S->module_capacity * sizeof(lh_module)));
  }
  S->modules[S->module_count] = (lh_module){copy(name, length), length, NULL, 0};
  return S->module_count++;
}

void lh_declare_denial(lh_context *context, int32_t module, const char *text, size_t length) {
  lh_module *declared = &((lh_state *)context)->modules[module];
  free(declared->denial);
  declared->denial = copy(text, length);
  declared->denial_length = length;
}

int32_t lh_declare_function(
  lh_context *context, int32_t module, const char *name, size_t length, int32_t parameters,
  const void *host) {
  lh_state *S = (lh_state *)context;
  if (S->function_count == S->function_capacity) {
    S->function_capacity = S->function_capacity ? S->function_capacity * 2 : 64;
    S->functions =
      lh_require_memory(realloc(S->functions, (size_t)S->function_capacity * sizeof(lh_function *)));
  }
  lh_function *function = lh_require_memory(calloc(1, sizeof *function));
  function->name = copy(name, length);
  function->length = length;
  function->module = module;
  function->host = host;
  function->parameter_count = parameters;
  function->parameters = lh_require_memory(calloc((size_t)parameters + 1, sizeof(lh_field)));
  S->functions[S->function_count] = function;
  return S->function_count++;
}

lh_field *lh_declare_field(
  lh_context *context, int32_t function, lh_field *parent, int32_t position, const char *name,
  size_t length, int32_t kinds, bool optional, int32_t slot) {
  lh_function *owner = ((lh_state *)context)->functions[function];
  lh_field *field = parent ? &parent->fields[position] : &owner->parameters[position];
  field->name = copy(name, length);
  field->length = length;
  field->kinds = kinds;
  field->optional = optional;
  field->slot = slot;
  field->low = INT64_MIN;
  field->high = INT64_MAX;
  field->number_low = -__builtin_inf();
  field->number_high = __builtin_inf();
  field->kept = parent
    && (kinds & (LH_KIND_ANY | LH_KIND_FUNCTION | LH_KIND_STRINGS | LH_KIND_TABLE)) != 0;
  if (field->kept) owner->kept_count++;
  return field;
}

void lh_declare_integers(lh_field *field, int64_t low, int64_t high) {
  field->low = low;
  field->high = high;
}

void lh_declare_numbers(lh_field *field, double low, double high) {
  field->number_low = low;
  field->number_high = high;
}

void lh_declare_fields(lh_field *field, int32_t count) {
  field->fields = lh_require_memory(calloc((size_t)count + 1, sizeof(lh_field)));
  field->field_count = count;
}

void lh_declare_choices(lh_field *field, int32_t count) {
  field->choices = lh_require_memory(calloc((size_t)count + 1, sizeof(lh_choice)));
  field->choice_count = count;
}

void lh_declare_choice(
  lh_field *field, int32_t position, const char *name, size_t length, bool numbered,
  int64_t number) {
  field->choices[position] = (lh_choice){copy(name, length), length, numbered, number};
}

void lh_declare_slots(lh_context *context, int32_t function, int32_t slots) {
  lh_function *owner = ((lh_state *)context)->functions[function];
  owner->slot_count = slots;
  // True if each parameter is one slot, and neither a choice nor a table.
  bool plain = owner->parameter_count <= LH_PLAIN_MAX;
  for (int32_t i = 0; i < owner->parameter_count; i++)
    plain = plain && !(owner->parameters[i].kinds & (LH_KIND_CHOICE | LH_KIND_TABLE));
  owner->plain_count = plain ? owner->parameter_count : -1;
}

static void free_field(lh_field *field) {
  free(field->name);
  for (int32_t i = 0; i < field->choice_count; i++) free(field->choices[i].name);
  free(field->choices);
  free(field->choice_map.entries);
  for (int32_t i = 0; i < field->field_count; i++) free_field(&field->fields[i]);
  free(field->fields);
  free(field->field_map.entries);
}

void lh_free_declarations(lh_state *S) {
  for (int32_t i = 0; i < S->function_count; i++) {
    lh_function *function = S->functions[i];
    for (int32_t p = 0; p < function->parameter_count; p++) free_field(&function->parameters[p]);
    free(function->parameters);
    free(function->name);
    free(function);
  }
  free(S->functions);
  for (int32_t i = 0; i < S->module_count; i++) {
    free(S->modules[i].name);
    free(S->modules[i].denial);
  }
  free(S->modules);
  free(S->names.entries);
}

// MARK: Interning, once the state exists. Expects the table of anchors on top of the stack.

static const char *intern(lua_State *L, const char *text, size_t length) {
  const char *interned = lua_pushlstring(L, text, length);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  return interned;
}

static void intern_field(lua_State *L, lh_field *field) {
  luaL_checkstack(L, 4, NULL);
  for (int32_t i = 0; i < field->choice_count; i++) {
    const char *name = intern(L, field->choices[i].name, field->choices[i].length);
    if (!lh_pointers_add(&field->choice_map, name, i)) luaL_error(L, "out of memory");
  }
  for (int32_t i = 0; i < field->field_count; i++) {
    const char *name = intern(L, field->fields[i].name, field->fields[i].length);
    if (!lh_pointers_add(&field->field_map, name, i)) luaL_error(L, "out of memory");
    intern_field(L, &field->fields[i]);
  }
}

void lh_intern_declarations(lua_State *L, lh_state *S) {
  for (int32_t i = 0; i < S->function_count; i++)
    for (int32_t p = 0; p < S->functions[i]->parameter_count; p++)
      intern_field(L, &S->functions[i]->parameters[p]);
}

// Names the system's Lua 5.4, for C only. Swift never imports this module: what Swift may call is
// what CLuaShims.h declares, and nothing declared there can raise.
#ifndef CLUA_H
#define CLUA_H

// Debian's, unless another one was chosen (scripts/choose-lua): its headers are found by their own names.
#if __has_include(<lua.h>)
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#else
#include <lua5.4/lua.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#endif

#if LUA_VERSION_NUM != 504
#error "Flint needs Lua 5.4"
#endif

#endif

// Names the system's Lua 5.4, for C only. Swift never imports this module: what Swift may call is
// what CLuaShims.h declares, and nothing declared there can raise.
#ifndef CLUA_H
#define CLUA_H

#include <lua5.4/lua.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>

#endif

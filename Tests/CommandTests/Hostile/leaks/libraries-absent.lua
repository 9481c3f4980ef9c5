-- ends: 0
assert(debug == nil and io == nil and package == nil and dofile == nil and loadfile == nil and warn == nil)
assert(os.execute == nil and os.exit == nil and os.remove == nil and os.tmpname == nil and os.setlocale == nil)

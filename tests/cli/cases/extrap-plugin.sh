for p in 8 16 32 64; do sed "s/ranks 4/ranks $p/" butterfly-4 >"$scratch/b$p"; done; cp butterfly-4 "$scratch/b4"; cp "$PLUGINS/butterfly.so" "$scratch"
cd "$scratch" && scalaextrap --paper b4 b8 b16 b32 --target 64 -o z
cd "$scratch" && scalaextrap --paper --plugin butterfly.so b4 b8 b16 b32 --target 64 -o x && scaladiff x b64
cd "$scratch" && grep -v '^site' x.formula | sed -n '/^program/,$p'
cd "$scratch" && scalaextrap --quiet --from-formula x.formula --target 1048576 -o big && tail -1 big
cd "$scratch" && scalaextrap --plugin ./butterfly.so b4 b8 b16 b32 --target 64 -o y; scaladiff y b64 | tail -1
cd "$scratch" && scalaextrap --quiet --plugin butterfly.so t16 t64 t144 --target 256 -o o
cd "$scratch" && scalaextrap --plugin nowhere.so t16 --target 64 2>&1 | cut -c 1-60
cd "$scratch" && echo 'int nothing;' | cc -shared -fPIC -x c - -o empty.so && scalaextrap --plugin empty.so t16 --target 64
cd "$scratch" && echo '#include <scalaextrap_plugin.h>' >v.c && echo 'const scalaextrap_plugin scalaextrap_plugin_table = { 99, "v", 0, 0 };' >>v.c && cc -I"$INCLUDE" -shared -fPIC v.c -o v.so && scalaextrap --plugin v.so t16 --target 64
cd "$scratch" && echo '#include <scalaextrap_plugin.h>' >w.c && echo 'static const char *f(const scalaextrap_question *q, unsigned a) { return q->depth == 2 && a == 0 ? "r +" : 0; } const scalaextrap_plugin scalaextrap_plugin_table = { SCALAEXTRAP_PLUGIN_VERSION, "w", f, 0 };' >>w.c && cc -I"$INCLUDE" -shared -fPIC w.c -o w.so && scalaextrap --plugin w.so b4 b8 --target 16
cd "$scratch" && scalaextrap --from-formula x.formula --plugin butterfly.so --target 64

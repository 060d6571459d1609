/* Every bad input is refused: with its line, in words, and without a leak. */
#include "io/text.h"
#include "tap.h"

#include <stdlib.h>

#define HEAD                                                                             \
    "scalatrace 1\nranks 8\nmodule 0 \"a\"\nsite 0 0+0x1\ncomm 0 world\ncomm 1 self\n"
#define TABLES                                                                           \
    HEAD "type 0 \"MPI_INT\" 4\ngrid g1 comm=0 law=line periodic=0 dims=8\nconst N1 5\n"
#define PROGRAM TABLES "program\n"
#define OPEN "scalatrace 1\nranks P\nsite 0\ncomm 0 world\ncomm 1 self\n"
#define LAWS(laws, fields)                                                               \
    "scalatrace 1\nranks P\nsite 0\n" laws                                               \
    "comm 0 world\ncomm 1 self\nprogram\nSend site=0 " fields "\nend\n"
#define DOUBLED                                                                          \
    "part 0 {P}\n"                                                                       \
    "part 1 {_0 + _0}\n"                                                                 \
    "part 2 {_1 + _1}\n"                                                                 \
    "part 3 {_2 + _2}\n"                                                                 \
    "part 4 {_3 + _3}\n"                                                                 \
    "part 5 {_4 + _4}\n"                                                                 \
    "part 6 {_5 + _5}\n"                                                                 \
    "part 7 {_6 + _6}\n"                                                                 \
    "part 8 {_7 + _7}\n"                                                                 \
    "part 9 {_8 + _8}\n"                                                                 \
    "part 10 {_9 + _9}\n"                                                                \
    "part 11 {_10 + _10}\n"                                                              \
    "part 12 {_11 + _11}\n"
#define NESTED                                                                           \
    "part 0 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max("  \
    "P, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 1 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "0, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 2 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "1, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 3 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "2, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 4 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "3, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 5 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "4, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 6 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "5, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 7 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "6, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 8 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "7, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 9 "                                                                            \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "8, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"                                                                              \
    "part 10 "                                                                           \
    "{max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(max(_" \
    "9, 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), 1), "    \
    "1)}\n"
#define FORMULA OPEN "program\n"
#define EVENT(fields) PROGRAM "Send site=0 " fields "\nend\n"
#define CURVES(text) FORMULA "Send site=0\n  comp " text "\nend\n"
#define TIMES(lines) PROGRAM "Send site=0\n" lines "end\n"
#define SETS(set, fields)                                                                \
    "scalatrace 1\nranks 8\nmodule 0 \"a\"\nsite 0 0+0x1\nset 0 <0 7>\nset 1 " set       \
    "\ncomm 0 world\ncomm 1 self\nprogram\nSend site=0 " fields "\nend\n"
#define ONES " 1 1 1 1 1 1 1 1 1 1"

static const struct {
    const char *name, *text;
    long line;
    const char *expected; /* part of the message */
} cases[] = {
    { "empty", "", 0, "empty file" },
    { "a newline", "\n", 1, "not a trace" },
    { "something else", "hello\n", 1, "not a trace" },
    { "CRLF", "scalatrace 1\r\nranks 4\r\n", 1, "CR" },
    { "a later CR", HEAD "program\nend\r\n", 8, "CR" },
    { "version 2", "scalatrace 2\n", 1, "expected version 1" },
    { "version 1x", "scalatrace 1x\n", 1, "end of the line" },
    { "a huge version", "scalatrace 99999999999999999999\n", 1, "does not fit" },
    { "no newline", "scalatrace 1\nranks 4", 2, "end of the file" },
    { "only a version", "scalatrace 1\n", 1, "end of the file" },
    { "no ranks", "scalatrace 1\nprogram\n", 2, "ranks" },
    { "0 ranks", "scalatrace 1\nranks 0\n", 2, "[1, 2147483647]" },
    { "negative ranks", "scalatrace 1\nranks -4\n", 2, "[1, 2147483647]" },
    { "2^31 ranks", "scalatrace 1\nranks 2147483648\n", 2, "[1, 2147483647]" },
    { "no tables", "scalatrace 1\nranks 4\nprogram\nend\n", 3, "comm 0 world" },
    { "no program", HEAD, 6, "'program'" },
    { "a bomb", EVENT("comm=0 peer=#4000000000=00000"), 11, "cannot stand for" },
    { "a packed number alone", EVENT("comm=0 peer=#1=00000"), 11, "length of a packed" },
    { "a payload of nobody", EVENT("comm=0 peer=#50=zzzzzzzzzz"), 11,
      "no writer of this version" },
    { "a packed item alone", EVENT("comm=0 peer=(#50=zzzzzzzzzz,1)"), 11, "packed" },
    { "an empty line", HEAD "\nprogram\nend\n", 7, "'program'" },
    { "an unknown table", HEAD "wall 0\nprogram\nend\n", 7, "'program'" },
    { "wrong order", HEAD "meta a \"b\"\nprogram\nend\n", 7, "before" },
    { "a wrong index", HEAD "type 1 \"x\" 4\nprogram\nend\n", 7, "expected index 0" },
    { "an index twice", HEAD "type 0 \"x\" 4\ntype 0 \"y\" 4\nprogram\nend\n", 8,
      "expected index 1" },
    { "a leading zero", HEAD "type 00 \"x\" 4\nprogram\nend\n", 7, "decimal" },
    { "a negative size", HEAD "type 0 \"x\" -4\nprogram\nend\n", 7, "size in bytes" },
    { "a huge size", HEAD "type 0 \"x\" 9223372036854775808\nprogram\nend\n", 7,
      "does not fit" },
    { "an open string", HEAD "redop 0 \"x\nprogram\nend\n", 7, "closing" },
    { "a wrong escape", HEAD "redop 0 \"\\q\"\nprogram\nend\n", 7, "in a string" },
    { "an escaped NUL", HEAD "redop 0 \"\\x00\"\nprogram\nend\n", 7, "\\x00" },
    { "raw bytes", HEAD "redop 0 \"\xc3\xa4\"\nprogram\nend\n", 7, "ASCII" },
    { "a tab", HEAD "redop 0 \"\t\"\nprogram\nend\n", 7, "ASCII" },
    { "a bad key",
      "scalatrace 1\nranks 4\nmeta A \"b\"\ncomm 0 world\ncomm 1 self\nprogram\nend\n", 3,
      "key" },
    { "no such module",
      "scalatrace 1\nranks 4\nsite 0 0+0x1\ncomm 0 world\ncomm 1 self\nprogram\n", 3,
      "no entries" },
    { "a bad offset",
      "scalatrace 1\nranks 4\nmodule 0 \"a\"\nsite 0 0+0x01\ncomm 0 world\n"
      "comm 1 self\nprogram\n",
      4, "leading zero" },
    { "a huge offset",
      "scalatrace 1\nranks 4\nmodule 0 \"a\"\nsite 0 0+0x11111111111111111\n"
      "comm 0 world\ncomm 1 self\nprogram\n",
      4, "16 digits" },
    { "self first", "scalatrace 1\nranks 4\ncomm 0 self\ncomm 1 self\nprogram\nend\n", 3,
      "world" },
    { "a second world", HEAD "comm 2 world\nprogram\nend\n", 7, "how the" },
    { "a later parent", HEAD "comm 2 dup parent=2 serial=0 size=8 rank=0\nprogram\nend\n",
      7, "earlier communicator" },
    { "no size", HEAD "comm 2 dup parent=0 serial=0 rank=0\nprogram\nend\n", 7, "size=" },
    { "size 0", HEAD "comm 2 dup parent=0 serial=0 size=0 rank=0\nprogram\nend\n", 7,
      "found 0" },
    { "a rank of null",
      HEAD "comm 2 dup parent=0 serial=0 size=1 rank=null\nprogram\nend\n", 7, "value" },
    { "a grid on no communicator",
      HEAD "grid g comm=2 law=line periodic=0 dims=8\nprogram\nend\n", 7, "[0, 1]" },
    { "an unknown law", HEAD "grid g comm=0 law=spiral periodic=0 dims=8\nprogram\nend\n",
      7, "law" },
    { "dims unlike the law",
      HEAD "grid g comm=0 law=line periodic=0,0 dims=2,4\nprogram\nend\n", 7,
      "expected 1 dims" },
    { "no dims", HEAD "grid g comm=0 law=line periodic=0\nprogram\nend\n", 7, "dims" },
    { "an extent of 0", HEAD "grid g comm=0 law=line periodic=0 dims=0\nprogram\nend\n",
      7, "extent" },
    { "more than P",
      HEAD "grid g comm=0 law=square periodic=0,0 dims=4,4\nprogram\nend\n", 7,
      "extent" },
    { "nine dims",
      HEAD "grid g comm=0 law=given periodic=0,0,0,0,0,0,0,0,0 dims=1\nprogram\nend\n", 7,
      "more than 8" },
    { "a grid twice",
      HEAD "grid g comm=0 law=line periodic=0 dims=8\n"
           "grid g comm=0 law=line periodic=0 dims=8\nprogram\nend\n",
      8, "second" },
    { "a grid's bad name",
      HEAD "grid G comm=0 law=line periodic=0 dims=8\nprogram\nend\n", 7, "name" },
    { "a parameter named P", HEAD "param P 3\nprogram\nend\n", 7, "no word of" },
    { "a parameter named as a counter", HEAD "param i2 3\nprogram\nend\n", 7,
      "no word of" },
    { "a parameter named as a function", HEAD "param block 3\nprogram\nend\n", 7,
      "no word of" },
    { "a parameter of 33 letters",
      HEAD "param abcdefghijklmnopqrstuvwxyzabcdefg 3\nprogram\nend\n", 7, "no word of" },
    { "a parameter without a number", HEAD "param N\nprogram\nend\n", 7, "' '" },
    { "a negative parameter", HEAD "param N -1\nprogram\nend\n", 7, "[0, " },
    { "two values in one run", HEAD "param N 3,4\nprogram\nend\n", 7, "end of the line" },
    { "values not ascending", OPEN "param N 4,4\nprogram\nend\n", 6, "[5, " },
    { "a parameter and a constant of one name", TABLES "param N1 3\nprogram\nend\n", 10,
      "before those of" },
    { "the same, in order", HEAD "param N1 3\nconst N1 3\nprogram\nend\n", 8, "second" },
    { "nine parameters",
      HEAD "param A 1\nparam B 1\nparam C 1\nparam D 1\nparam E 1\nparam F 1\n"
           "param G 1\nparam H 1\nparam I 1\nprogram\nend\n",
      15, "more than 8 parameters" },
    { "a model of times in a run", HEAD "common 4~1,1,0,0;0\nprogram\nend\n", 7,
      "ranks are known" },
    { "two models of times",
      OPEN "common 4~1,1,0,0;0\ncommon 4~1,1,0,0;0\nprogram\nend\n", 7, "second" },
    { "a pace of a trip", HEAD "pace {i1}\nprogram\nend\n", 7, "the rank's place" },
    { "two paces", HEAD "pace {r}\npace {r}\nprogram\nend\n", 8, "second" },
    { "a pace by a grid of some",
      HEAD "comm 2 dup parent=0 serial=0 size=8 rank={r}\n"
           "grid g1 comm=2 law=line periodic=0 dims=8\npace {g1.c1}\nprogram\nend\n",
      9, "on the world" },
    { "a share of nothing",
      OPEN "program\nBarrier site=0 comm=0\n  comp law 1*P common*1~0,0 0 0 0 0 0 0 0 "
           "0\nend\n",
      8, "'common'" },
    { "no share",
      OPEN "common 4~1,1,0,0;0\nprogram\nBarrier site=0 comm=0\n"
           "  comp law 1*P common*0~0,0 0 0 0 0 0 0 0 0\nend\n",
      9, "above 0" },
    { "a law of a constant in a run", HEAD "const N1 {P}\nprogram\nend\n", 7,
      "the value of a constant" },
    { "a law of a constant by the rank", OPEN "const N1 {P + r}\nprogram\nend\n", 6,
      "only P, dims and constants" },
    { "extents of what is no grid of the trace",
      OPEN "const N1 {P.cube.d1}\nprogram\nend\n", 6, "only P, dims and constants" },
    { "a law of a constant of itself", OPEN "const N1 {N1 + 1}\nprogram\nend\n", 6,
      "before this one" },
    { "a law of a constant of a later one",
      OPEN "const N1 {N2}\nconst N2 1\nprogram\nend\n", 6, "before this one" },
    { "a law of a constant over a later grid",
      "scalatrace 1\nranks P\nsite 0\ncomm 0 world\ncomm 1 self\n"
      "grid g1 comm=1 law=line periodic=0\nconst N1 {g1.d1}\nprogram\nend\n",
      7, "grids on the world" },
    { "a constant named P", HEAD "const P 3\nprogram\nend\n", 7, "not P" },
    { "a circle of grid and communicator",
      HEAD "comm 2 dup parent=0 serial=0 size={g.d1} rank=0\n"
           "grid g comm=2 law=line periodic=0 dims=8\nprogram\nend\n",
      9, "later one" },

    { "no end", PROGRAM, 10, "'end'" },
    { "an open loop", PROGRAM "loop 3 {\n", 11, "'}'" },
    { "a loop closed by end", PROGRAM "loop 3 {\nend\n", 12, "spaces" },
    { "a stray brace", PROGRAM "}\nend\n", 11, "operation" },
    { "something behind the end", PROGRAM "end\n#\n", 12, "nothing" },
    { "an empty line behind the end", PROGRAM "end\n\n", 12, "nothing" },
    { "something on the line of the end", PROGRAM "end \n", 11, "operation" },
    { "wrong indent", PROGRAM "  Barrier site=0\nend\n", 11, "spaces" },
    { "no indent", PROGRAM "loop 3 {\nBarrier site=0\n}\nend\n", 12, "spaces" },
    { "tabs", PROGRAM "loop 3 {\n\tBarrier site=0\n}\nend\n", 12, "spaces" },
    { "a space behind", PROGRAM "Barrier site=0 \nend\n", 11, "key" },
    { "an unknown operation", PROGRAM "Teleport site=0\nend\n", 11, "operation" },
    { "no site", PROGRAM "Barrier comm=0\nend\n", 11, "site=" },
    { "no such site", PROGRAM "Barrier site=1\nend\n", 11, "call site" },
    { "negative trips", PROGRAM "loop -1 {\n}\nend\n", 11, "[0, " },
    { "trips of any", PROGRAM "loop any {\n}\nend\n", 11, "value" },
    { "relative trips", PROGRAM "loop ~1 {\n}\nend\n", 11, "value" },
    { "no brace", PROGRAM "loop 3\nend\n", 11, "' {'" },

    { "a parameter twice", EVENT("comm=0 comm=0"), 11, "once and in order" },
    { "parameters out of order", EVENT("tag=1 comm=0"), 11, "once and in order" },
    { "an unknown parameter", EVENT("weight=1"), 11, "key" },
    { "no value", EVENT("comm="), 11, "value" },
    { "no such communicator", EVENT("comm=2"), 11, "[0, 1]" },
    { "no such new communicator", EVENT("newcomm=2"), 11, "[0, 1]" },
    { "no such type", EVENT("type=1"), 11, "[0, 0]" },
    { "no such operation", EVENT("redop=0"), 11, "no entries" },
    { "a negative peer", EVENT("peer=-1"), 11, "[0, " },
    { "a negative count", EVENT("count=-1"), 11, "[0, " },
    { "a negative count in a run", EVENT("count=5..-1/-1"), 11, "[0, " },
    { "a negative count in a list", EVENT("counts=(1,(2,-3)*2)"), 11, "[0, " },
    { "a count of any", EVENT("count=any"), 11, "value" },
    { "a relative count", EVENT("count=~1"), 11, "value" },
    { "a huge count", EVENT("count=99999999999999999999"), 11, "does not fit" },
    { "a number that is a special value", EVENT("tag=-9223372036854775807"), 11,
      "does not fit" },
    { "no repetitions", EVENT("count=5*0"), 11, "repetition" },
    { "negative repetitions", EVENT("count=5*-1"), 11, "repetition" },
    { "a huge repetition", EVENT("count=((1,2)*9223372036854775807)*4"), 11, "length" },
    { "stride 0", EVENT("count=1..5/0"), 11, "stride" },
    { "a stride that misses", EVENT("count=1..6/2"), 11, "stride" },
    { "a stride the other way", EVENT("count=5..1"), 11, "stride" },
    { "a run of one", EVENT("count=5..5"), 11, "stride" },
    { "a run of null", EVENT("peer=null..5"), 11, "end of the line" },
    { "drawn values that descend", EVENT("count=?(2,1)"), 11, "ascending" },
    { "a drawn run that descends", EVENT("count=?9..1/-4"), 11, "ascending" },
    { "drawn repetitions", EVENT("count=?((1,2)*2)"), 11, "ascending" },
    { "values dealt to nobody", EVENT("count=&(1,2)"), 11, "the ranks that share" },
    { "a deal that is not even", EVENT("count=&(1,2,3)@<1 0 2 1>"), 11, "as many" },
    { "a drawn type", EVENT("type=?0*2"), 11, "value" },
    { "drawn steps", EVENT("count=[?(1,2);3]"), 11, "value" },
    { "drawn ranks", EVENT("count=%?(1,2)"), 11, "value" },
    { "drawn trips", PROGRAM "loop ?(1,2) {\n}\nend\n", 11, "value" },
    { "drawn values in a formula", FORMULA "Send site=0 count=?(1,2)\nend\n", 7,
      "value" },
    { "one step", EVENT("count=[1]"), 11, "second step" },
    { "an open step", EVENT("count=[1;2"), 11, "']'" },
    { "no step", EVENT("count=[]"), 11, "value" },
    { "a step that varies", EVENT("count=[1;(1,2)]"), 11, "one number" },
    { "steps in steps", EVENT("count=[1;[1;2]]"), 11, "value" },
    { "steps of a list", EVENT("counts=[1;2]"), 11, "value" },
    { "a relative step", EVENT("peer=[~1;2]"), 11, "value" },
    { "an open list", EVENT("count=(1,2"), 11, "')'" },
    { "an empty list", EVENT("count=()"), 11, "value" },
    { "a list without repetition", EVENT("count=((1,2),3)"), 11, "'*'" },
    { "minus zero", EVENT("tag=-0"), 11, "decimal" },
    { "plus", EVENT("tag=+1"), 11, "decimal" },
    { "hexadecimal", EVENT("tag=0x10"), 11, "end of the line" },
    { "an unknown label", EVENT("tag=1 !sure"), 11, "proved" },
    { "an unknown law", LAWS("law 0 {P}\n", "tag=l1"), 8, "the number of a law" },
    { "a law before its entry", LAWS("law 0 l0\n", "tag=l0"), 4,
      "the expression of a law" },
    { "a law of a number", LAWS("law 0 1\n", "tag=1"), 4, "the expression of a law" },
    { "a law with more behind it", LAWS("law 0 {P} 1\n", "tag=l0"), 4,
      "end of the line" },
    { "a law where it does not hold", LAWS("law 0 {i1}\n", "tag=l0"), 8, "counters" },
    { "a set by a law of elements", LAWS("law 0 {e}\n", "ranks=l0"), 8,
      "only where there is a list" },
    { "a law of nobody", LAWS("law 0 none\n", "tag=1"), 4, "the expression of a law" },
    { "everybody as a value", LAWS("law 0 all !proved\n", "tag=l0"), 8, "a value" },
    { "an unknown part", LAWS("part 0 {P}\n", "tag={_1}"), 8, "found '_1'" },
    { "a part before its entry", LAWS("part 0 {_0}\n", "tag=1"), 4, "found '_0'" },
    { "a part without an expression", LAWS("part 0 P\n", "tag=1"), 4, "'{'" },
    { "a part with evidence", LAWS("part 0 {P} !exact\n", "tag=1"), 4,
      "end of the line" },
    { "a part where it does not hold", LAWS("part 0 {i1}\n", "tag={1 + _0}"), 8,
      "counters" },
    { "a part that sums", LAWS("part 0 {1 + sum(2, 3)}\n", "tag=1"), 4, "no sum" },
    { "a part of a sum", LAWS("part 0 {t}\n", "tag=1"), 4, "t outside" },
    { "parts that double", LAWS(DOUBLED, "tag={_12 + _12}"), 20, "more than 10000" },
    { "parts that nest", LAWS(NESTED, "tag=1"), 13, "nested deeper than 200" },
    { "a part in a trace of a run",
      "scalatrace 1\nranks 8\npart 0 {P}\ncomm 0 world\ncomm 1 self\nprogram\nend\n", 3,
      "a formula trace" },
    { "an unknown reason", LAWS("why 0 \"a\"\n", "tag=1 !exact w1"), 8,
      "the number of a reason" },
    { "no reasons", LAWS("", "tag=1 !exact w0"), 7, "no entries" },
    { "a reason in a trace of a run",
      "scalatrace 1\nranks 8\nwhy 0 \"\"\ncomm 0 world\ncomm 1 self\nprogram\nend\n", 3,
      "a formula trace" },
    { "a law in a trace of a run",
      "scalatrace 1\nranks 8\nlaw 0 {P}\ncomm 0 world\ncomm 1 self\nprogram\nend\n", 3,
      "a formula trace" },
    { "a doubt about nothing", EVENT("tag=1 !exact unless {}"), 11, "column 1" },
    { "a doubt without label", EVENT("tag=1 unless {P > 3}"), 11, "key" },
    { "an unknown rival",
      HEAD "grid g comm=0 law=line periodic=0 dims=8 rivals=spiral\nprogram\n", 7,
      "law" },
    { "a rival of other dims",
      HEAD "grid g comm=0 law=line periodic=0 dims=8 rivals=square\nprogram\n", 7,
      "1 dims" },
    { "an empty list of rivals",
      HEAD "grid g comm=0 law=line periodic=0 dims=8 rivals=\nprogram\n", 7, "law" },

    { "a rank outside", EVENT("count=1@<0 8>"), 11, "[0, 7]" },
    { "a negative rank", EVENT("count=1@<0 -1>"), 11, "[0, 7]" },
    { "ranks that reach outside", EVENT("count=1@<1 2 4 2>"), 11, "below 8" },
    { "huge iterations", EVENT("count=1@<1 0 4294967296 4294967296>"), 11, "iteration" },
    { "one iteration", EVENT("count=1@<1 0 1 1>"), 11, "iteration" },
    { "stride 0 of ranks", EVENT("count=1@<1 0 2 0>"), 11, "stride" },
    { "too many dims", EVENT("count=1@<9 0>"), 11, "[0, 8]" },
    { "too few dims", EVENT("count=1@<2 0 2 1>"), 11, "' '" },
    { "a rank twice in a term", EVENT("count=1@<2 0 2 1 2 1>"), 11, "larger" },
    { "strides that do not nest", EVENT("count=1@<2 0 3 2 2 3>"), 11, "larger" },
    { "terms that overlap", EVENT("count=1@<1 0 4 2><0 4>"), 11, "disjoint" },
    { "pieces that overlap", EVENT("count=1@<1 0 4 2>|2@<1 1 2 3>"), 11, "disjoint" },
    { "a set without a name", EVENT("count=1@s0"), 11, "the number of a set" },
    { "a set behind communicators", HEAD "set 0 <0 1>\nprogram\nend\n", 7, "before" },
    { "a set of sets", SETS("s0", "comm=0"), 6, "the terms of a set" },
    { "a set that overlaps", SETS("<1 0 4 1>", "count=1@s1|2@<0 3>"), 10, "disjoint" },
    { "a set twice", SETS("<1 0 4 1>", "count=1@s1|2@s1"), 10, "disjoint" },
    { "no such set", SETS("<1 0 4 1>", "count=1@s2"), 10, "[0, 1]" },
    { "a set beyond the ranks", SETS("<1 0 8 2>", "count=1@s1"), 6, "below 8" },
    { "a piece for all and another", EVENT("count=1|2@<0 1>"), 11, "end of the line" },
    { "a piece without ranks", EVENT("count=1@<0 1>|2"), 11, "'@'" },
    { "an open ranklist", EVENT("count=1@<0 1"), 11, "'>'" },
    { "domains that overlap", PROGRAM "Barrier site=0 ranks=<0 1><0 1>\nend\n", 11,
      "disjoint" },
    { "an unknown domain", PROGRAM "Barrier site=0 ranks=some\nend\n", 11, "ranklist" },
    { "a box over the rank", PROGRAM "Barrier site=0 ranks=<0 {r}>\nend\n", 11,
      "P, dims" },

    { "an open expression", EVENT("count={1"), 11, "'}'" },
    { "an empty expression", EVENT("count={}"), 11, "column 1" },
    { "an unknown name", EVENT("count={N2}"), 11, "'N2'" },
    { "an unknown grid", EVENT("count={g2.d1}"), 11, "'g2'" },
    { "a counter outside of loops", EVENT("count={i1}"), 11, "counters of the 0 loops" },
    { "an inner counter", PROGRAM "loop {i1} {\n}\nend\n", 11,
      "counters of the 0 loops" },
    { "a counter in a domain", PROGRAM "loop 2 {\n  Barrier site=0 ranks={i1}\n}\nend\n",
      12, "scale" },
    { "an element of no list", EVENT("count={e}"), 11, "list" },
    { "a relative expression", EVENT("peer=~{1}"), 11, "value" },

    { "comp behind comm", TIMES("  comm" ONES "\n  comp" ONES "\n"), 13, "before" },
    { "a key twice", TIMES("  comp" ONES "\n  comp" ONES "\n"), 13, "before" },
    { "the first behind the rest", TIMES("  comm" ONES "\n  comm first" ONES "\n"), 13,
      "before" },
    { "a call site of comm", TIMES("  comm after=0" ONES "\n"), 12, "finite" },
    { "an unknown call site", TIMES("  comp after=7" ONES "\n"), 12, "a call site" },
    { "first behind after", TIMES("  comp after=0 first" ONES "\n"), 12, "finite" },
    { "comp at the end", PROGRAM "Send site=0\n  comp" ONES "\n", 12, "'end'" },
    { "nine numbers", TIMES("  comp 1 1 1 1 1 1 1 1 1\n"), 12, "' '" },
    { "eleven numbers", TIMES("  comp" ONES " 1\n"), 12, "end of the line" },
    { "NaN", TIMES("  comp nan 1 1 1 1 1 1 1 1 1\n"), 12, "finite" },
    { "a later NaN", TIMES("  comp 1 NaN 1 1 1 1 1 1 1 1\n"), 12, "finite" },
    { "inf", TIMES("  comp 1 inf 1 1 1 1 1 1 1 1\n"), 12, "finite" },
    { "1e999", TIMES("  comp 1 1e999 1 1 1 1 1 1 1 1\n"), 12, "double" },
    { "a negative time", TIMES("  comp 1 -1 1 1 1 1 1 1 1 1\n"), 12, "negative" },
    { "no bins", TIMES("  comp" ONES " bins\n"), 12, "bins" },
    { "empty bins only", TIMES("  comp" ONES " bins 3\n"), 12, "letters" },
    { "no empty bin", TIMES("  comp" ONES " bins 0a\n"), 12, "empty bins" },
    { "a bin outside", TIMES("  comp" ONES " bins 505a\n"), 12, "below 505" },
    { "bins of more samples", TIMES("  comp" ONES " bins 3b\n"), 12, "1 samples" },
    { "leading zeros of a bin", TIMES("  comp" ONES " bins 3Aa\n"), 12, "zeros" },
    { "a bin without its last digit", TIMES("  comp" ONES " sketch 3B\n"), 12,
      "letters" },
    { "a huge bin", TIMES("  comp" ONES " sketch 3ZZZZZZZZZZZZZZa\n"), 12, "2^53" },
    { "bins and a sketch", TIMES("  comp" ONES " bins a sketch a\n"), 12, "letters" },
    { "times before events", PROGRAM "  comp" ONES "\nend\n", 11, "spaces" },
    { "times too deep", TIMES("    comp" ONES "\n"), 12, "expected 2 spaces" },
    { "a curve at a number of ranks", TIMES("  comp 1 1/P 1 1 1 1 1 1 1 1\n"), 12,
      "' '" },
    { "nothing before the first curve", CURVES("= 1 1 1 1 1 1 1 1 1"), 8, "finite" },
    { "nine curves", CURVES("1 = = = = = = = ="), 8, "' '" },
    { "eleven curves", CURVES("1 = = = = = = = = = ="), 8, "end of the line" },
    { "an unknown curve", CURVES("1PP = = = = = = = = ="), 8, "' '" },
    { "a curve of one number too many", CURVES("1+2 = = = = = = = = ="), 8, "' '" },
    { "a curve of two signs", CURVES("1P+-2 = = = = = = = = ="), 8, "negative" },
    { "a curve of NaN", CURVES("nan = = = = = = = = ="), 8, "finite" },
    { "a curve of a sign alone", CURVES("1P+ = = = = = = = = ="), 8, "finite" },
    { "a negative deviation", CURVES("1~-1 = = = = = = = = ="), 8, "negative" },
    { "bins of curves", CURVES("1 = = = = = = = = = bins a"), 8, "end of the line" },
};

static void refused(const char *name, const char *text, size_t size, long line,
                    const char *expected)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace = { .p = -1 };
    sx_error err = { 0 };
    sx_status status = sx_text_read(arena, "t16", text, size, &trace, &err);
    ok(status != SX_OK && trace.p == -1 && err.status == status && err.line == line &&
           strcmp(err.file, "t16") == 0 && strstr(err.text, expected) &&
           !strchr(err.text, '\n'),
       "%s: %s:%ld: %s", name, err.file, err.line, err.text);
    sx_arena_destroy(arena);
}

/* The start of the text, `n` times the middle, and the rest. */
static void repeated(const char *name, const char *start, const char *middle, size_t n,
                     const char *rest, long line, const char *expected)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_buffer_puts(&text, start);
    for (size_t i = 0; i < n; i++)
        sx_buffer_puts(&text, middle);
    sx_buffer_puts(&text, rest);
    refused(name, text.data, text.size, line, expected);
    sx_buffer_finish(&text);
}

static void bombs(void)
{
    repeated("a bomb of parentheses", PROGRAM "Send site=0 count=", "(", 100000,
             "1\nend\n", 11, "nested deeper");
    repeated("a bomb of steps", PROGRAM "Send site=0 count=[1", ";1", 100000, "]\nend\n",
             11, "64 steps");
    repeated("a bomb of an expression", PROGRAM "Send site=0 count={", "(", 100000,
             "1}\nend\n", 11, "nested deeper");
    repeated("an endless sum", PROGRAM "Send site=0 count={1", "+1", 100000, "}\nend\n",
             11, "10000 parts");
    repeated("names without end", HEAD "const N", "x", 100000, "\nprogram\nend\n", 7,
             "' '");
    sx_buffer loops = SX_BUFFER_INIT;
    sx_buffer_puts(&loops, PROGRAM);
    for (int depth = 0; depth < 1000; depth++)
        sx_buffer_printf(&loops, "%*sloop 9 {\n", 2 * depth, "");
    refused("a bomb of loops", loops.data, loops.size, 75, "nested deeper than 64");
    sx_buffer_finish(&loops);
    sx_buffer grids = SX_BUFFER_INIT;
    sx_buffer_puts(&grids, HEAD);
    for (int i = 0; i <= SX_MAX_GRIDS; i++)
        sx_buffer_printf(&grids, "grid g%d comm=0 law=line periodic=0 dims=8\n", i);
    sx_buffer_puts(&grids, "program\nend\n");
    refused("too many grids", grids.data, grids.size, 7 + SX_MAX_GRIDS,
            "more than 16 grids");
    sx_buffer_finish(&grids);
}

/* Two columns of many, each with all others in between: comparing them must not take for ever. */
static void entangled(void)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_buffer_puts(&text,
                   "scalatrace 1\nranks 1000000000\nsite 0\ncomm 0 world\ncomm 1 self\n"
                   "program\nSend site=0 ranks=");
    for (int i = 0; i < 1000; i++)
        sx_buffer_printf(&text, "<1 %d 30000 30000>", i);
    sx_buffer_puts(&text, "\nend\n");
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_error err = { 0 };
    is_int(sx_text_read(arena, "columns", text.data, text.size, &trace, &err), SX_OK,
           "a thousand columns are compared");
    sx_buffer_puts(&text, "");
    char *last = strstr(text.data, "<1 999 ");
    memcpy(last, "<1 998 ", 7);
    is_int(sx_text_read(arena, "columns", text.data, text.size, &trace, &err), SX_PARSE,
           "a column twice is found");
    sx_arena_destroy(arena);
    sx_buffer_finish(&text);
}

/* Cut anywhere, a text is not a trace. */
static void truncated(void)
{
    static const char text[] =
        PROGRAM "loop 3 {\n  Send site=0 ranks=<1 0 2 4> peer=~1 count=(1*2,{}) tag={N1} "
                "!exact \"x\"\n"
                "    comp" ONES " bins 3a\n    comm first" ONES "\n}\nend\n";
    int wrong = 0;
    for (size_t size = 0; size + 1 < sizeof text; size++) {
        char *copy = malloc(size + 1); /* exactly as long, for the sanitizer */
        char *exact = size ? realloc(copy, size) : copy;
        memcpy(exact, text, size);
        sx_arena *arena = sx_arena_create();
        sx_trace trace;
        sx_error err = { 0 };
        wrong += sx_text_read(arena, "t16", exact, size, &trace, &err) == SX_OK;
        sx_arena_destroy(arena);
        free(exact);
    }
    is_int(wrong, 0, "truncated texts that are read");
}

/* Memory follows the size of the text. */
static void proportional(void)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_buffer_puts(&text, PROGRAM);
    for (int i = 0; i < 20000; i++)
        sx_buffer_puts(&text, "Test site=0\n");
    sx_buffer_puts(&text, "end\n");
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    is_int(sx_text_read(arena, "many", text.data, text.size, &trace, NULL), SX_OK,
           "many events");
    ok(sx_arena_size(arena) < 100 * text.size, "%zu bytes for %zu of text",
       sx_arena_size(arena), text.size);
    sx_arena_destroy(arena);
    sx_buffer_finish(&text);
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].name, cases[i].text, strlen(cases[i].text), cases[i].line,
                cases[i].expected);
    refused("NUL", "scalatrace 1\nranks\0 4\n", 22, 2, "NUL");
    refused("binary",
            "\x7f"
            "ELF\2\1\1\0\0\0\n\n",
            12, 1, "NUL");
    bombs();
    entangled();
    truncated();
    proportional();
    return tap_done();
}

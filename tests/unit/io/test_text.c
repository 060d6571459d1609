/* What a text means, and which text a trace has. */
#include "io/text.h"
#include "tap.h"

#include <math.h>

static const char run_text[] =
    "scalatrace 1\n"
    "ranks 16\n"
    "meta recorder.version \"0.1.0\"\n"
    "meta note \"a\\\"b\\\\c\\n\\t\\xe4\"\n"
    "unrecorded \"MPI_Win_create\" 12\n"
    "module 0 \"adi\"\n"
    "module 1 \"libc.so.6\"\n"
    "site 0 0+0x11f3 1+0x29d90\n"
    "site 1\n"
    "comm 0 world\n"
    "comm 1 self\n"
    "comm 2 split parent=0 serial=3 ranks=<2 5 2 4 2 1> size=4 rank=%0..3\n"
    "type 0 \"MPI_DOUBLE\" 8\n"
    "redop 0 \"MPI_SUM\"\n"
    "region 0 \"solve\"\n"
    "grid g1 comm=0 law=square periodic=1,0 dims=4,4 !exact \"four by four\"\n"
    "const N1 404 !exact unless {P > 100} \"few inputs\"\n"
    "program\n"
    "Init site=1\n"
    "loop 20 ranks={g1.c1 < 2 && r mod 2 == 0} !proved {\n"
    "  Isend site=0 ranks=<1 0 4 1> comm=0 peer=~-1 count=(51*3,52)@<0 0>|51@<1 1 3 1> "
    "type=0 "
    "tag=any\n"
    "    comp first after=1 1 1.5 2 3 4 5 6 7 8 9\n"
    "    comp after=0 73 1 1.5 2 3 4 5 6 7 8 sketch 3eoBa2z\n"
    "    comp 20 1 1.5 2 3 4 5 6 7 8 bins 3eo\n"
    "    comm first 1P 0 0 0 0 0 0 0 0 0.25\n"
    "    comm 20 0 0 0 0 0 0 0 0 0.25\n"
    "  loop {i1 + 1} {\n"
    "    Alltoallv site=0 comm=2 counts={e * N1} rcounts=((1,2)*3,5..9,10..2/-4)\n"
    "      comp ranks=<0 1> 1 1 1 1 1 1 1 1 1 0\n"
    "      comp ranks=<0 2> 2 1 1 1 1 1 1 1 1 0\n"
    "      comm ranks=<0 1> first 1 1 1 1 1 1 1 1 1 0\n"
    "      comm ranks=<0 2> 2 1 1 1 1 1 1 1 1 0\n"
    "  }\n"
    "}\n"
    "Recv site=0 ranks=all !fitted comm=0 peer=null count=7..8 type=0 tag=%(1,2)*8\n"
    "Send site=0 comm=0 peer=~?(null*2,-1*5,1..9/2) count=&(5,9)@<1 0 2 4>|6@<1 1 3 1> "
    "type=0 tag=?7..9\n"
    "Finalize site=1 ranks=<2 {g1.d1 + 1} {g1.d1 - 2} {g1.d1} {g1.d1 - 2} {1}><0 {0}>\n"
    "end\n";

static const char formula_text[] =
    "scalatrace 1\n"
    "ranks P\n"
    "site 0\n"
    "part 0 {block(P, rows.d1, rows.c1) * block(P, rows.d2, rows.c2)}\n"
    "part 1 {max(_0, rows.d1 * (_0 - 1))}\n"
    "why 0 \"rows and columns show in one input: add an input of other dims\"\n"
    "comm 0 world\n"
    "comm 1 self\n"
    "comm 2 cart_sub parent=0 serial=0 size={rows.d1} rank={rows.c1} !proved unless {r > "
    "P}\n"
    "grid rows comm=0 law=fixed-x-2d arg=8 periodic=0,0 rivals=square,fixed-y-2d:4 "
    "!proved\n"
    "program\n"
    "Barrier site=0 comm=2\n"
    "  comp 5~0.01 2P-3~0.02 7/P~0.1 7/P+1~0.2 0.30000000000000004 0.30000000000000004P "
    "1/P+0 = -1e20P =\n"
    "  comm 1 2 3 4 5 6 7 8 9 10\n"
    "Send site=0 comm=0 peer={r + 1} count={_1} !exact w0 type={_0 div P} !exact w0 "
    "tag={_0} !exact w0\n"
    "Send site=0 comm=0 peer={sum(rows.d1, (t + 1) * rows.d2 * (t + 2)) - 1} "
    "count={sum(rows.d1, (t + 1) * rows.d2 * (t + 2)) + 1} "
    "type={sum(rows.d1, (t + 1) * rows.d2 * (t + 2)) div P} "
    "tag={sum(rows.d1, (t + 1) * rows.d2 * (t + 2)) mod P}\n"
    "Send site=0 comm=0 peer={_1 - 1} !proved unless {_1 != rows.d1 || P.cube.d2 > 2} "
    "type={_0 div "
    "rows.d1} tag={_1 * _1}\n"
    "end\n";

/* What doubts share is a part, whatever they ask of the extents that other dims would have. */
static void shared_doubts(sx_arena *arena)
{
    static const char text[] = "scalatrace 1\n"
                               "ranks P\n"
                               "site 0\n"
                               "part 0 {P.cube.d2 > 2 && P.square.d1 < 9}\n"
                               "comm 0 world\n"
                               "comm 1 self\n"
                               "program\n"
                               "Barrier site=0 ranks=all !proved unless {_0} comm=0\n"
                               "end\n";
    sx_trace formula;
    sx_error err = { 0 };
    ok(!sx_text_read(arena, "doubts", text, strlen(text), &formula, &err),
       "a part of doubts is read: %s", err.text);
}

/* Texts of several lines: names the first one that differs. */
static void is_lines(const char *got, const char *want, const char *what)
{
    int line = 1;
    size_t i = 0, begin = 0;
    for (; got[i] && got[i] == want[i]; i++)
        if (got[i] == '\n') {
            line++;
            begin = i + 1;
        }
    ok(got[i] == want[i], "%s: line %d is '%.*s'", what, line,
       (int)strcspn(got + begin, "\n"), got + begin);
}

static void same_text(sx_arena *arena, const char *text, sx_trace *ret)
{
    sx_buffer out = SX_BUFFER_INIT;
    sx_error err = { 0 };
    sx_status status = sx_text_read(arena, "golden", text, strlen(text), ret, &err);
    ok(!status, "is read, line %ld: %s", err.line, err.text);
    if (!status)
        sx_text_write(&out, ret);
    is_lines(out.data ? out.data : "", text, "and written as it was");
    sx_buffer_finish(&out);
}

static void tables(const sx_trace *t)
{
    is_int(t->p, 16, "ranks");
    is_int(t->nmeta, 2, "meta");
    is_text(t->meta[1].key, "note", "a key");
    ok(strcmp(t->meta[1].value, "a\"b\\c\n\t\xe4") == 0, "escapes");
    is_int(t->unrecorded[0].calls, 12, "unrecorded calls");
    is_text(t->module[1], "libc.so.6", "a module");
    is_int(t->nsites, 2, "sites");
    is_int(t->site[0].n, 2, "frames");
    is_int(t->site[0].frame[1].module, 1, "module of a frame");
    is_int(t->site[0].frame[1].offset, 0x29d90, "offset of a frame");
    is_int(t->site[1].n, 0, "an unknown site");
    is_int(t->ncomms, 3, "communicators");
    is_int(t->comm[2].kind, SX_COMM_SPLIT, "kind");
    is_int(t->comm[2].serial, 3, "serial");
    is_int(t->comm[2].members.ranks.count, 4, "members");
    is_int(sx_seq_at(t->comm[2].rank.by_rank, 2), 2, "rank in it");
    is_int(t->type[0].size, 8, "size of a type");
    is_text(t->grid[0].law, "square", "law");
    is_int(t->grid[0].ndims, 2, "dims");
    is_int(t->grid[0].dim[1], 4, "an extent");
    ok(t->grid[0].periodic[0] && !t->grid[0].periodic[1], "periodicity");
    is_int(t->grid[0].evidence.label, SX_LABEL_EXACT, "label");
    is_text(t->grid[0].evidence.reason, "four by four", "reason");
    is_int(t->constant[0].value, 404, "a constant");
    is_int(t->constant[0].evidence.doubt->op, SX_EXPR_GT, "a doubt");
}

static void program(const sx_trace *t)
{
    is_int(t->nnodes, 8, "nodes are numbered");
    const sx_node *loop = t->program.node[1], *isend = loop->body.node[0];
    is_int(loop->kind, SX_NODE_LOOP, "a loop");
    is_int(loop->ranks.kind, SX_DOMAIN_WHERE, "under a condition");
    is_int(loop->ranks.evidence.label, SX_LABEL_PROVED, "with evidence");
    is_int(isend->op, SX_OP_Isend, "an event");
    is_int(isend->nparams, 5, "its parameters");
    const sx_value *peer = &sx_node_param(isend, SX_PARAM_PEER)->value;
    ok(peer->relative, "a relative end point");
    is_int(sx_seq_at(peer->piece[0].seq, 0), -1, "its value");
    const sx_value *count = &sx_node_param(isend, SX_PARAM_COUNT)->value;
    is_int(count->npieces, 2, "two pieces");
    is_int(sx_seq_at(sx_value_seq(count, 0), 3), 52, "the fourth of rank 0");
    is_int(sx_seq_at(sx_value_seq(count, 0), 4), 51, "read cyclically");
    is_int(sx_seq_at(sx_value_seq(count, 2), 3), 51, "that of rank 2");
    is_int(sx_seq_at(sx_node_param(isend, SX_PARAM_TAG)->value.piece[0].seq, 0), SX_ANY,
           "any");
    is_int(isend->ntimes, 5, "times");
    ok(isend->times[0].first && isend->times[0].after == 1, "the first, after site 1");
    const sx_hist *sketch = &isend->times[1].hist, *bins = &isend->times[2].hist;
    ok(bins->field[SX_HIST_Q10] == 1.5, "a quantile");
    is_int(bins->nbins, 2, "bins");
    is_int(bins->bin[1].index, 4, "the second");
    is_int(bins->bin[1].count, 15, "samples in it");
    is_int(sketch->steps, SX_HIST_FINE, "a sketch");
    is_int(sketch->bin[2].index, 5, "its third bin");
    is_int(sketch->bin[2].count, 27, "samples in it: 26 and one");
    is_int(sketch->bin[3].index, 8, "its fourth bin");
    is_int(isend->times[3].kind, SX_TIMES_COMM, "time in the call");
    is_int(isend->times[3].hist.field[SX_HIST_N], 16, "of each rank");
    const sx_node *inner = loop->body.node[1], *v = inner->body.node[0];
    is_int(inner->trips.kind, SX_VALUE_EXPR, "trips by expression");
    is_int(v->ntimes, 4, "times of two scales");
    is_int(v->times[1].ranks.term[0].start, 2, "whose they are");
    int64_t got[14];
    static const int64_t want[14] = { 1, 2, 1, 2, 1, 2, 5, 6, 7, 8, 9, 10, 6, 2 };
    sx_seq_expand(sx_node_param(v, SX_PARAM_RCOUNTS)->value.piece[0].seq, 0, 14, got);
    ok(memcmp(got, want, sizeof got) == 0, "a nested sequence");
    const sx_node *finalize = t->program.node[4];
    is_int(finalize->ranks.nboxes, 2, "boxes");
    is_int(finalize->ranks.box[0].ndims, 2, "dims of a box");
    is_int(t->program.node[2]->ranks.evidence.label, SX_LABEL_FITTED,
           "evidence for everybody");
}

/* Valid, but not as the writer has it. */
static void other_forms(sx_arena *arena)
{
    static const char text[] =
        "scalatrace 1\n# comment\nranks 4\nsite 0\ncomm 0 world\n"
        "comm 1 self\nprogram\n#\nloop ((1,2)*1) {\n"
        "  Bcast site=0 root={ (P)-(-r) } count=(5)@<1 0 2 2>|6*1@<1 1 2 2>\n"
        "}\nend\n";
    static const char want[] =
        "scalatrace 1\nranks 4\nsite 0\ncomm 0 world\n"
        "comm 1 self\nprogram\nloop (1,2)*1 {\n"
        "  Bcast site=0 root={P - (0 - r)} count=5@<1 0 2 2>|6@<1 1 2 2>\n"
        "}\nend\n";
    sx_buffer out = SX_BUFFER_INIT;
    sx_trace trace;
    sx_error err = { 0 };
    sx_status status = sx_text_read(arena, "other", text, strlen(text), &trace, &err);
    ok(!status, "other valid forms are read, line %ld: %s", err.line, err.text);
    if (!status)
        sx_text_write(&out, &trace);
    is_lines(out.data ? out.data : "", want, "and written canonically");
    sx_buffer_finish(&out);
}

/* A number that is not one is noticed before it is in a file. */
static void not_finite(const sx_trace *trace)
{
    sx_buffer out = SX_BUFFER_INIT;
    trace->program.node[1]->body.node[0]->times[0].hist.field[SX_HIST_SD] = NAN;
    sx_text_write(&out, trace);
    is_int(sx_buffer_status(&out), SX_INVALID, "NaN is not written");
    sx_buffer_finish(&out);
}

/* A text of packed values as it was written before there were two forms of them. */
static void packed_before(sx_arena *arena)
{
#define SEND(mark, payload)                                                              \
    "scalatrace 1\nranks 2\nsite 0\ncomm 0 world\ncomm 1 self\ntype 0 \"MPI_BYTE\" 1\n"  \
    "program\nloop 40 {\n"                                                               \
    "  Send site=0 comm=0 peer=0 count=#40" mark payload " type=0 tag=0\n}\nend\n"
    static const char before[] =
        SEND(":", "/s5^sZKkZy&J1rD%8K8BVc(ok+yJFl1tILSy><Pc1(98~WE>~3I2C'`i9<Pp"
                  "D`fwwcnq0:$Fr=&t/<hNNNsm32F`bb+E!d{UJ.zULJ");
    static const char now[] =
        SEND("=", "/s5^sZNh6o+8R?1J_GOS92Od0_hDnQwx<A4lKYLQ!Dfl'lA'?K!!KEUZL+=="
                  "4&`^.:Bno-Kpuy}%RLlYs96gRFI[+.LA76GTGls");
#undef SEND
    sx_trace trace = { 0 };
    sx_buffer out = SX_BUFFER_INIT;
    sx_error err;
    sx_status status =
        sx_text_read(arena, "before", before, strlen(before), &trace, &err);
    is_int(status, SX_OK, "a packed sequence of before is read");
    if (status == SX_OK)
        sx_text_write(&out, &trace);
    is_lines(out.data ? out.data : "", now, "and written as now");
    sx_buffer_finish(&out);
    same_text(arena, now, &trace);
}

/* Parameters whose names begin as P does. */
static void laws_of_times(sx_arena *arena)
{
    static const char text[] =
        "scalatrace 1\n"
        "ranks P\n"
        "site 0\n"
        "comm 0 world\n"
        "comm 1 self\n"
        "param PX 4,8\n"
        "param PXY 4,8\n"
        "common 8*P~0.5,3,0.1,2;4|4~0.5,2,0.1,0;2\n"
        "pace {block(PX, P, r) * 1000000 * P div PX}\n"
        "program\n"
        "Barrier site=0 comm=0\n"
        "  comp law 7*PX+2*P 5*lg(PXY)-3*P^1/2*PX~1,3,0.1,0.2;1,2,3 "
        "1 0 0 0 0 0 0 0\n"
        "Barrier site=0 comm=0\n"
        "  comp law 1*P common*0.5~0.25,0.125 1 0 0 0 0 0 0 0\n"
        "end\n";
    sx_trace formula = { 0 };
    same_text(arena, text, &formula);
    ok(formula.pace && sx_expr_weight(formula.pace) == 10, "a pace");
    if (formula.program.n == 2) {
        const sx_hist_law *law = formula.program.node[0]->times[0].hist.law;
        is_int(law->n.term[0].power[1], 12, "PX");
        is_int(law->n.term[1].power[0], 12, "P");
        is_int(law->mean[0].term[0].log[2], 1, "the logarithm of PXY");
        law = formula.program.node[1]->times[0].hist.law;
        is_int(law->forms, 2, "a share has the forms of the whole");
        ok(fabs(law->mean[0].coefficient[0] - (4)) <= 0, "half of 8 P");
        ok(fabs(law->mean[0].root[0] - 2) <= 0 && fabs(law->mean[0].factor - 0.125) <= 0,
           "uncertain in both");
        ok(fabs(law->mean[0].noise - (0.25)) <= 0, "noise of its own");
        ok(fabs(law->mean[1].weight - (0.5)) <= 0, "as likely");
    }
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace run = { 0 }, formula = { 0 };
    same_text(arena, run_text, &run);
    if (run.p == 16) {
        tables(&run);
        program(&run);
        not_finite(&run);
    }
    shared_doubts(arena);
    same_text(arena, formula_text, &formula);
    if (formula.ncomms == 3) {
        const sx_hist *comp = &formula.program.node[0]->times[0].hist;
        is_int(comp->curve[1].form, SX_CURVE_LINEAR, "a curve");
        ok(comp->curve[1].b == -3 && comp->curve[1].deviation == 0.02, "its numbers");
        is_int(comp->curve[7].form, SX_CURVE_INVERSE_CONSTANT, "that before once more");
        ok(comp->curve[4].a == 0.1 + 0.2, "in full precision");
        is_int(formula.grid[0].law_arg, 8, "the constant of a law");
        is_int(formula.grid[0].nrivals, 2, "rivals");
        is_int(formula.grid[0].rival[1].law_arg, 4, "the constant of one");
    }
    laws_of_times(arena);
    other_forms(arena);
    packed_before(arena);
    sx_arena_destroy(arena);
    return tap_done();
}

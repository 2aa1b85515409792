/* States that are kept, written to bytes and brought back: the run goes on bit by bit as it would have, in this
   instance or another one; and instances that do not see each other. */
#include "plants.h"

#include <stdlib.h>

enum { BEFORE = 60, AFTER = 160 }; /* steps: the snapshot lies inside the impact, the run goes past its end */
static const double H = 1e-4;

/* Bytes that are not a state are refused, and the instance does not notice. */
static void check_bad_bytes(Unit *u, const Blob *good)
{
    Random random = {0x9E3779B97F4A7C15ULL};
    fmi2Byte *bad = malloc(good->size + 1);
    fmi2FMUstate state = NULL;
    size_t i, k;
    int bit;
    for (i = 0; i < good->size; ++i) bad[i] = good->bytes[i];
    bad[good->size] = 0;
    for (i = 0; i < good->size; ++i) {
        for (bit = 0; bit < 9; ++bit) {
            const int flip = bit < 8 ? 1 << bit : 0xFF;
            bad[i] = (fmi2Byte)(good->bytes[i] ^ flip);
            EXPECT(u, fmi2Error, fmi.DeSerializeFMUstate(u->c, bad, good->size, &state));
        }
        bad[i] = good->bytes[i];
        EXPECT(u, fmi2Error, fmi.DeSerializeFMUstate(u->c, bad, i, &state));
    }
    EXPECT(u, fmi2Error, fmi.DeSerializeFMUstate(u->c, bad, good->size + 1, &state));
    for (i = 0; i < 200; ++i) {
        const size_t n = i % 2 ? good->size : 1 + random_below(&random, (unsigned)good->size);
        for (k = 0; k < n; ++k) bad[k] = (fmi2Byte)random_below(&random, 256);
        EXPECT(u, fmi2Error, fmi.DeSerializeFMUstate(u->c, bad, n, &state));
    }
    CHECK(state == NULL, "no state comes from bytes that are refused");
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.DeSerializeFMUstate(u->c, good->bytes, good->size, NULL));
    free(bad);
}

static void restore(Unit *u, const Blob *blob)
{
    fmi2FMUstate state = NULL;
    EXPECT(u, fmi2OK, fmi.DeSerializeFMUstate(u->c, blob->bytes, blob->size, &state));
    EXPECT(u, fmi2OK, fmi.SetFMUstate(u->c, state));
    EXPECT(u, fmi2OK, fmi.FreeFMUstate(u->c, &state));
}

/* The run from `start` must be the `wanted` one. */
static void sphere_again(Unit *u, Sphere start, const double *wanted, const char *when)
{
    static double got[AFTER * TRACED];
    sphere_run(u, &start, AFTER, H, got);
    CHECK(same_bits(wanted, got, COUNT(got)), "%s the run is the same, bit by bit", when);
}

static void check_sphere_snapshots(void)
{
    static double wanted[AFTER * TRACED];
    fmi2FMUstate state = NULL, same;
    Sphere start, end, other;
    Unit u, second;
    Blob blob;
    sphere_open(&u, &start, "first", 0.5);
    sphere_run(&u, &start, BEFORE, H, NULL);
    EXPECT(&u, fmi2OK, fmi.GetFMUstate(u.c, &state));
    blob = blob_take(&u);
    end = start;
    sphere_run(&u, &end, AFTER, H, wanted);

    EXPECT(&u, fmi2OK, fmi.SetFMUstate(u.c, state));
    sphere_again(&u, start, wanted, "after a rollback");
    EXPECT(&u, fmi2OK, fmi.SetFMUstate(u.c, state));
    check_bad_bytes(&u, &blob);
    sphere_again(&u, start, wanted, "after refused bytes");

    same = state;
    EXPECT(&u, fmi2OK, fmi.GetFMUstate(u.c, &state));
    CHECK(state == same, "fmi2GetFMUstate uses the state that it is given");
    EXPECT(&u, fmi2OK, fmi.FreeFMUstate(u.c, &state));
    CHECK(state == NULL, "fmi2FreeFMUstate writes NULL back");
    EXPECT(&u, fmi2OK, fmi.FreeFMUstate(u.c, &state));

    sphere_open(&second, &other, "second", SLIP);
    sphere_run(&second, &other, 7, H, NULL);
    restore(&second, &blob);
    sphere_again(&second, start, wanted, "in a second instance");
    unit_close(&second);
    unit_open(&second, fmi2CoSimulation, "fresh");
    restore(&second, &blob);
    sphere_again(&second, start, wanted, "in a fresh instance");
    unit_close(&second);

    EXPECT(&u, fmi2OK, fmi.Reset(u.c));
    restore(&u, &blob);
    sphere_again(&u, start, wanted, "after a reset");
    unit_close(&u);
    blob_free(&blob);
}

static void point_again(Unit *u, Point start, const double *wanted, const char *when)
{
    static double got[AFTER * POINT];
    point_run(u, &start, AFTER, H, got);
    CHECK(same_bits(wanted, got, COUNT(got)), "in Model Exchange, %s the run is the same, bit by bit", when);
}

static void check_point_snapshots(void)
{
    static double wanted[AFTER * POINT];
    fmi2FMUstate state = NULL, foreign = NULL;
    Point start, end;
    Unit u, second;
    Blob blob;
    point_open(&u, &start, "first");
    point_run(&u, &start, BEFORE, H, NULL);
    EXPECT(&u, fmi2OK, fmi.GetFMUstate(u.c, &state));
    blob = blob_take(&u);
    end = start;
    CHECK(point_run(&u, &end, AFTER, H, wanted) > 0, "the run goes over an event");

    EXPECT(&u, fmi2OK, fmi.SetFMUstate(u.c, state));
    check_bad_bytes(&u, &blob);
    point_again(&u, start, wanted, "after a rollback");
    EXPECT(&u, fmi2OK, fmi.FreeFMUstate(u.c, &state));
    unit_close(&u);

    unit_open(&second, fmi2ModelExchange, "second");
    restore(&second, &blob);
    point_again(&second, start, wanted, "in a fresh instance");
    unit_close(&second);
    unit_open(&second, fmi2CoSimulation, "other kind");
    EXPECT(&second, fmi2Error, fmi.DeSerializeFMUstate(second.c, blob.bytes, blob.size, &foreign));
    unit_close(&second);
    blob_free(&blob);
}

static void check_interleaved(void)
{
    static double alone[2][AFTER * TRACED], together[2][AFTER * TRACED];
    const double slips[2] = {0.0, SLIP};
    Unit u[2];
    Sphere s[2];
    int i, k;
    for (k = 0; k < 2; ++k) {
        sphere_open(&u[k], &s[k], "alone", slips[k]);
        sphere_run(&u[k], &s[k], AFTER, H, alone[k]);
        unit_close(&u[k]);
    }
    for (k = 0; k < 2; ++k) sphere_open(&u[k], &s[k], k ? "right" : "left", slips[k]);
    for (i = 0; i < AFTER; ++i)
        for (k = 0; k < 2; ++k) sphere_run(&u[k], &s[k], 1, H, together[k] + i * TRACED);
    for (k = 0; k < 2; ++k) {
        CHECK(same_bits(alone[k], together[k], COUNT(alone[k])), "two instances do not see each other, bit by bit");
        unit_close(&u[k]);
    }
    CHECK(!same_bits(alone[0], alone[1], COUNT(alone[0])), "two different runs differ");
}

void check_snapshots(void)
{
    check_sphere_snapshots();
    check_point_snapshots();
    check_interleaved();
}

void check_same_after_reload(int first_load)
{
    static double kept[AFTER * TRACED], now[AFTER * TRACED];
    Unit u;
    Sphere s;
    sphere_open(&u, &s, "loaded", SLIP);
    sphere_run(&u, &s, AFTER, H, first_load ? kept : now);
    unit_close(&u);
    if (!first_load) CHECK(same_bits(kept, now, COUNT(kept)), "loaded again, the unit gives the same bits");
}

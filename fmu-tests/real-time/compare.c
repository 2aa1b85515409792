#include "compare.h"

#include "../same-bits/bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = MEMORY + 1, MOST_COLUMNS = 128, MOST_SCENARIOS = 128, NAME = 64 };

/* In a row of outputs: energyResidual is what rounding and integration leave of sums of energies, and is measured by
   the largest of them. */
static size_t work_column, elastic_column, residual_column, columns_seen;

/* A column that is never larger is 0: what a difference of two equal numbers leaves. */
#define SMALLEST 1e-9

/* How far a play may be from the first one, as a share of the largest number of its column at first, and in which share
   of the rows it may be farther off; the first match counts.

   points-exchange, extremes: nothing precedes an answer, so it is off by roundings of 2^-52 and by what the laws make
   of them: v_t = v - n(n.v) loses digits where v is along n, and friction turns round within v_eps.
   points-steps: the same after a step. In 7 of 1800 a rounding grows to 1e-10 .. 6e-7 inside the step, or decides whether
   rest is solved as a whole or in micro-steps, whose number is an output.
   drops, loops: the plant alone is compared. Sticking that begins or ends, and the impacts of the pendulum, multiply
   what the rounding has begun.
   laws: all inputs jump, also to where the bodies just touch, and what follows may go either way. Statuses are
   compared, as everywhere, and every number must be finite. */
static const struct {
    const char *scenario;
    double point, plant, rows;
} tolerances[] = {
    {"points-exchange", 1e-10, 0.0, 0.0}, {"points-steps", 1e-10, 0.0, 0.02},   {"extremes", 1e-12, 1e-12, 0.0},
    {"drop", INFINITY, 1e-11, 0.0},       {"laws", INFINITY, INFINITY, 0.0},    {"pendulum", INFINITY, 1e-7, 0.0},
    {"", INFINITY, 1e-9, 0.0},
};
enum { CLASSES = COUNT(tolerances) };

typedef struct {
    Row row;
    size_t n, at;
} Entry;

typedef struct {
    char name[NAME];
    Entry *entries;
    double *values, scale[KINDS][MOST_COLUMNS];
    size_t rows, row_room, count, room;
} Scenario;

static Scenario scenarios[MOST_SCENARIOS];
static size_t number, row_at;
static const char *play;
static int is_first = 1, failures;
static size_t beyond;
static double worst[CLASSES];
static size_t apart[CLASSES];

static Scenario *current(void)
{
    return &scenarios[number];
}

static size_t class_of(const char *scenario)
{
    size_t i = 0;
    while (strncmp(scenario, tolerances[i].scenario, strlen(tolerances[i].scenario)) != 0) ++i;
    return i;
}

static void *grown(void *old, size_t *room, size_t size)
{
    void *block;
    *room = *room > 0 ? 2 * *room : 1024;
    block = realloc(old, *room * size);
    if (block == NULL) fail("no memory for %lu rows", (unsigned long)*room);
    return block;
}

static void see_column(Row row, const char *name)
{
    if (row != OUTPUTS) return;
    if (strcmp(name, "energyWork") == 0) work_column = columns_seen;
    if (strcmp(name, "energyElastic") == 0) elastic_column = columns_seen;
    if (strcmp(name, "energyResidual") == 0) residual_column = columns_seen;
    ++columns_seen;
}

void compare_begin(const char *what)
{
    if (is_first) unit_columns(see_column);
    play = what;
    number = 0;
    memset(worst, 0, sizeof worst);
    memset(apart, 0, sizeof apart);
}

int compare_end(void)
{
    size_t i;
    const int failed = failures;
    if (!is_first)
        for (i = 0; i < CLASSES; ++i) {
            if (tolerances[i].point == INFINITY && tolerances[i].plant == INFINITY) continue;
            printf("%s: %-15s differs by %.1e, but for %lu rows\n", play,
                   *tolerances[i].scenario ? tolerances[i].scenario : "other loops", worst[i], (unsigned long)apart[i]);
        }
    is_first = 0;
    failures = 0;
    return failed == 0;
}

void recording_open(const char *folder, const char *scenario)
{
    (void)folder;
    row_at = 0;
    beyond = 0;
    if (number == MOST_SCENARIOS) fail("more than %d scenarios", MOST_SCENARIOS);
    if (is_first) snprintf(current()->name, NAME, "%s", scenario);
    else if (strcmp(current()->name, scenario) != 0) fail("%s is played instead of %s", scenario, current()->name);
}

static void complain(const char *sentence, double number_of_it)
{
    if (failures++ > 0) return;
    printf("FAILED %s, %s: ", play, current()->name);
    printf(sentence, number_of_it);
    puts("");
}

/* Infinite: not compared. */
static double tolerance_of(Row row, size_t class)
{
    if (row == STATUS) return 0.0;
    if (row == PLANT) return tolerances[class].plant;
    return row == OUTPUTS || row == EXCHANGE || row == TANGENT ? tolerances[class].point : INFINITY;
}

void recording_close(void)
{
    const size_t class = class_of(current()->name);
    if (!is_first && row_at != current()->rows) complain("%.0f rows, another number than at first", (double)row_at);
    if (!is_first && (double)beyond > tolerances[class].rows * (double)current()->rows)
        complain("%.0f rows are too far off", (double)beyond);
    ++number;
}

static void keep(Row row, size_t n, const double *values)
{
    Scenario *s = current();
    size_t i;
    for (i = 0; i < n; ++i) s->scale[row][i] = fmax(s->scale[row][i], fabs(values[i]));
    if (s->rows == s->row_room) s->entries = grown(s->entries, &s->row_room, sizeof *s->entries);
    while (s->count + n > s->room) s->values = grown(s->values, &s->room, sizeof *s->values);
    s->entries[s->rows++] = (Entry){row, n, s->count};
    memcpy(s->values + s->count, values, n * sizeof *values);
    s->count += n;
}

static double scale_of(const Scenario *s, Row row, size_t column)
{
    if (row == OUTPUTS && column == residual_column)
        column = s->scale[row][elastic_column] > s->scale[row][work_column] ? elastic_column : work_column;
    return fmax(s->scale[row][column], SMALLEST);
}

void record(Row row, size_t n, const double *values)
{
    const Scenario *s = current();
    const size_t class = class_of(s->name);
    const double tolerance = tolerance_of(row, class);
    const double *wanted;
    double share = 0.0;
    size_t i;
    if (row == RATES) return; /* as many as an integrator needs to find an event */
    if (n > MOST_COLUMNS) fail("%lu numbers in a row", (unsigned long)n);
    for (i = 0; i < n; ++i)
        if (!isfinite(values[i])) complain("a number is %g", values[i]);
    if (is_first) {
        keep(row, n, values);
        return;
    }
    if (row_at >= s->rows || s->entries[row_at].row != row || s->entries[row_at].n != n) {
        complain("row %.0f is of another kind than at first", (double)row_at);
        return;
    }
    wanted = s->values + s->entries[row_at++].at;
    for (i = 0; i < n; ++i)
        if (values[i] != wanted[i])
            share = fmax(share, fabs(values[i] - wanted[i]) / scale_of(s, row, i));
    if (tolerance == INFINITY) return;
    beyond += !(share <= tolerance);
    if (share <= tolerance || tolerances[class].rows == 0.0) worst[class] = fmax(worst[class], share);
    else ++apart[class];
}

void record_case(const char *name)
{
    (void)name;
}

void record_memory(const unsigned char *bytes, size_t n)
{
    (void)bytes;
    (void)n;
}

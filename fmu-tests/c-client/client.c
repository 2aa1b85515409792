/* Loads the packed binary as any host would, runs the parts, and sums up. Usage: client LIBRARY [FUZZ_CALLS] */
#include "client.h"
#include "system.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What fails once often fails a thousand times: so many lines per place are enough, and so many places. */
enum { PRINTED_PER_PLACE = 4, PRINTED_PLACES = 40 };

fmi2Functions fmi;
static long checks, failures;

static int is_printed(const char *file, int line)
{
    static struct {
        const char *file;
        int line, count;
    } places[PRINTED_PLACES];
    int i = 0;
    while (i < PRINTED_PLACES && places[i].count > 0 && (places[i].file != file || places[i].line != line)) ++i;
    if (i == PRINTED_PLACES) return 0;
    places[i].file = file;
    places[i].line = line;
    return places[i].count++ < PRINTED_PER_PLACE;
}

int check(int holds, const char *file, int line, const char *sentence, ...)
{
    va_list arguments;
    ++checks;
    if (holds) return 1;
    ++failures;
    if (!is_printed(file, line)) return 0;
    printf("%s:%d: ", file, line);
    va_start(arguments, sentence);
    vprintf(sentence, arguments);
    va_end(arguments);
    putchar('\n');
    return 0;
}

static const char *status_name(fmi2Status status)
{
    static const char *const names[] = {"fmi2OK",    "fmi2Warning", "fmi2Discard",
                                        "fmi2Error", "fmi2Fatal",   "fmi2Pending"};
    return (unsigned)status < COUNT(names) ? names[status] : "no status at all";
}

int expect(Unit *unit, fmi2Status wanted, fmi2Status got, const char *word, const char *call, const char *file,
           int line)
{
    int holds = check(got == wanted, file, line, "%s: %s instead of %s; log: \"%s\"", call, status_name(got),
                      status_name(wanted), unit->log.message);
    if (word != NULL)
        holds &= check(unit->log.count > 0 && mentions(unit->log.message, word), file, line,
                       "%s: the log does not name \"%s\": \"%s\"", call, word, unit->log.message);
    return holds;
}

int mentions(const char *text, const char *word)
{
    for (; *text != '\0'; ++text) {
        size_t i = 0;
        while (word[i] != '\0' && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i])) ++i;
        if (word[i] == '\0') return 1;
    }
    return 0;
}

void log_clear(Log *log)
{
    log->count = 0;
    log->message[0] = '\0';
}

/* A host that prints the message with printf, or reads #r1# as a variable, must not stumble. */
static int is_escaped(const char *message)
{
    for (; *message != '\0'; ++message) {
        if (*message != '%' && *message != '#') continue;
        if (message[1] != message[0]) return 0;
        ++message;
    }
    return 1;
}

void log_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                 fmi2String message, ...)
{
    static const char *const categories[] = {"logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError",
                                             "logAll"};
    Log *log = environment;
    size_t i = 0;
    if (!CHECK(log != NULL, "the logger gets the host's componentEnvironment")) return;
    CHECK(name != NULL && (log->name == NULL || strcmp(name, log->name) == 0),
          "the logger gets the instance name %s, not %s", log->name, name);
    CHECK((unsigned)status <= fmi2Error, "a message never has the status %s", status_name(status));
    if (!CHECK(category != NULL && message != NULL, "category and message of the log are never NULL")) return;
    while (i < COUNT(categories) && strcmp(category, categories[i]) != 0) ++i;
    CHECK(i < COUNT(categories), "category %s is not declared", category);
    CHECK(message[0] != '\0' && strlen(message) < sizeof log->message, "a message has 1 to 999 bytes, not %lu",
          (unsigned long)strlen(message));
    CHECK(message[0] == '\0' || message[strlen(message) - 1] != '\n', "no newline ends \"%s\"", message);
    CHECK(is_escaped(message), "%% and # are doubled in \"%s\"", message);
    ++log->count;
    log->status = status;
    strncpy(log->category, category, sizeof log->category - 1);
    strncpy(log->message, message, sizeof log->message - 1);
}

void unit_open(Unit *unit, fmi2Type kind, const char *name)
{
    char lent_name[64], lent_guid[64];
    fmi2CallbackFunctions callbacks = {log_message, calloc, free, NULL, NULL};
    memset(unit, 0, sizeof *unit);
    unit->kind = kind;
    unit->log.name = name;
    callbacks.componentEnvironment = &unit->log;
    strcpy(lent_name, name);
    strcpy(lent_guid, ASPERITY_GUID);
    unit->c = fmi.Instantiate(lent_name, kind, lent_guid, "file:///nowhere/resources", &callbacks, fmi2False, fmi2True);
    memset(&callbacks, 0, sizeof callbacks);
    memset(lent_name, 'x', sizeof lent_name - 1);
    memset(lent_guid, 'x', sizeof lent_guid - 1);
    if (CHECK(unit->c != NULL, "fmi2Instantiate makes %s: \"%s\"", name, unit->log.message)) return;
    printf("nothing more can be checked without an instance\n");
    exit(1);
}

void unit_close(Unit *unit)
{
    fmi.FreeInstance(unit->c);
    unit->c = NULL;
}

void unit_advance(Unit *unit, char state)
{
    fmi2EventInfo info;
    if (state == 'I') return;
    EXPECT(unit, fmi2OK, fmi.SetupExperiment(unit->c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    EXPECT(unit, fmi2OK, fmi.EnterInitializationMode(unit->c));
    if (state == 'Z') return;
    EXPECT(unit, fmi2OK, fmi.ExitInitializationMode(unit->c));
    if (unit->kind == fmi2ModelExchange && state != 'E') {
        EXPECT(unit, fmi2OK, fmi.NewDiscreteStates(unit->c, &info));
        CHECK(!info.newDiscreteStatesNeeded && !info.terminateSimulation, "one event iteration is enough");
        EXPECT(unit, fmi2OK, fmi.EnterContinuousTimeMode(unit->c));
    }
    if (state == 'T') EXPECT(unit, fmi2OK, fmi.Terminate(unit->c));
}

void unit_at(Unit *unit, fmi2Type kind, const char *name, char state)
{
    unit_open(unit, kind, name);
    unit_advance(unit, state);
}

enum { MOST_REALS = 16 };

static void consecutive(fmi2ValueReference first, size_t n, fmi2ValueReference *references)
{
    size_t i;
    for (i = 0; i < n; ++i) references[i] = first + (fmi2ValueReference)i;
}

void put(Unit *unit, fmi2ValueReference first, size_t n, const double *values)
{
    fmi2ValueReference references[MOST_REALS] = {0};
    consecutive(first, n, references);
    EXPECT(unit, fmi2OK, fmi.SetReal(unit->c, references, n, values));
}

void put1(Unit *unit, fmi2ValueReference reference, double value)
{
    put(unit, reference, 1, &value);
}

void get(Unit *unit, fmi2ValueReference first, size_t n, double *values)
{
    fmi2ValueReference references[MOST_REALS] = {0};
    size_t i;
    consecutive(first, n, references);
    for (i = 0; i < n; ++i) values[i] = NAN;
    EXPECT(unit, fmi2OK, fmi.GetReal(unit->c, references, n, values));
    for (i = 0; i < n; ++i) CHECK(isfinite(values[i]), "real %u is finite, not %g", references[i], values[i]);
}

double get1(Unit *unit, fmi2ValueReference reference)
{
    double value;
    get(unit, reference, 1, &value);
    return value;
}

void choose(Unit *unit, fmi2ValueReference enumeration, int item)
{
    EXPECT(unit, fmi2OK, fmi.SetInteger(unit->c, &enumeration, 1, &item));
}

Blob blob_take(Unit *unit)
{
    Blob blob = {0, NULL};
    fmi2FMUstate state = NULL;
    EXPECT(unit, fmi2OK, fmi.GetFMUstate(unit->c, &state));
    EXPECT(unit, fmi2OK, fmi.SerializedFMUstateSize(unit->c, state, &blob.size));
    CHECK(blob.size > 0 && blob.size < 65536, "a serialized state has a sensible size, not %lu",
          (unsigned long)blob.size);
    blob.bytes = malloc(blob.size + 1);
    EXPECT(unit, fmi2OK, fmi.SerializeFMUstate(unit->c, state, blob.bytes, blob.size));
    EXPECT(unit, fmi2OK, fmi.FreeFMUstate(unit->c, &state));
    CHECK(state == NULL, "fmi2FreeFMUstate writes NULL back");
    return blob;
}

int blob_equal(const Blob *a, const Blob *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

void blob_free(Blob *blob)
{
    free(blob->bytes);
    blob->bytes = NULL;
}

/* Marsaglia's xorshift with the multiplier of Vigna, the upper bits. */
unsigned random_below(Random *random, unsigned bound)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (unsigned)((random->state * 2685821657736338717ULL) >> 33) % bound;
}

int same_bits(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

static void *load(const char *path)
{
    void *library = library_load(path);
    if (!CHECK(library != NULL, "%s can be loaded: %s", path, library_error())) exit(1);
#define RESOLVE(result, function, arguments)                                                                           \
    if (!CHECK(library_resolve(library, "fmi2" #function, &fmi.function), "fmi2" #function " is exported")) exit(1);
    FMI2_FUNCTIONS(RESOLVE)
#undef RESOLVE
    return library;
}

int main(int argc, char **argv)
{
    long fuzz_calls = argc > 2 ? atol(argv[2]) : 1000000;
    unsigned long long hash;
    void *library;
    if (argc < 2) {
        fprintf(stderr, "usage: %s LIBRARY [FUZZ_CALLS]\n", argv[0]);
        return 2;
    }
    CHECK(FMI2_FUNCTION_COUNT == 44, "FMI 2.0 has 44 functions, the list %d", FMI2_FUNCTION_COUNT);
    library = load(argv[1]);
    check_instances();
    check_nulls();
    check_call_order();
    check_values();
    check_steps();
    check_sphere();
    check_point();
    check_snapshots();
    hash = fuzz(fuzz_calls);

    check_same_after_reload(1);
    CHECK(library_unload(library), "the library can be unloaded");
    library = load(argv[1]);
    check_same_after_reload(0);
    CHECK(library_unload(library), "the library can be unloaded again");

    printf("C client: %ld checks, %ld failed, %ld random calls with the answers %016llx\n", checks, failures,
           fuzz_calls, hash);
    return failures != 0;
}

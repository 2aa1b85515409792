/* What the parts of the client share: checks that count, one instance with its log, and short forms of the calls. */
#ifndef CLIENT_H
#define CLIENT_H

#include "asperity_fmu.h"
#include "fmi2.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Counts; on failure prints file, line and the sentence, and the client will end with 1. */
#define CHECK(condition, ...) check((condition) != 0, __FILE__, __LINE__, __VA_ARGS__)
int check(int holds, const char *file, int line, const char *sentence, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 4, 5)))
#endif
    ;

/* The last message of an instance and the number of messages since `log_clear`. */
typedef struct {
    const char *name; /* what the instance is called; NULL: no instance came of it */
    size_t count;
    fmi2Status status;
    char category[32];
    char message[1000];
} Log;

typedef struct {
    fmi2Component c;
    fmi2Type kind;
    Log log;
} Unit;

extern fmi2Functions fmi;

/* Makes a call and checks its status; EXPECT_NAMED also that the log has a message with the given word in it. */
#define EXPECT(unit, wanted, call) \
    (log_clear(&(unit)->log), expect(unit, wanted, call, NULL, #call, __FILE__, __LINE__))
#define EXPECT_NAMED(unit, wanted, word, call) \
    (log_clear(&(unit)->log), expect(unit, wanted, call, word, #call, __FILE__, __LINE__))
int expect(Unit *unit, fmi2Status wanted, fmi2Status got, const char *word, const char *call, const char *file,
           int line);

void log_clear(Log *log);
void log_message(fmi2ComponentEnvironment log, fmi2String name, fmi2Status status, fmi2String category,
                 fmi2String message, ...);
int mentions(const char *text, const char *word); /* case does not matter */

/* Instantiated, with a log of its own; everything lent to fmi2Instantiate is overwritten once it has returned. */
void unit_open(Unit *unit, fmi2Type kind, const char *name);
void unit_close(Unit *unit);
/* From Instantiated on to: Z initialization, E event mode, C continuous time, S step complete, T terminated. */
void unit_advance(Unit *unit, char state);
void unit_at(Unit *unit, fmi2Type kind, const char *name, char state);

/* Consecutive reals; both check the status, and `get` that what it reads is finite. */
void put(Unit *unit, fmi2ValueReference first, size_t n, const double *values);
void put1(Unit *unit, fmi2ValueReference reference, double value);
void get(Unit *unit, fmi2ValueReference first, size_t n, double *values);
double get1(Unit *unit, fmi2ValueReference reference);
void choose(Unit *unit, fmi2ValueReference enumeration, int item);

/* The serialized state of an instance: two equal blobs are two equal instances. */
typedef struct {
    size_t size;
    fmi2Byte *bytes;
} Blob;
Blob blob_take(Unit *unit);
int blob_equal(const Blob *a, const Blob *b);
void blob_free(Blob *blob);

/* Numbers that are the same on every machine and in every run. */
typedef struct {
    unsigned long long state;
} Random;
unsigned random_below(Random *random, unsigned bound);

/* Bit by bit: -0.0 and 0.0 differ. */
int same_bits(const double *a, const double *b, size_t n);

/* The parts; each leaves no instance behind. */
void check_instances(void); /* instances.c */
void check_nulls(void);
void check_call_order(void); /* call_order.c */
void check_values(void);     /* values.c */
void check_steps(void);
void check_sphere(void); /* sphere.c */
void check_point(void);  /* point.c */
void check_snapshots(void); /* snapshots.c */
void check_same_after_reload(int first_load);
unsigned long long fuzz(long calls); /* fuzz.c; a hash of the answers */

#endif

/* Plays scenes with the unit and writes down every number it answers. Hosts use + - * / and sqrt alone, which IEEE 754
   rounds in one way only, so that what the unit is told is the same on every platform. */
#ifndef SAME_BITS_H
#define SAME_BITS_H

#include "asperity_fmu.h"
#include "fmi2.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

extern fmi2Functions fmi;

/* Ends the program with 1. */
void fail(const char *sentence, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2), noreturn))
#endif
    ;
void library_use(const char *path);
void library_leave(void);

/* What a row of a recording holds. A row is: kind and count as 32 bits each, then `count` doubles, or for CASE and
   MEMORY eight bytes of text or of serialized state each; all little-endian. */
typedef enum {
    CASE,     /* name of what follows */
    STATUS,   /* of a step */
    OUTPUTS,  /* every output and local variable */
    EXCHANGE, /* states, their derivatives, event indicators */
    RATES,    /* the same without states, and what acts on the plant: at the stages of an integrator's step */
    SLOPES,   /* derivatives of outputs by time */
    TANGENT,  /* directional derivatives */
    INITIAL,  /* the same by parameters, in initialization */
    PLANT,    /* state of the host's plant */
    MEMORY    /* serialized state */
} Row;

/* recording.c: one file per scenario in a folder, and `columns.csv` that names the numbers of each kind of row. */
void recording_open(const char *folder, const char *scenario);
void recording_close(void);
void record(Row row, size_t n, const double *values);
void record_case(const char *name);
void record_memory(const unsigned char *bytes, size_t n);
void write_columns(const char *folder);

/* unit.c: an instance. Calls that are refused end the program unless said otherwise. */
typedef struct {
    fmi2Component c;
    fmi2Type kind;
} Unit;
void unit_open(Unit *unit, fmi2Type kind);
/* Into initialization, and out of it; Model Exchange goes on into continuous time. */
void unit_initialize(Unit *unit);
void unit_start(Unit *unit);
void unit_close(Unit *unit);
void unit_event(Unit *unit);
void put(Unit *unit, fmi2ValueReference first, size_t n, const double *values);
void put1(Unit *unit, fmi2ValueReference reference, double value);
void choose(Unit *unit, fmi2ValueReference reference, int item);
void get(Unit *unit, fmi2ValueReference first, size_t n, double *values);
void expect_ok(fmi2Status status, const char *call);
#define OK(call) expect_ok(call, #call)

/* What a unit answers. */
void record_outputs(Unit *unit);
void record_exchange(Unit *unit);
/* Along a direction in all inputs and states. */
enum { TANGENT_KNOWNS = 62, INDICATORS = ASPERITY_EVENT_INDICATORS, STATES = ASPERITY_STATES };
void record_tangent(Unit *unit, const double direction[TANGENT_KNOWNS]);
/* In initialization, along a direction in all tunable parameters, as parts of their values. */
enum { INITIAL_KNOWNS = 56 };
void record_initial_tangent(Unit *unit, const double parts[INITIAL_KNOWNS]);
void record_slopes(Unit *unit);
void record_serialized(Unit *unit);
/* Calls `column` with the name of every number of these rows, in their order. */
void unit_columns(void (*column)(Row, const char *name));

/* plants.c: what meets the contact, as ordinary differential equations with a force from outside. The inputs of the
   unit that it drives and the outputs that act on it go through arrays in the order of the wires. */
typedef struct {
    fmi2ValueReference first;
    size_t n;
} Wire;
enum { MOST_STATES = 16, MOST_INPUTS = 16, MOST_ACTIONS = 6 };
typedef struct {
    size_t states, wires_in, wires_out;
    Wire in[5], out[2];
    const double *start; /* states */
    void (*rates)(const double *state, const double *action, double *rates);
    void (*drive)(const double *state, double *inputs);
    void (*drive_rates)(const double *state, const double *rates, double *input_rates);
    /* Inverse mass at the contact [1/kg], or none if the unit knows the masses; free acceleration there [m/s2]. */
    void (*port)(const double *state, double inverse_mass[6], double free_acceleration[3]);
    int tells_inverse_mass;
    void (*settle)(double *state); /* takes out what the integrator has stretched */
} Plant;
extern const Plant ball, block, pendulum;

/* hosts.c */
typedef enum { KINEMATIC, SEQUENTIAL, PARALLEL } Coupling;
void play_exchange(Unit *unit, const Plant *plant, int steps, double h);
void play_steps(Unit *unit, const Plant *plant, Coupling coupling, int steps, double h);

/* draw.c: numbers from an integer generator. */
typedef struct {
    unsigned long long state;
} Random;
unsigned draw_below(Random *random, unsigned bound);
double draw_between(Random *random, double low, double high);
/* Each part up to a size that is itself drawn from five decades times `most`; now and then some or all are 0 or -0. */
void draw_vector(Random *random, double most, double v[3]);
/* Now and then an axis. */
void draw_direction(Random *random, double v[3]);
/* Of any length; now and then 1, 0, 0, 0. */
void draw_quaternion(Random *random, double q[4]);
void rotate(const double q[4], const double v[3], double rotated[3]);

/* Scenarios: scenes.c and laws.c. */
void play_scenes(const char *folder);
void play_laws(const char *folder);

#endif

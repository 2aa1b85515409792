/* A sphere of 2 kg and 0.1 m above the plane z = 0, in both kinds of the unit. */
#include "lifetime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MASS 2.0
#define RADIUS 0.1
#define INERTIA (0.4 * MASS * RADIUS * RADIUS)
#define GRAVITY 9.81

int unit_load(Loaded *unit, const char *path)
{
    unit->library = library_load(path);
    if (unit->library == NULL) return 0;
#define RESOLVE(result, function, arguments)                                                                           \
    if (!library_resolve(unit->library, "fmi2" #function, &unit->fmi.function)) return 0;
    FMI2_FUNCTIONS(RESOLVE)
#undef RESOLVE
    return 1;
}

int unit_unload(Loaded *unit)
{
    return library_unload(unit->library);
}

static void print_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                          fmi2String category, fmi2String message, ...)
{
    (void)environment;
    if (status != fmi2OK) printf("%s, %s: %s\n", name, category, message);
}

/* Counts what was not answered with fmi2OK. */
static void done(Run *run, fmi2Status status)
{
    run->failures += status != fmi2OK;
}

static void set(Run *run, fmi2ValueReference first, size_t n, const double *values)
{
    fmi2ValueReference references[3];
    size_t i;
    for (i = 0; i < n; ++i) references[i] = first + (fmi2ValueReference)i;
    done(run, run->fmi->SetReal(run->c, references, n, values));
}

static void set1(Run *run, fmi2ValueReference reference, double value)
{
    set(run, reference, 1, &value);
}

static void choose(Run *run, fmi2ValueReference parameter, int item)
{
    done(run, run->fmi->SetInteger(run->c, &parameter, 1, &item));
}

static void set_motion(Run *run)
{
    set(run, ASPERITY_VR_POSITION_I, 3, run->position);
    set(run, ASPERITY_VR_VELOCITY_I, 3, run->velocity);
    set(run, ASPERITY_VR_ANGULAR_VELOCITY_I, 3, run->spin);
}

static void set_parameters(Run *run, int number)
{
    static const int damping[] = {ASPERITY_COMPLIANCE_LAW_GONTHIER, ASPERITY_COMPLIANCE_LAW_ELASTIC,
                                  ASPERITY_COMPLIANCE_LAW_HUNT_CROSSLEY, ASPERITY_COMPLIANCE_LAW_LANKARANI_NIKRAVESH,
                                  ASPERITY_COMPLIANCE_LAW_FLORES};
    static const int friction[] = {ASPERITY_FRICTION_LAW_DWELL, ASPERITY_FRICTION_LAW_COULOMB,
                                   ASPERITY_FRICTION_LAW_NONE};
    choose(run, ASPERITY_VR_GEOMETRY_PAIR, ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE);
    choose(run, ASPERITY_VR_COMPLIANCE_LAW, damping[number / 2 % (int)COUNT(damping)]);
    choose(run, ASPERITY_VR_FRICTION_LAW, friction[number / 2 % (int)COUNT(friction)]);
    set1(run, ASPERITY_VR_GEOMETRY_RADIUS_I, RADIUS);
    set1(run, ASPERITY_VR_COMPLIANCE_K, 1e6);
    set1(run, ASPERITY_VR_COMPLIANCE_P, 1.5);
    set1(run, ASPERITY_VR_COMPLIANCE_E, 0.3 + 0.01 * number);
    /* soft enough for the explicit steps of the host: h sigma_0 v / mu < 1 */
    set1(run, ASPERITY_VR_FRICTION_SIGMA_0, 1e3);
}

void run_open(Run *run, const fmi2Functions *fmi, int number)
{
    static const fmi2CallbackFunctions callbacks = {print_message, calloc, free, NULL, NULL};
    fmi2EventInfo info;
    memset(run, 0, sizeof *run);
    run->fmi = fmi;
    run->kind = number % 2 == 0 ? fmi2ModelExchange : fmi2CoSimulation;
    run->steps = MOST_STEPS - 3 * number;
    run->h = (5 + number % 7) * 1e-5;
    run->velocity[0] = 0.05 * (number % 20);
    run->velocity[2] = -0.5 - 0.01 * number;
    run->position[2] = RADIUS - 5.5 * run->h * run->velocity[2];
    run->c = fmi->Instantiate("sphere", run->kind, ASPERITY_GUID, "", &callbacks, fmi2False, fmi2False);
    if (run->c == NULL) {
        ++run->failures;
        return;
    }
    set_parameters(run, number);
    set_motion(run);
    done(run, fmi->SetupExperiment(run->c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    done(run, fmi->EnterInitializationMode(run->c));
    done(run, fmi->ExitInitializationMode(run->c));
    if (run->kind == fmi2CoSimulation) return;
    done(run, fmi->NewDiscreteStates(run->c, &info));
    done(run, fmi->EnterContinuousTimeMode(run->c));
    done(run, fmi->GetContinuousStates(run->c, run->states, ASPERITY_STATES));
    done(run, fmi->GetEventIndicators(run->c, run->indicators, ASPERITY_EVENT_INDICATORS));
}

/* An event where an indicator has changed its sign or the unit asks for one. */
static void complete_step(Run *run)
{
    double before[ASPERITY_EVENT_INDICATORS];
    fmi2Boolean event = fmi2False, terminate = fmi2False;
    fmi2EventInfo info;
    int i;
    memcpy(before, run->indicators, sizeof before);
    done(run, run->fmi->CompletedIntegratorStep(run->c, fmi2True, &event, &terminate));
    done(run, run->fmi->GetEventIndicators(run->c, run->indicators, ASPERITY_EVENT_INDICATORS));
    for (i = 0; i < ASPERITY_EVENT_INDICATORS; ++i) event |= (before[i] > 0.0) != (run->indicators[i] > 0.0);
    if (!event) return;
    done(run, run->fmi->EnterEventMode(run->c));
    done(run, run->fmi->NewDiscreteStates(run->c, &info));
    done(run, run->fmi->EnterContinuousTimeMode(run->c));
    done(run, run->fmi->GetContinuousStates(run->c, run->states, ASPERITY_STATES));
    done(run, run->fmi->GetEventIndicators(run->c, run->indicators, ASPERITY_EVENT_INDICATORS));
}

/* Force, torque, bristles, dwell state, gap, work on the unit. */
static void read_trace(Run *run, double trace[TRACED])
{
    static const fmi2ValueReference references[TRACED] = {
        ASPERITY_VR_FORCE_I,      ASPERITY_VR_FORCE_I + 1,  ASPERITY_VR_FORCE_I + 2, ASPERITY_VR_TORQUE_I,
        ASPERITY_VR_TORQUE_I + 1, ASPERITY_VR_TORQUE_I + 2, ASPERITY_VR_Z,           ASPERITY_VR_Z + 1,
        ASPERITY_VR_Z + 2,        ASPERITY_VR_S_DW,         ASPERITY_VR_GAP,         ASPERITY_VR_ENERGY_WORK};
    memset(trace, 0, TRACED * sizeof *trace);
    done(run, run->fmi->GetReal(run->c, references, TRACED, trace));
}

void run_step(Run *run, double *trace)
{
    double rates[ASPERITY_STATES] = {0}, now[TRACED];
    int i;
    if (run->c == NULL) return;
    set_motion(run);
    if (run->kind == fmi2CoSimulation) {
        done(run, run->fmi->DoStep(run->c, run->time, run->h, fmi2False));
    } else {
        done(run, run->fmi->GetDerivatives(run->c, rates, ASPERITY_STATES));
        for (i = 0; i < ASPERITY_STATES; ++i) run->states[i] += run->h * rates[i];
    }
    read_trace(run, now);
    for (i = 0; i < 3; ++i) {
        const double weight = i == 2 ? -MASS * GRAVITY : 0.0;
        run->velocity[i] += run->h * (now[i] + weight) / MASS;
        run->spin[i] += run->h * now[3 + i] / INERTIA;
        run->position[i] += run->h * run->velocity[i];
    }
    run->time += run->h;
    ++run->done;
    if (run->kind == fmi2ModelExchange) {
        done(run, run->fmi->SetTime(run->c, run->time));
        done(run, run->fmi->SetContinuousStates(run->c, run->states, ASPERITY_STATES));
        set_motion(run);
        complete_step(run);
    }
    if (trace != NULL) memcpy(trace, now, sizeof now);
}

void run_close(Run *run)
{
    run->fmi->FreeInstance(run->c);
    run->c = NULL;
}

void run_until(Run *run, int until, Trace *trace)
{
    while (run->done < until && run->done < run->steps && run->c != NULL) {
        run_step(run, trace->values + run->done * TRACED);
        trace->steps = run->done;
    }
}

int same_trace(const Trace *a, const Trace *b)
{
    const size_t bytes = (size_t)a->steps * TRACED * sizeof a->values[0];
    return a->steps == b->steps && memcmp(a->values, b->values, bytes) == 0;
}

Trace *traces_alone(const fmi2Functions *fmi)
{
    Trace *traces = calloc(SCENARIOS, sizeof *traces);
    Run run;
    int i, failures = 0;
    for (i = 0; traces != NULL && i < SCENARIOS; ++i) {
        run_open(&run, fmi, i);
        run_until(&run, run.steps, &traces[i]);
        CHECK(traces[i].steps == run.steps, "scenario %d goes to its end", i);
        failures += run.failures;
        run_close(&run);
    }
    CHECK(traces != NULL && failures == 0, "the scenarios run alone; %d calls failed", failures);
    return traces;
}

/* Hosts around unit and plant: the classical Runge-Kutta method with located events in Model Exchange, and masters with
   fixed steps in Co-Simulation. */
#include "bits.h"

#include <string.h>

enum { MOST = STATES + MOST_STATES };

static void put_inputs(Unit *unit, const Plant *plant, const double *state)
{
    double inputs[MOST_INPUTS];
    size_t i, at = 0;
    plant->drive(state, inputs);
    for (i = 0; i < plant->wires_in; at += plant->in[i++].n) put(unit, plant->in[i].first, plant->in[i].n, inputs + at);
}

/* Returns their number. */
static size_t get_actions(Unit *unit, const Plant *plant, double *actions)
{
    size_t i, at = 0;
    for (i = 0; i < plant->wires_out; at += plant->out[i++].n)
        get(unit, plant->out[i].first, plant->out[i].n, actions + at);
    return at;
}

/* Model Exchange; y: states of the unit, then of the plant. */

static void exchange_set(Unit *unit, const Plant *plant, double time, const double *y)
{
    OK(fmi.SetTime(unit->c, time));
    OK(fmi.SetContinuousStates(unit->c, y, STATES));
    put_inputs(unit, plant, y + STATES);
}

static void exchange_rates(Unit *unit, const Plant *plant, double time, const double *y, double *rates)
{
    double row[STATES + INDICATORS + MOST_ACTIONS];
    size_t actions;
    exchange_set(unit, plant, time, y);
    OK(fmi.GetDerivatives(unit->c, row, STATES));
    OK(fmi.GetEventIndicators(unit->c, row + STATES, INDICATORS));
    actions = get_actions(unit, plant, row + STATES + INDICATORS);
    record(RATES, STATES + INDICATORS + actions, row);
    memcpy(rates, row, STATES * sizeof *rates);
    plant->rates(y + STATES, row + STATES + INDICATORS, rates + STATES);
}

/* One step; the unit is left at its end. */
static void exchange_step(Unit *unit, const Plant *plant, double time, const double *y, double h, double *end)
{
    static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double rates[MOST] = {0}, sum[MOST] = {0}, stage[MOST];
    const size_t n = STATES + plant->states;
    size_t i;
    int k;
    for (k = 0; k < 4; ++k) {
        for (i = 0; i < n; ++i) stage[i] = y[i] + at[k] * h * rates[i];
        exchange_rates(unit, plant, time + at[k] * h, stage, rates);
        for (i = 0; i < n; ++i) sum[i] += weight[k] * rates[i];
    }
    for (i = 0; i < n; ++i) end[i] = y[i] + h / 6.0 * sum[i];
    plant->settle(end + STATES);
    exchange_set(unit, plant, time + h, end);
}

static int crossed(Unit *unit, const double before[INDICATORS])
{
    double after[INDICATORS];
    int i, change = 0;
    OK(fmi.GetEventIndicators(unit->c, after, INDICATORS));
    for (i = 0; i < INDICATORS; ++i) change |= (before[i] > 0.0) != (after[i] > 0.0);
    return change;
}

/* Halves the step until its end is the first number past the event, to 1/2^30 of the step; returns that step. */
static double locate(Unit *unit, const Plant *plant, double time, const double *y, double h,
                     const double before[INDICATORS], double *end)
{
    double low = 0.0, high = h;
    int halvings;
    for (halvings = 0; halvings < 30; ++halvings) {
        const double middle = 0.5 * (low + high);
        exchange_step(unit, plant, time, y, middle, end);
        if (crossed(unit, before)) high = middle;
        else low = middle;
    }
    exchange_step(unit, plant, time, y, high, end);
    return high;
}

void play_exchange(Unit *unit, const Plant *plant, int steps, double h)
{
    double y[MOST] = {0}, end[MOST] = {0}, before[INDICATORS], time = 0.0;
    int i;
    OK(fmi.GetContinuousStates(unit->c, y, STATES));
    memcpy(y + STATES, plant->start, plant->states * sizeof *y);
    exchange_set(unit, plant, time, y);
    for (i = 0; i < steps; ++i) {
        const double until = h * (i + 1);
        while (time < until) {
            double step = until - time;
            fmi2Boolean enter, terminate;
            int event;
            OK(fmi.GetEventIndicators(unit->c, before, INDICATORS));
            exchange_step(unit, plant, time, y, step, end);
            event = crossed(unit, before);
            if (event) step = locate(unit, plant, time, y, step, before, end);
            memcpy(y, end, sizeof y);
            time = event ? time + step : until;
            OK(fmi.CompletedIntegratorStep(unit->c, fmi2True, &enter, &terminate));
            if (event || enter) {
                unit_event(unit);
                OK(fmi.GetContinuousStates(unit->c, y, STATES));
            }
        }
        record(PLANT, plant->states, y + STATES);
        record_outputs(unit);
        record_exchange(unit);
        if (i % 50 == 0) record_serialized(unit);
    }
}

/* Co-Simulation */

/* The plant under a force that goes linearly from `begin` to `end`. */
static void move(const Plant *plant, double *y, const double *begin, const double *end, double h)
{
    static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double rates[MOST_STATES] = {0}, sum[MOST_STATES] = {0}, stage[MOST_STATES], action[MOST_ACTIONS];
    size_t i;
    int k;
    for (k = 0; k < 4; ++k) {
        for (i = 0; i < plant->states; ++i) stage[i] = y[i] + at[k] * h * rates[i];
        for (i = 0; i < MOST_ACTIONS; ++i) action[i] = begin[i] + at[k] * (end[i] - begin[i]);
        plant->rates(stage, action, rates);
        for (i = 0; i < plant->states; ++i) sum[i] += weight[k] * rates[i];
    }
    for (i = 0; i < plant->states; ++i) y[i] += h / 6.0 * sum[i];
    plant->settle(y);
}

/* The free acceleration in the middle of the next step, on the line through that of now and the last one. */
static void tell_port(Unit *unit, const Plant *plant, const double *y, double last[3], int first)
{
    double w[6] = {0}, b[3], ahead[3];
    int i;
    plant->port(y, w, b);
    if (plant->tells_inverse_mass) put(unit, ASPERITY_VR_INVERSE_MASS, 6, w);
    for (i = 0; i < 3; ++i) ahead[i] = first ? b[i] : 1.5 * b[i] - 0.5 * last[i];
    memcpy(last, b, sizeof b);
    put(unit, ASPERITY_VR_FREE_ACCELERATION, 3, ahead);
}

static void put_input_rates(Unit *unit, const Plant *plant, const double *y, const double *action)
{
    fmi2ValueReference references[MOST_INPUTS];
    fmi2Integer first_order[MOST_INPUTS];
    double rates[MOST_STATES], input_rates[MOST_INPUTS];
    size_t i, k, n = 0;
    for (i = 0; i < plant->wires_in; ++i)
        for (k = 0; k < plant->in[i].n; ++k, ++n) {
            references[n] = plant->in[i].first + (fmi2ValueReference)k;
            first_order[n] = 1;
        }
    plant->rates(y, action, rates);
    plant->drive_rates(y, rates, input_rates);
    OK(fmi.SetRealInputDerivatives(unit->c, references, n, first_order, input_rates));
}

/* Mean and slope of the force over the step that was, as its values at begin and end. */
static void read_interval(Unit *unit, const Plant *plant, double h, double *begin, double *end)
{
    static const fmi2Integer one = 1;
    double mean[MOST_ACTIONS] = {0}, slope = 0.0;
    size_t i, k, n = 0;
    get_actions(unit, plant, mean);
    for (i = 0; i < plant->wires_out; ++i)
        for (k = 0; k < plant->out[i].n; ++k, ++n) {
            const fmi2ValueReference reference = plant->out[i].first + (fmi2ValueReference)k;
            OK(fmi.GetRealOutputDerivatives(unit->c, &reference, 1, &one, &slope));
            begin[n] = mean[n] - 0.5 * h * slope;
            end[n] = mean[n] + 0.5 * h * slope;
        }
}

void play_steps(Unit *unit, const Plant *plant, Coupling coupling, int steps, double h)
{
    double y[MOST_STATES] = {0}, begin[MOST_ACTIONS] = {0}, end[MOST_ACTIONS] = {0}, last[3];
    double next_begin[MOST_ACTIONS] = {0}, next_end[MOST_ACTIONS] = {0};
    int i;
    memcpy(y, plant->start, plant->states * sizeof *y);
    if (coupling != KINEMATIC) tell_port(unit, plant, y, last, 1);
    unit_initialize(unit);
    unit_start(unit);
    if (coupling == KINEMATIC) get_actions(unit, plant, begin);
    for (i = 0; i < steps; ++i) {
        if (coupling == KINEMATIC) put_input_rates(unit, plant, y, begin);
        OK(fmi.DoStep(unit->c, h * i, h, fmi2False));
        record_outputs(unit);
        record_slopes(unit);
        if (coupling == KINEMATIC) {
            get_actions(unit, plant, end);
            move(plant, y, begin, end, h);
        } else if (coupling == SEQUENTIAL) {
            read_interval(unit, plant, h, begin, end);
            move(plant, y, begin, end, h);
        } else {
            /* The force of the step that was acts in the next one. */
            move(plant, y, next_begin, next_end, h);
            read_interval(unit, plant, h, next_begin, next_end);
        }
        put_inputs(unit, plant, y);
        if (coupling != KINEMATIC) tell_port(unit, plant, y, last, 0);
        if (coupling == KINEMATIC) {
            get_actions(unit, plant, begin);
            record_outputs(unit);
        }
        record(PLANT, plant->states, y);
        if (i % 50 == 0) record_serialized(unit);
    }
}

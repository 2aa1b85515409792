/* Asperity: the frictional contact between two bodies, for simulators that link.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Rendered from the library's sources by cbindgen: `asperity describe c-header --write`. docs/c-interface.md tells how to use it.
 *
 * - SI units, angles in rad, every vector in world axes; body i feels the force, body j its opposite.
 * - Nothing allocates but the functions named create and clone, and asperity_system, asperity_accelerations, asperity_impacts,
 *   asperity_lcp and asperity_qp as they say. There is no state outside the handles.
 * - A handle is for one thread at a time. asperity_parameters is only read after asperity_parameters_check and may then be shared.
 * - A function that answers anything but ASPERITY_OK has changed nothing, unless it says otherwise. */


#ifndef ASPERITY_H
#define ASPERITY_H

#include <stddef.h>
#include <stdint.h>

// The version of this header.
#define ASPERITY_VERSION_MAJOR 0

#define ASPERITY_VERSION_MINOR 1

#define ASPERITY_VERSION_PATCH 0

// The binary interface of this header. It changes whenever a struct grows or a meaning changes; functions and status
// codes may be added without a change.
#define ASPERITY_ABI 1

// Doubles in asperity_inputs.
#define ASPERITY_INPUT_NUMBERS 36

// Doubles in asperity_mobility.
#define ASPERITY_MOBILITY_NUMBERS 27

// Doubles in asperity_outputs.
#define ASPERITY_OUTPUT_NUMBERS 31

// A contact between communication steps: the Co-Simulation of the unit without FMI, with the same bits. A handle; one
// thread at a time, also for the functions that take it as const. Contacts know nothing of each other.
typedef struct asperity_contact asperity_contact;

// Parameters of a contact, by the names, ranges and start values of the unit's variable table ("friction.mu_S",
// "geometry.normalJ[3]"). A handle; set, choose and check are for one thread at a time. After
// asperity_parameters_check it is only read, by any number of threads and contacts.
typedef struct asperity_parameters asperity_parameters;

// Bodies with shapes and the contacts between them: first it is built, by
// asperity_system_add_body, asperity_system_add_sphere ... or asperity_system_read, then started and stepped. A
// handle, for one thread at a time, also for the functions that take it as const. Memory is allocated until
// asperity_system_start has answered, by asperity_system_restore, for the text of what is refused or said, and for pairs
// of bodies that come near each other for the first time, after the first twelve a body.
typedef struct asperity_system asperity_system;

// What a call answers: ASPERITY_OK, or why it did nothing. More codes may come.
typedef int32_t asperity_status;

// Motion of one body frame. SI units, world axes.
typedef struct asperity_body {
    // Origin r [m]
    double position[3];
    // Quaternion q in the order w x y z, body to world [1], of any length from 1e-100 to 1e100; others, such as 0, are refused
    // where the orientation counts: that of a sphere does not whose centre is the origin of its body's frame
    double orientation[4];
    // Velocity of the origin v [m/s]
    double velocity[3];
    // Angular velocity omega [rad/s]
    double angular_velocity[3];
} asperity_body;

// What the caller gives: the motion of the two bodies and, with geometry.pair = external, the contact itself. 36
// doubles.
//
// With the other pairs the first ten numbers are not read. With the pair external the bodies give the arms of the
// torques and the turning of the contact; their orientation counts with friction that asks for directions (friction.map = polyhedron or
// planes, friction.e_t or friction.e_o other than 1) and for inertias.
// Start with asperity_inputs_init.
typedef struct asperity_inputs {
    // x [m], > 0 while the bodies overlap
    double penetration;
    // Velocity of body i against body j at the contact point v_r [m/s]
    double relative_velocity[3];
    // Normal n outward from body j, towards body i, any length from 1e-100 to 1e100 [1]
    double normal[3];
    // Point of action p_a [m]
    double point[3];
    struct asperity_body body_i;
    struct asperity_body body_j;
} asperity_inputs;

// When restitution ends, with the numbers of timeStepping.impact. More may come.
typedef int32_t asperity_hypothesis;

// An impact in the plane of n and t. n points from body j to body i.
typedef struct asperity_impact_inputs {
    // W = J*M^-1*J^T at the contact [1/kg] as nn tt nt, positive definite
    double inverse_mass[3];
    // Velocity of body i against body j before [m/s] along n, t; u_n < 0, or u_n = 0 where sliding draws the bodies
    // together
    double velocity[2];
    // Static friction coefficient [1], >= mu_k
    double mu_s;
    // Sliding friction coefficient [1], >= 0
    double mu_k;
    // Coefficient of restitution [1], 0...1
    double e;
    asperity_hypothesis hypothesis;
} asperity_impact_inputs;

// A part of an impact in the plane: compression or restitution.
typedef struct asperity_impact_phase {
    // Impulse on body i [N s] along n, t
    double impulse[2];
    // Work of its normal part on the bodies [J]
    double work_normal;
    // Work of friction on the bodies [J], never positive
    double work_friction;
} asperity_impact_phase;

// What slip does in an impact in the plane.
typedef int32_t asperity_impact_case;

// What an impact in the plane does.
typedef struct asperity_impact_outputs {
    // Velocity of body i against body j after it [m/s] along n, t
    double velocity[2];
    struct asperity_impact_phase compression;
    struct asperity_impact_phase restitution;
    // Normal impulse at which slip stops [N s]; NaN if it does not
    double slip_stop;
    asperity_impact_case slip_case;
} asperity_impact_outputs;

// An impact in space. n points from body j to body i; n, t1, t2 are at right angles.
typedef struct asperity_impact_spatial_inputs {
    // W = J*M^-1*J^T at the contact [1/kg] as nn t1t1 t2t2 nt1 nt2 t1t2, positive definite; 0 along a tangent, also in
    // its product with n, where nothing yields
    double inverse_mass[6];
    // Velocity of body i against body j before [m/s] along n, t1, t2; u_n < 0, or u_n = 0 where sliding draws the bodies
    // together
    double velocity[3];
    // Static friction coefficient [1], >= mu_k
    double mu_s;
    // Sliding friction coefficient [1], >= 0
    double mu_k;
    // Coefficient of restitution [1], 0...1
    double e;
    asperity_hypothesis hypothesis;
} asperity_impact_spatial_inputs;

// A part of an impact in space: compression or restitution.
typedef struct asperity_impact_spatial_phase {
    // Impulse on body i [N s] along n, t1, t2
    double impulse[3];
    // Work of its normal part on the bodies [J]
    double work_normal;
    // Work of friction on the bodies [J], never positive
    double work_friction;
} asperity_impact_spatial_phase;

// What an impact in space does.
typedef struct asperity_impact_spatial_outputs {
    // Velocity of body i against body j after it [m/s] along n, t1, t2
    double velocity[3];
    struct asperity_impact_spatial_phase compression;
    struct asperity_impact_spatial_phase restitution;
    // Normal impulse at which slip stops [N s]; NaN if it does not
    double slip_stop;
} asperity_impact_spatial_outputs;

// A contact that takes part in an impact: struck itself, or at rest beside those that are.
typedef struct asperity_struck {
    // Friction coefficient [1], >= 0
    double mu;
    // Coefficient of restitution [1], 0...1
    double e;
} asperity_struck;

// What an impact at several contacts has done.
typedef struct asperity_impacts_report {
    // 1: the residual is at most 1e-8; 0: it is not, and the impulses are the best that were found
    int32_t solved;
    // The larger of the natural maps of compression and restitution as a fraction of the velocities before
    double residual;
    // Kinetic energy before less that after [J]
    double dissipated;
    // Fraction of the impulses of restitution that is kept: below 1 where all of them would gain energy
    double kept;
} asperity_impacts_report;

// What limits friction (c_t, c_o, c_r) at tau = mu*c_n. More may come.
typedef int32_t asperity_friction_map;

// A contact that touches. n points from body j to body i.
typedef struct asperity_rigid_contact {
    // Friction coefficient [1], >= 0
    double mu;
    asperity_friction_map map;
    // 1: it slides or spins with v; 0: it does not, and v is 0
    int32_t sliding;
    // e_t [1], e_o [1], e_r [m] of ellipsoids and mixed limits, > 0; not read otherwise
    double e[3];
    // 3 numbers of each plane: 1, 1, 1/m; read of polyhedra only
    const double *planes;
    size_t plane_count;
    // Velocity of body i against body j along t, o [m/s] and about n [rad/s]; 0 where the contact has no row
    double v[3];
} asperity_rigid_contact;

// What came of a problem of rigid contacts.
typedef int32_t asperity_rigid_verdict;

// What is known of a problem of rigid contacts.
typedef struct asperity_rigid_report {
    asperity_rigid_verdict verdict;
    // 1: it is certain from the start that there is a solution, 0: it is not
    int32_t exists;
    // 1: there is one at most, 0: not known, -1: there are several
    int32_t unique;
    // Solutions found, a family of them counted twice; 0 without one
    size_t solutions;
    // Rank of A
    size_t rank;
    // Below this friction coefficient of all contacts there is exactly one solution [1]; 0 where A is singular
    double mu_bar;
    // Largest violation of the conditions as a fraction of |b| + |A|*|c|
    double residual;
} asperity_rigid_report;

// What came of a complementarity problem or a programme.
typedef int32_t asperity_programme_verdict;

// What is known of the answer.
typedef struct asperity_programme_report {
    asperity_programme_verdict verdict;
    // 1: no other x is a minimum, -1: others are, 0: not known (always of asperity_lcp)
    int32_t unique;
    // Largest change of matrix and vector, relative to the elements, that the answer needs to be exact
    double residual;
    // Exchanges and direct solutions
    size_t pivots;
} asperity_programme_report;

// Discrete state of a contact: it changes at impacts and releases only. All 0 before the first impact.
typedef struct asperity_latch {
    // Whether the bodies touch: 0 or 1
    double contact;
    // Approach speed of the present or last impact, 1e-7 at least [m/s]; a faster motion has the damping of its own speed, not a
    double v_i;
    // Damping a of the normal force that belongs to v_i [s/m], with compliance.law = kelvinVoigt [s]
    double a;
} asperity_latch;

// Continuous state of a contact, in the order of the states of the unit; where it is named "rates", the same by time.
// 8 doubles. All 0 at the start.
typedef struct asperity_state {
    // Bristle deflection z [m]
    double z[3];
    // Dwell state s_dw [1], 0 (fresh contact) to 1 (full stiction)
    double s_dw;
    // Work that the bodies put into the contact [J]; this and the next two stay as they are without ledger.track
    double work;
    // Energy dissipated in the normal direction [J]
    double dissipated_normal;
    // Energy dissipated by friction [J]
    double dissipated_friction;
    // Bristle deflection about the normal at the radius e_r [m]
    double z_r;
} asperity_state;

// Force and torque on both bodies, world axes; torques about the frame origins.
typedef struct asperity_wrench {
    // [N]
    double force_i[3];
    // [N m]
    double torque_i[3];
    // [N], the opposite of force_i
    double force_j[3];
    // [N m]
    double torque_j[3];
} asperity_wrench;

// Everything that follows from inputs and state. 31 doubles.
typedef struct asperity_outputs {
    // In coupling.mode = interface the mean over the step, also of friction_force and friction_moment
    struct asperity_wrench wrench;
    // f_n [N], never negative
    double normal_force;
    // f_t on body i [N]
    double friction_force[3];
    // Couple of rolling and spinning friction on body i, part of torque_i [N m]
    double friction_moment[3];
    // Distance of the surfaces -x [m], < 0 while they overlap
    double gap;
    // |v_t| [m/s]
    double slip_speed;
    // Sticking level s [1]: 1 sticks, 0 slides or apart
    double sticking;
    // p_a [m]
    double point_of_action[3];
    // Unit normal n outward from body j
    double normal_direction[3];
    // Restitution that the law gives for the present or last impact [1]
    double effective_restitution;
    // Energy stored in compliance and bristles [J]
    double energy_elastic;
    // x by time [m/s], > 0 while approaching
    double penetration_rate;
} asperity_outputs;

// How the contact point moves under a force, for coupling.mode = interface. World axes. 27 doubles, all finite: what
// is not known is 0.
typedef struct asperity_mobility {
    // W = J*M^-1*J^T at the contact [1/kg] as xx yy zz xy xz yz, positive semidefinite; read with coupling.massSource
    // = input
    double inverse_mass[6];
    // Relative acceleration b of the contact point without the contact force, gravity included [m/s^2]
    double free_acceleration[3];
    // I_i^-1 + I_j^-1 [1/(kg m^2)] as xx yy zz xy xz yz; read with coupling.massSource = input and friction moments
    double inverse_inertia[6];
    // Relative angular acceleration b_r without the contact [rad/s^2]; read with friction moments
    double free_angular_acceleration[3];
    // How a force at the contact turns body i against body j, sum of I_b^-1*[rho_b]x [1/(kg m)], row by row; read with
    // coupling.massSource = input and friction moments
    double turning_by_force[9];
} asperity_mobility;

// n contacts with the same parameters. Each pointer is an array of n doubles, caller's memory; outputs do not overlap
// inputs.
typedef struct asperity_batch {
    // x [m]
    const double *penetration;
    // n outward from body j, any length from 1e-100 to 1e100, by axis [1]
    const double *normal[3];
    // v_r of body i against body j, by axis [m/s]
    const double *relative_velocity[3];
    // Turning rate of the contact frame omega_c = n x der(n) + n*(omega_i + omega_j).n/2, by axis [rad/s]; all three
    // NULL: 0
    const double *turning_rate[3];
    // z, by axis [m]
    const double *z[3];
    // s_dw [1]
    const double *s_dw;
    // a of the latch [s/m], of a contact faster than its v_i asperity_damping of its own approach speed; NaN: apart
    const double *damping;
    // Written: force on body i, by axis [N]
    double *force[3];
    // Written: z by time, by axis [m/s]
    double *z_rate[3];
    // Written: s_dw by time [1/s]
    double *s_dw_rate;
} asperity_batch;

// Sum of the forces and torques of all contacts on one body, world axes; the torque about the origin of the body's
// frame.
typedef struct asperity_body_wrench {
    // [N]
    double force[3];
    // [N m]
    double torque[3];
} asperity_body_wrench;

// Does task `number` of a step, `data` being what asperity_run was given. From any thread, several at a time.
typedef void (*asperity_task)(void *data, size_t number);

// Calls task(data, number) once for each number below `count`, on any threads and in any order, and returns when all
// calls have returned. `context`: as asperity_system_step_with was given it. It calls nothing else on the system, and
// neither throws nor jumps out.
typedef void (*asperity_run)(void *context, asperity_task task, void *data, size_t count);

// How a body accelerates without the contact forces, world axes: the origin of its frame, and its turning.
typedef struct asperity_body_acceleration {
    // [m/s^2]
    double linear[3];
    // [rad/s^2]
    double angular[3];
} asperity_body_acceleration;

// Done.
#define ASPERITY_OK 0

// A pointer is NULL.
#define ASPERITY_NULL 1

// There is no parameter or item of this name.
#define ASPERITY_NAME 2

// A value is not finite or out of its range.
#define ASPERITY_RANGE 3

// The parameters do not fit together, were not checked, or ask for something that this function does not know.
#define ASPERITY_PARAMETERS 4

// Inputs, latch or state: a quaternion or normal without a direction, a mass that does not exist, a number that is not
// finite.
#define ASPERITY_INPUTS 5

// A result is not finite.
#define ASPERITY_OVERFLOW 6

// A buffer is too short, arrays overlap, or the bytes are not a snapshot.
#define ASPERITY_SIZE 7

// An error of this library; the contact has to be started again or restored.
#define ASPERITY_INTERNAL 8

// The contact or system is not started, or a system that is started cannot be changed.
#define ASPERITY_ORDER 9

// The normal impulse has given back e^2 times the work of compression. Never gains energy.
#define ASPERITY_STRONGE 1

// The normal impulse is e times that of compression.
#define ASPERITY_POISSON 2

// The bodies part at e times the speed of approach. Gains energy at times, where slip stops.
#define ASPERITY_NEWTON 3

// It stops in compression and goes on the other way.
#define ASPERITY_REVERSED_ON_COMPRESSION 1

// It stops in restitution and goes on the other way.
#define ASPERITY_REVERSED_ON_RESTITUTION 2

// It stops in compression for good.
#define ASPERITY_STICKING_ON_COMPRESSION 3

// It stops in restitution for good.
#define ASPERITY_STICKING_ON_RESTITUTION 4

// It keeps its direction.
#define ASPERITY_FORWARD_SLIDING 5

// There is none before the impact, and friction is too weak to prevent it.
#define ASPERITY_DIRECT_SLIDING 6

// There is none before the impact, nor during it.
#define ASPERITY_DIRECT_STICKING 7

// There is no approach, but sliding draws the bodies together until it stops.
#define ASPERITY_JAM 8

// |c_t| <= tau. Rows n, t.
#define ASPERITY_LINE 1

// (c_t/e_t)^2 + (c_o/e_o)^2 + (c_r/e_r)^2 <= tau^2. Rows n, t, o, r; without r where e_r = 0, a point contact.
#define ASPERITY_ELLIPSOID 2

// p . (c_t, c_o, c_r) <= tau for all planes p. Rows n, t, o, r.
#define ASPERITY_POLYHEDRON 3

// (c_t/e_t)^2 + (c_o/e_o)^2 <= tau^2, |c_r| <= e_r*tau. Rows n, t, o, r.
#define ASPERITY_MIXED 4

// c and a fulfil all conditions.
#define ASPERITY_RIGID_SOLVED 1

// It is proven that no c and a do.
#define ASPERITY_RIGID_NO_SOLUTION 2

// Neither was found.
#define ASPERITY_RIGID_UNSOLVED 3

// The answer fulfils all conditions.
#define ASPERITY_PROGRAMME_SOLVED 1

// It is proven that nothing does: the inequalities exclude each other, or the value falls without end.
#define ASPERITY_PROGRAMME_NO_SOLUTION 2

// Neither was found.
#define ASPERITY_PROGRAMME_UNSOLVED 3

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Version of the library: major*10000 + minor*100 + patch. From any thread.
uint32_t asperity_version(void);

// Binary interface of the library. A program whose ASPERITY_ABI is another number must not call anything else. From
// any thread.
uint32_t asperity_abi(void);

// The status in a few English words, never NULL; the text lives as long as the library. From any thread.
const char *asperity_status_text(asperity_status status);

// Sets everything to its start value: bodies at rest in the origin, orientation 1 0 0 0, normal 0 0 1, everything else
// 0. NULL does nothing.
//
// `inputs`: caller's memory, need not be initialised.
//
// The caller promises:
// `inputs` is NULL or writable and used by no other thread meanwhile.
void asperity_inputs_init(struct asperity_inputs *inputs);

// Parameters at their start values. NULL: there is no memory. Free them with asperity_parameters_free. From any
// thread.
struct asperity_parameters *asperity_parameters_create(void);

// A copy, checked if the original is, without its message. NULL: there is no memory, or `parameters` is NULL.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile.
struct asperity_parameters *asperity_parameters_clone(const struct asperity_parameters *parameters);

// Frees the handle; contacts that were created from it keep their own copy. NULL does nothing.
//
// The caller promises:
// `parameters` is NULL or a live handle that nothing uses any more.
void asperity_parameters_free(struct asperity_parameters *parameters);

// Sets a parameter: a number in its SI unit, an enumeration by the number of its item (1 for the first), a Boolean as
// 0 or 1. An element of a vector is named "geometry.normalJ[3]", counted from 1. asperity_parameters_check is needed
// afterwards.
//
// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_RANGE: nothing is changed, asperity_parameters_message says why.
//
// The caller promises:
// `parameters` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, and is not kept.
asperity_status asperity_parameters_set(struct asperity_parameters *parameters, const char *name, double value);

// Chooses an item of an enumeration by its name ("geometry.pair", "spherePlane"), or "false" or "true" of a Boolean.
// asperity_parameters_check is needed afterwards.
//
// ASPERITY_NULL, ASPERITY_NAME: nothing is changed, asperity_parameters_message says why.
//
// The caller promises:
// `parameters` is NULL or a live handle of this thread; `name` and `item` are NULL or end with NUL, and are not kept.
asperity_status asperity_parameters_choose(struct asperity_parameters *parameters, const char *name, const char *item);

// Reads a parameter as asperity_parameters_set takes it.
//
// ASPERITY_NULL, ASPERITY_NAME: `value` is not written. No message: the handle may be shared.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; `name` is NULL or ends with NUL;
// `value` is NULL or writable.
asperity_status asperity_parameters_get(const struct asperity_parameters *parameters, const char *name, double *value);

// Judges the whole: the order of friction coefficients and velocities, that shapes fit together, that masses can move.
// Needed before use and after each change; until then every use answers ASPERITY_PARAMETERS.
//
// ASPERITY_NULL, ASPERITY_PARAMETERS: asperity_parameters_message names the parameters at fault.
//
// The caller promises:
// `parameters` is NULL or a live handle of this thread.
asperity_status asperity_parameters_check(struct asperity_parameters *parameters);

// Why the last call that failed on this handle did: "" if none has, never NULL. The text lives until the next call on
// the handle.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile.
const char *asperity_parameters_message(const struct asperity_parameters *parameters);

// Damping factor d(e) [1] of a restitution e [1] [G04 eq. 10]: the law `gonthier` damps with a = d(e)/(e*v_i). NaN for
// e outside 0.001...1. From any thread.
double asperity_damping_factor(double e);

// Restitution [1] that a force k*x^p*(1 + a*x_rate) gives an impact, from u = a*v_i >= 0 [1]; the inverse of d(e): u =
// d(e)/e gives e. NaN for others. From any thread.
double asperity_restitution(double u);

// Damping a of the normal force for an impact at v_i [m/s] >= 0, taken not below 1e-7 m/s, 0: vMin: [s/m], with
// compliance.law = kelvinVoigt [s]. It goes into asperity_latch after parameters have changed in contact.
//
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_RANGE, ASPERITY_OVERFLOW: `a` is not written. From any thread.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; `a` is NULL or writable.
asperity_status asperity_damping(const struct asperity_parameters *parameters, double v_i, double *a);

// Normal force f_n [N] >= 0 at the penetration x [m] and its rate x_rate [m/s], with the damping a of
// asperity_damping: k*x^p*(1 + a*x_rate), 0 for x <= 0 and where it would pull [G04 eqs. 4, 6]; kelvinVoigt: k*(x +
// a*x_rate).
//
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_RANGE, ASPERITY_OVERFLOW: `f_n` is not written. From any thread.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; `f_n` is NULL or writable.
asperity_status asperity_normal_force(const struct asperity_parameters *parameters,
                                      double x,
                                      double x_rate,
                                      double a,
                                      double *f_n);

// Friction force f_t [N] on body i and the rates of the bristles and the dwell state, without spinning and in axes
// that do not turn [G04 eqs. 15-26]. A contact frame that turns with omega_c adds omega_c x z to z_rate.
//
// `normal`: n, any length from 1e-100 to 1e100. `v_t`: slip of body i against body j [m/s], its part along n does not count. `f_n`
// [N] >= 0, 0 means apart. `z` [m], `s_dw` [1]. Written: `f_t` [N], `z_rate` [m/s], `s_dw_rate` [1/s].
// ASPERITY_NULL, ASPERITY_PARAMETERS (also for friction.map = polyhedron or planes, friction.e_t and friction.e_o other than 1,
// whose directions turn with body j),
// ASPERITY_RANGE,
// ASPERITY_INPUTS (normal without a direction), ASPERITY_OVERFLOW: nothing is written. From any thread.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; the others are NULL or arrays of 3,
// the last one number; what is written overlaps nothing else.
asperity_status asperity_friction(const struct asperity_parameters *parameters,
                                  const double normal[3],
                                  const double v_t[3],
                                  double f_n,
                                  const double z[3],
                                  double s_dw,
                                  double f_t[3],
                                  double z_rate[3],
                                  double *s_dw_rate);

// Impact of two rigid bodies at one point in the plane with Coulomb friction, by Routh's construction
// (Wang and Kumar 1991, chapter 3).
//
// `outputs`: written; it may be the memory of `inputs`. `text`: caller's memory of `size` bytes; written is why it is
// refused, a text that ends with NUL, cut where it does not fit, "" if there is no fault; may be NULL.
// ASPERITY_NULL, ASPERITY_RANGE (a coefficient or the hypothesis), ASPERITY_INPUTS (another number that is not finite, an
// inverse mass that does not exist, bodies that do not approach), ASPERITY_OVERFLOW: `outputs` is not written. From any
// thread.
//
// The caller promises:
// `inputs` is NULL or a live struct, `outputs` is NULL or writable, `text` is NULL or `size` writable bytes.
asperity_status asperity_impact(const struct asperity_impact_inputs *inputs,
                                struct asperity_impact_outputs *outputs,
                                char *text,
                                size_t size);

// Impact of two rigid bodies at one point in space with Coulomb friction; slip may turn. Takes some ten microseconds.
//
// `outputs`, `text`, answers: as for asperity_impact.
//
// The caller promises:
// As for asperity_impact.
asperity_status asperity_impact_spatial(const struct asperity_impact_spatial_inputs *inputs,
                                        struct asperity_impact_spatial_outputs *outputs,
                                        char *text,
                                        size_t size);

// Impact of rigid bodies at several contacts at once with Coulomb friction, by Poisson's hypothesis in two problems (after Wang and
// Kumar 1991, section 2): compression ends without approach anywhere, and restitution gives each contact e times its normal
// impulse of compression, or more where it must to part. Friction opposes the slip at the end of either. One contact alone is
// that of asperity_impact_spatial with ASPERITY_POISSON.
//
// `contacts`: n of them; their rows n, t1, t2 follow one another in `matrix` (W = J*M^-1*J^T [1/kg], 3n x 3n, symmetric and
// positive semidefinite), `before` (velocities of body i against body j [m/s]; n points from body j to body i), `impulses` (on body i
// [N s]) and `after` (velocities), which are written, as is `report`. `text`: caller's memory of `size` bytes; written is why it is
// refused, a text that ends with NUL, cut where it does not fit, "" if there is no fault; may be NULL. Takes memory from the
// heap and gives it back.
// ASPERITY_NULL, ASPERITY_RANGE (n, a coefficient), ASPERITY_INPUTS (numbers that are not finite, W that does not exist), ASPERITY_OVERFLOW: nothing is
// written. From any thread.
//
// The caller promises:
// `contacts` is NULL or n live structs; `matrix`, `before`, `impulses` and `after` are NULL or as large as said, `report` is NULL or
// writable, `text` is NULL or `size` writable bytes.
asperity_status asperity_impacts(const struct asperity_struck *contacts,
                                 size_t n,
                                 const double *matrix,
                                 const double *before,
                                 double *impulses,
                                 double *after,
                                 struct asperity_impacts_report *report,
                                 char *text,
                                 size_t size);

// Forces and accelerations of rigid bodies that touch: a = A*c + b with 0 <= c_n, 0 <= a_n, c_n*a_n = 0 and friction
// within its limit that does the greatest work against slip, or without slip against the acceleration
// (Pang and Trinkle 1996).
//
// `contacts`: n of them; their rows n, t, o, r follow one another in `matrix` (A = J*M^-1*J^T, rows x rows, symmetric and
// positive semidefinite), `unforced` (b, accelerations without contact forces), `forces` (c on body i) and `acceleration`
// (a), which are written, as is `report`; without a solution c and a are the best that was found. `text`: caller's memory of
// `size` bytes; written is why it is refused, a text that ends with NUL, cut where it does not fit, "" if there is no
// fault; may be NULL. Takes memory from the heap and gives it back.
// ASPERITY_NULL, ASPERITY_RANGE (a coefficient, a limit, a number that stands for a choice), ASPERITY_INPUTS (numbers that
// are not finite, A that does not exist, slip that contradicts itself), ASPERITY_OVERFLOW: nothing is written. From any
// thread.
//
// The caller promises:
// `contacts` is NULL or n live structs, with planes as they say; `matrix`, `unforced`, `forces` and `acceleration` are NULL or
// as large as the rows ask for, `report` is NULL or writable, `text` is NULL or `size` writable bytes.
asperity_status asperity_accelerations(const struct asperity_rigid_contact *contacts,
                                       size_t n,
                                       const double *matrix,
                                       const double *unforced,
                                       double *forces,
                                       double *acceleration,
                                       struct asperity_rigid_report *report,
                                       char *text,
                                       size_t size);

// Linear complementarity: 0 <= z, 0 <= w = M*z + q, z*w = 0. Certain for positive semidefinite M, symmetric or not; others
// may end unsolved.
//
// `matrix` M (n x n, row by row), `vector` q (n) · written are `z` and `w` (n each) and `report`; without a solution they
// are the best point that was found. `text`: caller's memory of `size` bytes; written is why it is refused, a text that ends
// with NUL, cut where it does not fit, "" if there is no fault; may be NULL. Takes memory from the heap and gives it back.
// ASPERITY_NULL, ASPERITY_RANGE (n), ASPERITY_INPUTS (numbers that are not finite), ASPERITY_OVERFLOW: nothing is written.
// From any thread.
//
// The caller promises:
// `matrix` is NULL or n*n numbers, `vector`, `z` and `w` are NULL or n, `report` is NULL or writable, `text` is NULL or
// `size` writable bytes.
asperity_status asperity_lcp(size_t n,
                             const double *matrix,
                             const double *vector,
                             double *z,
                             double *w,
                             struct asperity_programme_report *report,
                             char *text,
                             size_t size);

// Quadratic programme: least 1/2*x*Q*x + g*x over x >= 0 with H*x <= K.
//
// `hessian` Q (n x n, row by row, symmetric and positive semidefinite), `gradient` g (n), `rows` H (m x n, row by row),
// `limits` K (m) · written are `x` (n), `multipliers` u >= 0 (m, by how much the minimum falls per unit of K) and `report`;
// without a solution they are the best point that was found. `text` and `size` as in asperity_lcp. Takes memory from the
// heap and gives it back.
// ASPERITY_NULL, ASPERITY_RANGE (n, m), ASPERITY_INPUTS (numbers that are not finite, Q not symmetric or not semidefinite),
// ASPERITY_OVERFLOW: nothing is written. From any thread.
//
// The caller promises:
// `hessian` is NULL or n*n numbers, `gradient` and `x` are NULL or n, `rows` is NULL or m*n, `limits` and `multipliers` are
// NULL or m, `report` is NULL or writable, `text` is NULL or `size` writable bytes.
asperity_status asperity_qp(size_t n,
                            size_t m,
                            const double *hessian,
                            const double *gradient,
                            const double *rows,
                            const double *limits,
                            double *x,
                            double *multipliers,
                            struct asperity_programme_report *report,
                            char *text,
                            size_t size);

// Makes or loses contact, and latches the approach speed of an impact. Call it at the start, after each accepted step,
// and at events (gap = 0, and penetration_rate = 2*v_i in contact), never inside a step. A motion faster than v_i has the
// damping of its own speed, so that no force jumps there. Bodies that are found deeper than their speed brings them in 1 ms
// were set down: v_i is the penetration by 1 ms, at most compliance.vMin.
//
// `inputs`, `latch`: caller's memory; `latch` is read and written.
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_INPUTS, ASPERITY_OVERFLOW: `latch` is as before. From any thread.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; the others are NULL or live structs,
// and `latch` is used by no other thread.
asperity_status asperity_latch_update(const struct asperity_parameters *parameters,
                                      const struct asperity_inputs *inputs,
                                      struct asperity_latch *latch);

// Everything that follows from inputs, latch and state, and the rates of the state. The latch is taken as it is: with
// contact = 0 there is no force, also where the bodies overlap.
//
// `outputs`, `rates`: written; they may be the memory of the arguments.
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_INPUTS, ASPERITY_OVERFLOW: nothing is written; asperity_explain says
// why. From any thread.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; the others are NULL or live structs
// that no other thread writes.
asperity_status asperity_evaluate(const struct asperity_parameters *parameters,
                                  const struct asperity_inputs *inputs,
                                  const struct asperity_latch *latch,
                                  const struct asperity_state *state,
                                  struct asperity_outputs *outputs,
                                  struct asperity_state *rates);

// As asperity_evaluate, for wrench and rates only: the fast one, for the right-hand side of an integrator. Numbers
// that do not bear on the result are not checked.
//
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_INPUTS, ASPERITY_OVERFLOW: nothing is written; asperity_explain says
// why. From any thread.
//
// The caller promises:
// As for asperity_evaluate.
asperity_status asperity_rates(const struct asperity_parameters *parameters,
                               const struct asperity_inputs *inputs,
                               const struct asperity_latch *latch,
                               const struct asperity_state *state,
                               struct asperity_wrench *wrench,
                               struct asperity_state *rates);

// What asperity_evaluate and asperity_rates say of these arguments, and why: they have no handle for a message.
//
// `text`: caller's memory of `size` bytes; written is a text that ends with NUL, cut where it does not fit, "" if
// there is no fault. The status is that of asperity_evaluate; ASPERITY_SIZE: `size` is 0 and nothing is written. From
// any thread.
//
// The caller promises:
// As for asperity_evaluate; `text` is NULL or `size` writable bytes.
asperity_status asperity_explain(const struct asperity_parameters *parameters,
                                 const struct asperity_inputs *inputs,
                                 const struct asperity_latch *latch,
                                 const struct asperity_state *state,
                                 char *text,
                                 size_t size);

// A contact with a copy of the parameters. NULL: there is no memory, or `parameters` is NULL. Parameters that were not
// checked are refused by asperity_contact_start. Free it with asperity_contact_free. From any thread.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile.
struct asperity_contact *asperity_contact_create(const struct asperity_parameters *parameters);

// Frees the contact. NULL does nothing.
//
// The caller promises:
// `contact` is NULL or a live handle that nothing uses any more.
void asperity_contact_free(struct asperity_contact *contact);

// Starts, also again: states 0, contact where the bodies overlap at `time` [s]. Parameters stay.
//
// `mobility`: NULL in kinematic coupling; in interface coupling needed unless coupling.massSource = bodies and
// coupling.freeAccelerationSource = estimated.
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_RANGE (time), ASPERITY_INPUTS, ASPERITY_OVERFLOW: the contact is as
// before, asperity_contact_message says why.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread; the others are NULL or live structs, and are not kept.
asperity_status asperity_contact_start(struct asperity_contact *contact,
                                       const struct asperity_inputs *inputs,
                                       const struct asperity_mobility *mobility,
                                       double time);

// One communication step of `h` [s] > 0 from the motion that `inputs` give at its start; `outputs` are those at its
// end, forces and torques in interface coupling the means over the step.
//
// `rates`: rates of `inputs`, of which those of velocities, normal and point are read; NULL: velocities and point are
// held, and a given normal turns with body j. `mobility`: as for asperity_contact_start.
// ASPERITY_OK may come with something to say once in asperity_contact_message.
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_RANGE (h), ASPERITY_INPUTS, ASPERITY_OVERFLOW: states and time stay those of
// the step's start, `outputs` is not written, asperity_contact_message says why; another step with better inputs goes
// on.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread; the others are NULL or live structs, and are not kept.
asperity_status asperity_contact_step(struct asperity_contact *contact,
                                      const struct asperity_inputs *inputs,
                                      const struct asperity_inputs *rates,
                                      const struct asperity_mobility *mobility,
                                      double h,
                                      struct asperity_outputs *outputs);

// Force and torque by time [N/s, N m/s]: in interface coupling over the last step with coupling.handBack = meanAndSlope,
// F(t) = mean + slope*(t - h/2) with the means that asperity_contact_step gave, and with line, F(t) = start + slope*t
// with the values at its start that it gave; 0 with mean and twoStep, which are held; in kinematic coupling at its end, while the motion goes on as in the
// step.
//
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_OVERFLOW: `slopes` is not written, asperity_contact_message says why.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread; `slopes` is NULL or a live struct.
asperity_status asperity_contact_slopes(const struct asperity_contact *contact,
                                        struct asperity_wrench *slopes);

// The state that the contact remembers, as the functions for integrators take it.
//
// ASPERITY_NULL: nothing is written.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread; the others are NULL or live structs.
asperity_status asperity_contact_state(const struct asperity_contact *contact,
                                       struct asperity_state *state,
                                       struct asperity_latch *latch);

// Bytes of a snapshot, the same for every contact of this version of the library; 0 after an error of the library.
// From any thread.
size_t asperity_contact_size(void);

// Writes everything that the contact remembers, parameters included, into `bytes`, caller's memory of `size` bytes, at
// least asperity_contact_size. Little-endian on every platform; the same as fmi2SerializeFMUstate of the unit.
//
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_SIZE: nothing is written, asperity_contact_message says why.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread; `bytes` is NULL or `size` writable bytes.
asperity_status asperity_contact_save(const struct asperity_contact *contact, uint8_t *bytes, size_t size);

// Goes on from a snapshot, with the parameters of the contact that was saved; `size` is asperity_contact_size. Another
// contact may have saved it, also in another process or on another machine, but of the same version.
//
// ASPERITY_NULL, ASPERITY_SIZE: the contact is as before, asperity_contact_message says why.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread; `bytes` is NULL or `size` readable bytes, and is not kept.
asperity_status asperity_contact_restore(struct asperity_contact *contact, const uint8_t *bytes, size_t size);

// Why the last call failed, or what the last step had to say although it is done; "" if neither, never NULL. The text
// lives until the next call on the handle.
//
// The caller promises:
// `contact` is NULL or a live handle of this thread.
const char *asperity_contact_message(const struct asperity_contact *contact);

// Force on body i and rates of bristles and dwell state of n contacts.
//
// `culprit`: written with the number of the first contact at fault, n if there is none; may be NULL. n = 0 does
// nothing.
// ASPERITY_NULL, ASPERITY_SIZE (an array that is written overlaps another one), ASPERITY_PARAMETERS (also with rolling
// or spinning friction, or friction.map = polyhedron or planes, friction.e_t or friction.e_o other than 1, which a batch does not
// know): nothing is written.
// ASPERITY_INPUTS, ASPERITY_OVERFLOW: every contact is calculated, and what is written of those at fault is of no use.
// From any thread; for several threads give each its own part of the arrays.
//
// The caller promises:
// `parameters` is NULL or a live handle that no other thread changes meanwhile; `batch` is NULL or a live struct whose
// pointers are NULL or arrays of n doubles, and those that are written are used by nothing else meanwhile; `culprit`
// is NULL or writable.
asperity_status asperity_batch_rates(const struct asperity_parameters *parameters,
                                     size_t n,
                                     const struct asperity_batch *batch,
                                     size_t *culprit);

// One communication step of n contacts, velocities held, one after the other: asperity_contact_step without rates.
// Each keeps its own parameters and message.
//
// `inputs`: 36*n doubles, `mobility`: 27*n doubles or NULL, `outputs`: 31*n doubles, written; number f of contact k is
// at [f*n + k], numbers in the order of the structs. `statuses`: n, written, may be NULL. n = 0 does nothing.
// Answers ASPERITY_OK or the status of the first contact that failed; the others are stepped, the outputs of those
// that failed are not written. ASPERITY_NULL without any status written: an array is NULL.
//
// The caller promises:
// The arrays are NULL or as long as said, what is written overlaps nothing else; each contact is NULL or a live handle
// of this thread.
asperity_status asperity_batch_step(struct asperity_contact *const *contacts,
                                    size_t n,
                                    const double *inputs,
                                    const double *mobility,
                                    double h,
                                    double *outputs,
                                    asperity_status *statuses);

// An empty system. NULL: there is no memory. Free it with asperity_system_free. From any thread.
struct asperity_system *asperity_system_create(void);

// Frees the system. NULL does nothing.
//
// The caller promises:
// `system` is NULL or a live handle that nothing uses any more.
void asperity_system_free(struct asperity_system *system);

// Takes bodies, shapes and contacts from the text of a system file, in the place of what was built: the format of
// `asperity pack --system`, with materials as { E = ..., nu = ... } and without contacts.external.
//
// ASPERITY_NULL, ASPERITY_NAME (no UTF-8), ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
// asperity_system_message names line and key.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `toml` is NULL or ends with NUL, and is not kept.
asperity_status asperity_system_read(struct asperity_system *system, const char *toml);

// Adds a body; `number`: written, the first has 0; may be NULL.
//
// `start`: its motion at the start; NULL: at rest in the origin, and shapes that overlap there are no error. `moves`:
// 0 fixes it to the world.
// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
// asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, `start` is NULL or a live struct,
// and both are not kept; `number` is NULL or writable.
asperity_status asperity_system_add_body(struct asperity_system *system,
                                         const char *name,
                                         const struct asperity_body *start,
                                         int32_t moves,
                                         size_t *number);

// Adds the contact of two shapes of different bodies, in any order: of a sphere that is not hollow with a sphere,
// plane, endless cylinder, box, cone or ellipsoid, of an ellipsoid with an ellipsoid, box or cone, or, by volume, of a
// box, cone or ellipsoid with a plane. There compliance.k is k_A [N/m^3], and
// friction.e_rSource = contactRadius takes the radius of the region.
//
// `name`: NULL: body__body, with the names of the shapes. `parameters`: checked; all but those
// of the geometry, which follow from the shapes, are copied; NULL: start values. `number`: written, the first contact
// has 0; may be NULL.
// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
// asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, and is not kept; `parameters` is
// NULL or a live handle that no other thread changes meanwhile; `number` is NULL or writable.
asperity_status asperity_system_add_contact(struct asperity_system *system,
                                            const char *name,
                                            size_t body_a,
                                            size_t shape_a,
                                            size_t body_b,
                                            size_t shape_b,
                                            const struct asperity_parameters *parameters,
                                            size_t *number);

// Number of bodies; 0 for NULL.
//
// The caller promises:
// `system` is NULL or a live handle of this thread.
size_t asperity_system_body_count(const struct asperity_system *system);

// Number of contacts; 0 for NULL.
//
// The caller promises:
// `system` is NULL or a live handle of this thread.
size_t asperity_system_contact_count(const struct asperity_system *system);

// The number of the body of this name.
//
// ASPERITY_NULL, ASPERITY_NAME: `number` is not written, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL; `number` is NULL or writable.
asperity_status asperity_system_find_body(const struct asperity_system *system, const char *name, size_t *number);

// The number of the contact of this name.
//
// ASPERITY_NULL, ASPERITY_NAME: `number` is not written, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL; `number` is NULL or writable.
asperity_status asperity_system_find_contact(const struct asperity_system *system, const char *name, size_t *number);

// Adds a sphere to body `body`.
//
// `name`: of a shape among several of the body; NULL: "". `position`: its centre in the body's frame [m], 3 doubles;
// NULL: 0. `radius` [m] > 0. `hollow`: not 0 for a room that is touched from inside. `number`: written, the first
// shape of a body has 0; may be NULL.
// ASPERITY_NULL, ASPERITY_NAME, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed,
// asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `name` is NULL or ends with NUL, `position` is NULL or 3 doubles,
// and both are not kept; `number` is NULL or writable.
asperity_status asperity_system_add_sphere(struct asperity_system *system,
                                           size_t body,
                                           const char *name,
                                           const double *position,
                                           double radius,
                                           int32_t hollow,
                                           size_t *number);

// Adds a half-space to body `body`: all below n*x = `height` [m] in the body's frame.
//
// `normal`: n, 3 doubles, any length from 1e-100 to 1e100. The rest and the errors as asperity_system_add_sphere.
//
// The caller promises:
// As asperity_system_add_sphere; `normal` is NULL or 3 doubles, and is not kept.
asperity_status asperity_system_add_plane(struct asperity_system *system,
                                          size_t body,
                                          const char *name,
                                          const double *normal,
                                          double height,
                                          size_t *number);

// Adds an endless cylinder to body `body`.
//
// `axis`: 3 doubles, any length from 1e-100 to 1e100. `position`: a point of the axis in the body's frame [m]; NULL: 0. The rest and
// the errors as asperity_system_add_sphere.
//
// The caller promises:
// As asperity_system_add_sphere; `axis` is NULL or 3 doubles, and is not kept.
asperity_status asperity_system_add_cylinder(struct asperity_system *system,
                                             size_t body,
                                             const char *name,
                                             const double *position,
                                             const double *axis,
                                             double radius,
                                             int32_t hollow,
                                             size_t *number);

// Adds a box to body `body`, which meets planes by volume, spheres and ellipsoids in a point.
//
// `size`: lengths of its edges along the axes of its frame [m], 3 doubles > 0. `orientation`: of its frame in that of the
// body, w, x, y, z, any length from 1e-100 to 1e100; NULL: 1, 0, 0, 0. The rest and the errors as asperity_system_add_sphere.
//
// The caller promises:
// As asperity_system_add_sphere; `orientation` is NULL or 4 doubles, `size` NULL or 3 doubles, and is not kept.
asperity_status asperity_system_add_box(struct asperity_system *system,
                                        size_t body,
                                        const char *name,
                                        const double *position,
                                        const double *orientation,
                                        const double *size,
                                        size_t *number);

// Adds an ellipsoid to body `body`, which meets planes by volume, spheres, boxes, cones and ellipsoids in a point.
//
// `size`: its lengths along the axes of its frame [m], 3 doubles > 0. The rest and the errors as asperity_system_add_box.
//
// The caller promises:
// As asperity_system_add_sphere; `orientation` is NULL or 4 doubles, `size` NULL or 3 doubles, and is not kept.
asperity_status asperity_system_add_ellipsoid(struct asperity_system *system,
                                              size_t body,
                                              const char *name,
                                              const double *position,
                                              const double *orientation,
                                              const double *size,
                                              size_t *number);

// Adds a truncated cone or, with two equal radii, a cylinder to body `body`, which meets planes by volume and spheres in a point.
//
// Its axis is z of its frame, the origin half-way up. `radius` [m] > 0 at the lower, `top_radius` [m] >= 0 at the upper end,
// `length` [m] > 0 between them. The rest and the errors as asperity_system_add_box.
//
// The caller promises:
// As asperity_system_add_sphere; `orientation` is NULL or 4 doubles, and is not kept.
asperity_status asperity_system_add_cone(struct asperity_system *system,
                                         size_t body,
                                         const char *name,
                                         const double *position,
                                         const double *orientation,
                                         double radius,
                                         double top_radius,
                                         double length,
                                         size_t *number);

// Adds a patch: `count` points in the frame of shape `shape_a` of body `body_a`, each of which meets shape `shape_b` of
// body `body_b` by a contact of its own, NAME_1, NAME_2 ..., with the stiffness k_A*w and the part w/sum(w) of sigma_0,
// sigma_1 and sigma_2. Shape a is a box or a cone, b a plane or one of these.
//
// `points`: 3*count doubles [m]. `weights`: `count` doubles > 0, the areas w [m^2]. `count`: 1 to 4096. `parameters`: as
// asperity_system_add_contact; their compliance.k is k_A [N/m^(p + 2)] and their friction.mu_r 0; NULL: start values,
// with k_A = 1e9 and p = 1. `number`: of the first contact, the others follow; may be NULL. The rest and the errors as
// asperity_system_add_contact.
//
// The caller promises:
// As asperity_system_add_contact; `points` is NULL or 3*count doubles, `weights` is NULL or `count` doubles, and neither
// is kept.
asperity_status asperity_system_add_patch(struct asperity_system *system,
                                          const char *name,
                                          size_t body_a,
                                          size_t shape_a,
                                          size_t body_b,
                                          size_t shape_b,
                                          const double *points,
                                          const double *weights,
                                          size_t count,
                                          const struct asperity_parameters *parameters,
                                          size_t *number);

// Starts, also again: states 0, contact where shapes overlap at `time` [s]. From here on nothing can be added.
//
// `bodies`: the motion of every body in the order of their numbers, those that are fixed are not read; NULL: as they
// were added. `wrenches`: written, one for each body; may be NULL.
// ASPERITY_NULL, ASPERITY_PARAMETERS (there is no contact, or shapes overlap by far as they were added), ASPERITY_RANGE (time),
// ASPERITY_INPUTS: the system is as before, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; the arrays are NULL or have an entry for each body, and are not
// kept.
asperity_status asperity_system_start(struct asperity_system *system,
                                      const struct asperity_body *bodies,
                                      double time,
                                      struct asperity_body_wrench *wrenches);

// One communication step of `h` [s] > 0 from the motion that `bodies` give at its start; `wrenches` are those at its
// end. All contacts step, or none.
//
// `bodies`, `wrenches`: as asperity_system_start, and not NULL. `rates`: rates of `bodies`, of which those of
// velocities are read; NULL: velocities are held.
// ASPERITY_OK may come with something to say once in asperity_system_message.
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_RANGE (h), ASPERITY_INPUTS: states and time stay those of the step's start,
// `wrenches` is not written, asperity_system_message names body and contact; another step with better inputs goes on.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; the arrays are NULL or have an entry for each body, and are not
// kept.
asperity_status asperity_system_step(struct asperity_system *system,
                                     const struct asperity_body *bodies,
                                     const struct asperity_body *rates,
                                     double h,
                                     struct asperity_body_wrench *wrenches);

// What a contact answers now, its wrench that on its own two bodies: body i is that of the sphere.
//
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_INPUTS (there is no such contact), ASPERITY_OVERFLOW: `outputs` is not
// written, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `outputs` is NULL or a live struct.
asperity_status asperity_system_contact(const struct asperity_system *system,
                                        size_t contact,
                                        struct asperity_outputs *outputs);

// Bytes of a snapshot of this system; 0 before asperity_system_start.
//
// The caller promises:
// `system` is NULL or a live handle of this thread.
size_t asperity_system_size(const struct asperity_system *system);

// Writes everything that the system remembers into `bytes`, caller's memory of `size` bytes, at least
// asperity_system_size. Little-endian on every platform.
//
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_SIZE: nothing is written, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `bytes` is NULL or `size` writable bytes.
asperity_status asperity_system_save(const struct asperity_system *system, uint8_t *bytes, size_t size);

// Goes on from a snapshot; `size` is asperity_system_size. Another system of the same bodies, contacts and parameters
// may have saved it, also on another machine, but of the same version.
//
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_SIZE: the system is as before, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; `bytes` is NULL or `size` readable bytes, and is not kept.
asperity_status asperity_system_restore(struct asperity_system *system, const uint8_t *bytes, size_t size);

// Why the last call failed, or what the last step had to say although it is done; "" if neither, never NULL. The text
// lives until the next call on the handle.
//
// The caller promises:
// `system` is NULL or a live handle of this thread.
const char *asperity_system_message(const struct asperity_system *system);

// asperity_system_step on the caller's threads: `run` is called once, with at most `tasks` tasks, 1 to 64, each for a
// part of the contacts; as many as there are threads, or a few times as many. The same bits as asperity_system_step,
// whatever `tasks` is and whoever does them. What is kept of a step and the sums by body stay on this thread.
//
// `context`: for `run`, may be NULL.
// As asperity_system_step, and ASPERITY_NULL (`run`), ASPERITY_RANGE (`tasks`), ASPERITY_INPUTS (`run` has left out a
// task or asked for one twice): states and time stay those of the step's start.
//
// The caller promises:
// As asperity_system_step. `run` is NULL or as asperity_run says; no task is asked for after the system is freed.
asperity_status asperity_system_step_with(struct asperity_system *system,
                                          const struct asperity_body *bodies,
                                          const struct asperity_body *rates,
                                          double h,
                                          struct asperity_body_wrench *wrenches,
                                          size_t tasks,
                                          asperity_run run,
                                          void *context);

// Mass of body `body` for interface coupling.
//
// `mass` [kg] > 0. `inertia`: xx, yy, zz, xy, xz, yz about the mass centre in body axes [kg m^2], 6 doubles; NULL: from
// the shapes. `center_of_mass`: in the body's frame [m], 3 doubles; NULL: 0.
// ASPERITY_NULL, ASPERITY_PARAMETERS, ASPERITY_ORDER (it is started): nothing is changed, asperity_system_message says
// why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; the arrays are NULL or as long as said, and are not kept.
asperity_status asperity_system_set_mass(struct asperity_system *system,
                                         size_t body,
                                         double mass,
                                         const double *inertia,
                                         const double *center_of_mass);

// One communication step of `h` [s] > 0 of a system whose contacts are in interface coupling: the library moves the
// bodies through it from the motion that `bodies` give at its start and the accelerations that they have there without
// contacts. All contacts step, or none.
//
// `wrenches`: force and torque that the caller applies over the same step, F(t) = wrench + slope*(t - h/2) with
// coupling.handBack = meanAndSlope; the mean alone with mean or twoStep; at the start of the step with line.
// `slopes`: written, their rates in N/s and N m/s; may be NULL: then the wrench is the mean, from the second step on.
// `bodies`, `free_accelerations`: an entry for each body.
// ASPERITY_OK may come with something to say once in asperity_system_message.
// ASPERITY_NULL, ASPERITY_ORDER, ASPERITY_RANGE (h), ASPERITY_INPUTS (also: the coupling is kinematic): states and time
// stay those of the step's start, nothing is written, asperity_system_message says why.
//
// The caller promises:
// `system` is NULL or a live handle of this thread; the arrays are NULL or have an entry for each body, and are not
// kept.
asperity_status asperity_system_step_coupled(struct asperity_system *system,
                                             const struct asperity_body *bodies,
                                             const struct asperity_body_acceleration *free_accelerations,
                                             double h,
                                             struct asperity_body_wrench *wrenches,
                                             struct asperity_body_wrench *slopes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASPERITY_H */

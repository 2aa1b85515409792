// The C++17 program: the wrapper as a simulator would use it.
#include "asperity.hpp"
#include "check.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

static_assert(!std::is_copy_constructible_v<asperity::Parameters> &&
              std::is_nothrow_move_constructible_v<asperity::Parameters>);
static_assert(!std::is_copy_constructible_v<asperity::Contact> && std::is_nothrow_move_assignable_v<asperity::Contact>);

asperity::Parameters checked(const char *pair) {
    auto parameters = asperity::Parameters::create();
    CHECK(parameters.has_value());
    CHECK(parameters->choose("geometry.pair", pair));
    CHECK(parameters->check());
    return std::move(*parameters);
}

void parameters() {
    auto made = asperity::Parameters::create();
    CHECK(made.has_value());
    asperity::Parameters &parameters = *made;
    CHECK(parameters.set("friction.mu_S", 0.6));
    CHECK(*parameters.get("friction.mu_S") == 0.6);
    const asperity::Status refused = parameters.set("friction.mu_S", -1.0);
    CHECK(!refused && refused.code() == ASPERITY_RANGE && refused.text()[0] != '\0');
    CHECK(std::strstr(parameters.message(), "friction.mu_S = -1.0") != nullptr);
    CHECK(!parameters.get("nothing"));
    CHECK(parameters.damping(1.0).status.code() == ASPERITY_PARAMETERS);
    CHECK(parameters.check());
    const auto a = parameters.damping(0.3);
    CHECK(static_cast<bool>(a));
    CLOSE(restitution_by_bisection(*a * 0.3), 0.5, 1e-12, 1.0);
    CLOSE(asperity::restitution(asperity::damping_factor(0.7) / 0.7), 0.7, 1e-12, 1.0);
    const asperity_impact_inputs ball{{1, 1, 0}, {-1, 0}, 0.5, 0.5, 0.5, ASPERITY_NEWTON};
    CHECK(asperity::impact(ball)->velocity[0] == 0.5);
    char why[64];
    CHECK(asperity::impact(asperity_impact_spatial_inputs{}, why).status.code() == ASPERITY_RANGE && why[0] != '\0');
    const auto f_n = parameters.normal_force(1e-4, 0.0, *a);
    CLOSE(*f_n, 1e6 * 1e-6, 1e-12, 1.0);
    const auto friction = parameters.friction({0, 0, 1}, {0.5, 0, 0}, 10.0, {0, 0, 0}, 0.0);
    CLOSE(friction->force[0], -4.0, 1e-12, 4.0);

    auto copy = parameters.clone();
    CHECK(copy.has_value() && *copy->get("friction.mu_S") == 0.6);
    asperity::Parameters moved = std::move(*copy);
    CHECK(*moved.get("friction.mu_S") == 0.6);
    // a handle that was moved from is harmless
    CHECK(copy->set("friction.mu_S", 0.7).code() == ASPERITY_NULL);
    moved = std::move(parameters);
    CHECK(parameters.check().code() == ASPERITY_NULL);
    CHECK(!parameters.clone().has_value());
}

/// Two balls of 1 kg on a floor, one on the other: the lower one is at rest, the upper one falls on it, e = 0.
void impacts() {
    const std::array<asperity_struck, 2> contacts = {asperity_struck{0, 0}, asperity_struck{0, 0}};
    std::array<double, 36> matrix{};
    for (std::size_t k = 0; k < 3; ++k) {
        matrix[7 * k] = 1;             // the lower ball against the floor
        matrix[7 * (k + 3)] = 2;       // the upper ball against the lower one
        matrix[6 * k + k + 3] = matrix[6 * (k + 3) + k] = -1;
    }
    const std::array<double, 6> before = {0, 0, 0, -1, 0, 0};
    std::array<double, 6> impulses{}, after{};
    std::array<char, 100> text;
    const auto report = asperity::impacts(contacts, matrix, before, impulses, after, text);
    // e = 0: all of it stops dead, 1 N s through both contacts, and half a joule is gone
    CHECK(report && report->solved == 1 && text[0] == '\0');
    CLOSE(impulses[0], 1.0, 1e-12, 1.0);
    CLOSE(impulses[3], 1.0, 1e-12, 1.0);
    CLOSE(after[0], 0.0, 1e-12, 1.0);
    CLOSE(after[3], 0.0, 1e-12, 1.0);
    CLOSE(report->dissipated, 0.5, 1e-12, 1.0);
    std::array<double, 5> few{};
    CHECK(asperity::impacts(contacts, matrix, before, few, after).status.code() == ASPERITY_SIZE);
    CHECK(asperity::impacts(contacts, few, before, impulses, after).status.code() == ASPERITY_SIZE);
    matrix[3] = 0.5;
    CHECK(asperity::impacts(contacts, matrix, before, impulses, after, text).status.code() == ASPERITY_INPUTS);
    CHECK(std::strstr(text.data(), "not symmetric") != nullptr);
}

void evaluation() {
    const asperity::Parameters parameters = checked("spherePlane");
    asperity::Inputs inputs = asperity::inputs();
    inputs.body_i.position[2] = 0.0999;
    inputs.body_i.velocity[2] = -0.2;
    asperity::Latch latch{};
    asperity::State state{}, rates, again;
    asperity::Outputs outputs;
    asperity::Wrench wrench;
    CHECK(parameters.update(inputs, latch));
    CHECK(latch.contact == 1 && latch.v_i == 0.2);
    CHECK(parameters.evaluate(inputs, latch, state, outputs, rates));
    CHECK(parameters.rates(inputs, latch, state, wrench, again));
    CHECK(std::memcmp(&outputs.wrench, &wrench, sizeof wrench) == 0 && std::memcmp(&rates, &again, sizeof rates) == 0);
    CLOSE(outputs.normal_force, 1e6 * std::pow(1e-4, 1.5) * (1 + latch.a * 0.2), 1e-9, 1.0);
    inputs.body_j.orientation[0] = 0;
    CHECK(parameters.rates(inputs, latch, state, wrench, again).code() == ASPERITY_INPUTS);
    std::array<char, 200> text;
    CHECK(parameters.explain(inputs, latch, state, text).code() == ASPERITY_INPUTS);
    CHECK(std::strstr(text.data(), "body_j.orientation = [0.0, 0.0, 0.0, 0.0] has no direction") != nullptr);
}

void contact() {
    const asperity::Parameters parameters = checked("spherePlane");
    auto made = asperity::Contact::create(parameters);
    CHECK(made.has_value());
    asperity::Contact contact = std::move(*made);
    asperity::Inputs inputs = asperity::inputs();
    inputs.body_i.position[2] = 0.0999;
    inputs.body_i.velocity[0] = 0.05;
    asperity::Outputs first, second;
    CHECK(contact.step(inputs, 1e-3, first).code() == ASPERITY_ORDER);
    CHECK(std::strstr(contact.message(), "asperity_contact_start") != nullptr);
    CHECK(contact.start(inputs, 0.0));
    CHECK(contact.message()[0] == '\0');
    std::vector<std::uint8_t> bytes(asperity::Contact::size());
    CHECK(contact.save(bytes));
    CHECK(contact.step(inputs, 1e-3, first));
    CHECK(first.friction_force[0] < 0);
    asperity::Wrench slopes;
    CHECK(contact.slopes(slopes));
    asperity::State state;
    asperity::Latch latch;
    CHECK(contact.state(state, latch));
    CHECK(latch.contact == 1 && state.z[0] > 0);
    CHECK(contact.restore(bytes));
    CHECK(contact.step(inputs, 1e-3, second));
    CHECK(std::memcmp(&first, &second, sizeof first) == 0);
    bytes.pop_back();
    CHECK(contact.save(bytes).code() == ASPERITY_SIZE);
    CHECK(made->start(inputs, 0.0).code() == ASPERITY_NULL);
}

void batch() {
    const asperity::Parameters parameters = checked("external");
    constexpr std::size_t n = 101;
    const std::vector<double> zero(n, 0.0), up(n, 1.0), x(n, 1e-4), slip(n, 0.3), damping(n, 1.5);
    std::array<std::vector<double>, 7> of;
    of.fill(zero);
    asperity::Batch batch;
    batch.penetration = x;
    batch.normal = {zero, zero, up};
    batch.relative_velocity = {slip, zero, zero};
    batch.z = {zero, zero, zero};
    batch.s_dw = zero;
    batch.damping = damping;
    batch.force = {of[0], of[1], of[2]};
    batch.z_rate = {of[3], of[4], of[5]};
    CHECK(batch.rates(parameters).code() == ASPERITY_SIZE);
    batch.s_dw_rate = of[6];
    std::size_t culprit = 0;
    CHECK(batch.rates(parameters, &culprit));
    CHECK(culprit == n);
    for (std::size_t k = 0; k < n; ++k) {
        CLOSE(of[2][k], 1.0, 1e-12, 1.0);
        CLOSE(of[0][k], -0.4, 1e-12, 1.0);
    }

    std::vector<asperity::Contact> contacts;
    std::vector<asperity_contact *> handles;
    for (std::size_t k = 0; k < 3; ++k) {
        contacts.push_back(std::move(*asperity::Contact::create(parameters)));
        handles.push_back(contacts.back().handle());
        CHECK(contacts.back().start(asperity::inputs(), 0.0));
    }
    std::vector<double> inputs(3 * ASPERITY_INPUT_NUMBERS, 0.0), outputs(3 * ASPERITY_OUTPUT_NUMBERS, 7.0);
    for (std::size_t k = 0; k < 3; ++k) {
        inputs[0 * 3 + k] = 1e-4 * static_cast<double>(k); // penetration
        inputs[6 * 3 + k] = 1;                              // normal
    }
    std::vector<asperity_status> statuses(3, -1);
    CHECK(asperity::step(handles, inputs, {}, 1e-3, outputs, statuses));
    CHECK(statuses == std::vector<asperity_status>(3, ASPERITY_OK));
    for (std::size_t k = 0; k < 3; ++k) {
        CLOSE(outputs[12 * 3 + k], 1e6 * std::pow(1e-4 * static_cast<double>(k), 1.5), 1e-12, 1.0);
    }
    outputs.pop_back();
    CHECK(asperity::step(handles, inputs, {}, 1e-3, outputs).code() == ASPERITY_SIZE);
}

// one set of parameters, read by two threads
void threads() {
    const asperity::Parameters parameters = checked("external");
    std::array<double, 2> forces{};
    std::array<std::thread, 2> running;
    for (std::size_t k = 0; k < 2; ++k) {
        running[k] = std::thread([&parameters, &forces, k] {
            for (int call = 0; call < 1000; ++call) {
                forces[k] += *parameters.normal_force(1e-6 * call, 0.1, 0.5);
            }
        });
    }
    for (auto &thread : running) {
        thread.join();
    }
    CHECK(forces[0] == forces[1] && forces[0] > 0);
}

// A ball that bounces in steps longer than its impact.
void coupled_system() {
    auto parameters = asperity::Parameters::create();
    auto system = asperity::System::create();
    CHECK(parameters && system);
    CHECK(parameters->choose("coupling.mode", "interface") && parameters->choose("coupling.handBack", "meanAndSlope"));
    CHECK(parameters->choose("coupling.order", "sequential") && parameters->set("compliance.e", 0.5));
    CHECK(parameters->check());
    const double up[3] = {0, 0, 1}, mass = 2.0, h = 1e-2;
    const auto floor = system->add_fixed_body("floor"), ball = system->add_body("ball");
    CHECK(system->add_plane(*floor, up, 0.0) && system->add_sphere(*ball, 0.1));
    CHECK(system->set_mass(*ball, -1.0).code() == ASPERITY_PARAMETERS);
    CHECK(system->set_mass(*ball, mass));
    CHECK(system->add_contact(*ball, 0, *floor, 0, *parameters));
    std::array<asperity::Body, 2> bodies{};
    std::array<asperity::BodyAcceleration, 2> free{};
    std::array<asperity::BodyWrench, 2> wrenches{}, slopes{};
    bodies[0].orientation[0] = bodies[1].orientation[0] = 1;
    double &z = bodies[1].position[2], &v = bodies[1].velocity[2];
    z = 0.1123;
    v = -1;
    CHECK(system->start(bodies, 0.0));
    CHECK(system->set_mass(*ball, mass).code() == ASPERITY_ORDER);
    CHECK(system->step(bodies, h, wrenches).code() == ASPERITY_INPUTS);
    CHECK(system->step_coupled(bodies, {}, h, wrenches).code() == ASPERITY_SIZE);
    for (int k = 0; k < 8; ++k) {
        CHECK(system->step_coupled(bodies, free, h, wrenches, slopes));
        const double a = wrenches[1].force[2] / mass, by = slopes[1].force[2] / mass;
        z += v * h + 0.5 * a * h * h - by * h * h * h / 12;
        v += a * h;
    }
    CHECK(std::fabs(v - 0.5) < 1e-3);
    CHECK(system->step_coupled(bodies, free, h, wrenches));
}

} // namespace

void rigid_problems() {
    // a block of 2 kg on the ground, pulled with 3 N where 0.5 * 2 * 9.81 N hold it: c = (m*g, -3) and no acceleration
    const std::array<asperity_rigid_contact, 1> block{{{0.5, ASPERITY_LINE, 0, {}, nullptr, 0, {}}}};
    const std::array<double, 4> inverse_mass{0.5, 0, 0, 0.5};
    const std::array<double, 2> unforced{-9.81, 1.5};
    std::array<double, 2> c{}, a{};
    const auto found = asperity::accelerations(block, inverse_mass, unforced, c, a);
    CHECK(found && found->verdict == ASPERITY_RIGID_SOLVED && found->unique == 1);
    CLOSE(c[0], 19.62, 1e-12, 19.62);
    CLOSE(c[1], -3.0, 1e-12, 3.0);
    CLOSE(a[0], 0.0, 1e-12, 9.81);
    CLOSE(a[1], 0.0, 1e-12, 1.5);
    char why[128];
    auto negative = block;
    negative[0].mu = -0.5;
    CHECK(asperity::accelerations(negative, inverse_mass, unforced, c, a, why).status.code() == ASPERITY_RANGE &&
          why[0] != '\0');
    // a contact with three rows
    const std::array<asperity_rigid_contact, 1> point{{{0.5, ASPERITY_ELLIPSOID, 0, {1, 1, 0}, nullptr, 0, {}}}};
    CHECK(asperity::rows(point[0]) == 3 && asperity::rows(block[0]) == 2);
    CHECK(asperity::accelerations(point, inverse_mass, unforced, c, a).status.code() == ASPERITY_SIZE);

    // z1 is pressed, z2 is not: w = (2 z1 - 4, z1 + 1) = (0, 3)
    const std::array<double, 4> matrix{2, 0, 1, 1};
    const std::array<double, 2> vector{-4, 1};
    std::array<double, 2> z{}, w{};
    CHECK(asperity::lcp(matrix, vector, z, w)->verdict == ASPERITY_PROGRAMME_SOLVED);
    CHECK(z[0] == 2 && z[1] == 0 && w[0] == 0 && w[1] == 3);
    CHECK(asperity::lcp(matrix, vector, z, asperity::Span<double>(w.data(), 1)).status.code() == ASPERITY_SIZE);

    // the point of x + y <= 2 next to (3, 2): (1.5, 0.5), and 1.5 less per unit of the limit
    const std::array<double, 4> identity{1, 0, 0, 1};
    const std::array<double, 2> gradient{-3, -2}, row{1, 1};
    const std::array<double, 1> limit{2};
    std::array<double, 2> x{};
    std::array<double, 1> multiplier{};
    CHECK(asperity::qp(identity, gradient, row, limit, x, multiplier)->verdict == ASPERITY_PROGRAMME_SOLVED);
    CLOSE(x[0], 1.5, 1e-12, 1.5);
    CLOSE(x[1], 0.5, 1e-12, 1.5);
    CLOSE(multiplier[0], 1.5, 1e-12, 1.5);
    CHECK(asperity::qp(identity, gradient, row, {}, x, multiplier).status.code() == ASPERITY_SIZE);
}

int main() {
    CHECK(asperity::is_compatible());
    parameters();
    impacts();
    evaluation();
    contact();
    batch();
    threads();
    rigid_problems();
    coupled_system();
    std::printf("C++17 client: %d checks, %d failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}

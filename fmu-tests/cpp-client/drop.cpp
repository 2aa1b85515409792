// A ball strikes a plane and returns with the restitution that was asked for at steps of 1 ms: interface coupling, from
// C++17.
#include <asperity.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

namespace {

constexpr double MASS = 2.0;        // [kg]
constexpr double RADIUS = 0.1;      // [m]
constexpr double RESTITUTION = 0.5;
constexpr double STEP = 1e-3;       // [s]

int failures = 0;

void expect(bool good, const char *what) {
    if (!good) {
        std::fprintf(stderr, "drop.cpp: not so: %s\n", what);
        ++failures;
    }
}

// So stiff that the impact takes 2.7 steps.
std::optional<asperity::Parameters> ball() {
    auto parameters = asperity::Parameters::create();
    bool good = parameters.has_value();
    good = good && parameters->choose("geometry.pair", "spherePlane");
    good = good && parameters->choose("coupling.mode", "interface");
    good = good && parameters->choose("coupling.handBack", "meanAndSlope");
    good = good && parameters->set("geometry.radiusI", RADIUS);
    good = good && parameters->set("coupling.massI", MASS);
    good = good && parameters->set("compliance.k", 1e8);
    good = good && parameters->set("compliance.p", 1.5);
    good = good && parameters->set("compliance.e", RESTITUTION);
    good = good && parameters->check();
    expect(good, parameters ? parameters->message() : "memory for parameters");
    return parameters;
}

// Steps contact and ball until `end`; the ball moves under mean and slope of the force, without gravity, which would
// take part in the impact.
void advance(asperity::Contact &contact, asperity::Inputs &inputs, int begin, int end) {
    asperity::Outputs outputs;
    asperity::Wrench slopes;
    double &height = inputs.body_i.position[2], &velocity = inputs.body_i.velocity[2];
    for (int step = begin; step < end; ++step) {
        if (const auto status = contact.step(inputs, asperity::Mobility{}, STEP, outputs); !status) {
            std::fprintf(stderr, "drop.cpp: %s: %s\n", status.text(), contact.message());
            ++failures;
            return;
        }
        expect(static_cast<bool>(contact.slopes(slopes)), "slopes");
        // The force over the step is mean + slope*(t - h/2): once and twice integrated.
        const double force = outputs.wrench.force_i[2] / MASS, slope = slopes.force_i[2] / MASS;
        height += STEP * velocity + STEP * STEP * (0.5 * force - STEP / 12.0 * slope);
        velocity += STEP * force;
    }
}

void drop(const asperity::Parameters &parameters) {
    auto contact = asperity::Contact::create(parameters);
    expect(contact.has_value(), "a contact");
    asperity::Inputs inputs = asperity::inputs();
    inputs.body_i.position[2] = RADIUS + 5.5e-4;
    inputs.body_i.velocity[2] = -1.0;
    expect(static_cast<bool>(contact->start(inputs, asperity::Mobility{}, 0.0)), "its start");

    // In the middle of the impact everything is saved, and the rest done twice.
    advance(*contact, inputs, 0, 2);
    std::vector<std::uint8_t> saved(asperity::Contact::size());
    expect(static_cast<bool>(contact->save(saved)), "a snapshot");
    asperity::Inputs again = inputs;
    advance(*contact, inputs, 2, 40);
    expect(static_cast<bool>(contact->restore(saved)), "the snapshot taken back");
    advance(*contact, again, 2, 40);
    expect(again.body_i.velocity[2] == inputs.body_i.velocity[2], "the same bits the second time");

    std::printf("restitution %.9g, asked for %.9g\n", inputs.body_i.velocity[2], RESTITUTION);
    expect(inputs.body_i.position[2] > RADIUS, "the ball parts");
    // The documentation gives 5e-5 for interface coupling at this step.
    expect(std::fabs(inputs.body_i.velocity[2] - RESTITUTION) < 1e-4, "the restitution that was asked for");
}

// d(e) and its inverse, and a refusal in words.
void laws(asperity::Parameters &parameters) {
    const double damping = asperity::damping_factor(RESTITUTION) / RESTITUTION;
    expect(std::fabs(asperity::restitution(damping) - RESTITUTION) < 1e-12, "a damping of this restitution");
    expect(std::isnan(asperity::damping_factor(-1.0)), "no damping for a restitution below 0");
    const asperity_impact_inputs ball{{1.0, 1.0, 0.0}, {-1.0, 0.0}, 0.5, 0.5, RESTITUTION, ASPERITY_NEWTON};
    expect(std::fabs(asperity::impact(ball)->velocity[0] - RESTITUTION) < 1e-15, "a rigid impact with this restitution");
    expect(parameters.set("friction.mu_S", -1.0).code() == ASPERITY_RANGE, "friction below 0 is refused");
    const auto kept = parameters.get("friction.mu_S");
    expect(kept && *kept >= 0.0, "and the old value stays");
}

// What is left of a handle whose contents have gone elsewhere says so, whatever else is wrong.
void moved_from() {
    auto system = asperity::System::create();
    expect(system.has_value(), "a system");
    const asperity::System taken = std::move(*system);
    const std::vector<asperity::Body> bodies(2);
    std::vector<asperity::BodyWrench> wrenches(2);
    const std::vector<asperity::BodyAcceleration> none(2);
    const auto run = [](std::size_t count, auto &&task) {
        for (std::size_t number = 0; number < count; ++number) task(number);
    };
    expect(system->start(bodies, 0.0).code() == ASPERITY_NULL, "no start of what was moved from");
    expect(system->step(bodies, STEP, wrenches).code() == ASPERITY_NULL, "no step");
    expect(system->step_with(bodies, STEP, wrenches, 1, run).code() == ASPERITY_NULL, "no step with tasks");
    expect(system->step_coupled(bodies, none, STEP, wrenches).code() == ASPERITY_NULL, "no coupled step");
    expect(taken.body_count() == 0, "what was taken has none");
}

} // namespace

int main() {
    expect(asperity::is_compatible(), "header and library agree on structs");
    auto parameters = ball();
    if (parameters) {
        drop(*parameters);
        laws(*parameters);
    }
    moved_from();
    return failures == 0 ? 0 : 1;
}

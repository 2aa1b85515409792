// Restitution, creep and cost of Asperity's contact in Simbody beside Simbody's HuntCrossleyForce.
// Usage: measure FOLDER. Writes figures.csv and the motions there, prints the figures, and fails where Asperity misses
// what is claimed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "asperity_force.hpp"

using namespace SimTK;

namespace {

constexpr Real GRAVITY = 9.81;    // m/s^2
constexpr Real STIFFNESS = 1e8;   // N/m^1.5
constexpr Real REQUESTED = 0.5;   // coefficient of restitution
constexpr Real MU_S = 0.45, MU_C = 0.4;
constexpr Real ACCURACY = 1e-6;   // of the integrator
constexpr Real SETTLED = 1.0, HELD = 10.0;  // s
constexpr Real BALL_RADIUS = 0.1; // m
constexpr Real CORNER = 0.005;    // m
const Vec3 BLOCK(0.1, 0.1, 0.05); // m, half extents
const Real SLOPE = 20.0 * Pi / 180.0;

enum class Law { Asperity, HuntCrossley };

/// e = 0.5 at 1 m/s:  3/2·c·v = d(e)/e [G04 eq. 10]
Real dissipation() { return asperity_damping_factor(REQUESTED) / REQUESTED / 1.5; }

asperity::Parameters sphere_on_plane(const Vec3 &centre, Real radius) {
    std::optional<asperity::Parameters> parameters = asperity::Parameters::create();
    if (!parameters) {
        throw std::runtime_error("no memory for parameters");
    }
    const std::pair<const char *, Real> values[] = {
        {"compliance.k", STIFFNESS},         {"compliance.e", REQUESTED},         {"friction.mu_S", MU_S},
        {"friction.mu_C", MU_C},             {"geometry.radiusI", radius},        {"geometry.centerI[1]", centre[0]},
        {"geometry.centerI[2]", centre[1]}, {"geometry.centerI[3]", centre[2]},
    };
    bool accepted = static_cast<bool>(parameters->choose("geometry.pair", "spherePlane"));
    for (const auto &[name, value] : values) {
        accepted = accepted && parameters->set(name, value);
    }
    if (!accepted) {
        throw std::runtime_error(parameters->message());
    }
    return std::move(*parameters);
}

/// Bodies with spheres above the plane z = 0, with the contact of one law.
struct World {
    Law law;
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem surfaces{system};
    ContactSetIndex set{surfaces.createContactSet()};
    std::vector<std::pair<ContactSurfaceIndex, Real>> spheres;
    std::vector<AsperityForce> contacts;

    explicit World(Law law_) : law(law_) {}

    void gravity(const Vec3 &acceleration) { Force::UniformGravity(forces, matter, acceleration); }

    void touch(const MobilizedBody &body, const Vec3 &centre, Real radius) {
        if (law == Law::Asperity) {
            contacts.emplace_back(system, forces, body, matter.Ground(), sphere_on_plane(centre, radius));
        } else {
            spheres.emplace_back(surfaces.getNumBodies(set), radius);
            surfaces.addBody(set, body, ContactGeometry::Sphere(radius), Transform(centre));
        }
    }

    /// After all spheres.
    State build() {
        if (law == Law::HuntCrossley) {
            const ContactSurfaceIndex plane(surfaces.getNumBodies(set));
            // a half space lies on the side of +x of its frame
            surfaces.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), Transform(Rotation(0.5 * Pi, YAxis)));
            HuntCrossleyForce force(forces, surfaces, set);
            for (const auto &[index, radius] : spheres) {
                force.setBodyParameters(index, modulus(radius), dissipation(), MU_S, MU_C, 0.0);
            }
            force.setBodyParameters(plane, modulus(spheres.front().second), dissipation(), MU_S, MU_C, 0.0);
        }
        return system.realizeTopology();
    }

    void start(State &state) {
        system.realize(state, Stage::Velocity);
        for (const AsperityForce &contact : contacts) {
            contact.start(state);
        }
    }

    /// Plane strain modulus of both surfaces that gives the same k:  k = 4/3·√R·E,  E = E₁/2^1.5
    static Real modulus(Real radius) { return 0.75 * STIFFNESS / std::sqrt(radius) * std::pow(2.0, 1.5); }
};

/// A state with a stepper that goes on from it.
struct Run {
    RungeKuttaMersonIntegrator integrator;
    TimeStepper stepper;

    Run(World &world, const State &state) : integrator(world.system), stepper(world.system, integrator) {
        integrator.setAccuracy(ACCURACY);
        stepper.initialize(state);
    }
    const State &to(Real time) {
        stepper.stepTo(time);
        return integrator.getState();
    }
};

Body::Rigid ball() { return Body::Rigid(MassProperties(1.0, Vec3(0), UnitInertia::sphere(BALL_RADIUS))); }

/// Speed after an impact over that before it, without gravity.
Real restitution(Law law, Real speed) {
    World world(law);
    MobilizedBody::Free body(world.matter.Ground(), ball());
    world.touch(body, Vec3(0), BALL_RADIUS);
    State state = world.build();
    body.setQToFitTranslation(state, Vec3(0, 0, BALL_RADIUS + 0.01 * speed));
    body.setUToFitLinearVelocity(state, Vec3(0, 0, -speed));
    world.start(state);
    Run run(world, state);
    return body.getBodyOriginVelocity(run.to(0.1))[2] / speed;
}

MobilizedBody::Free block(World &world) {
    MobilizedBody::Free body(world.matter.Ground(),
                             Body::Rigid(MassProperties(1.0, Vec3(0), UnitInertia::brick(BLOCK))));
    for (Real x : {-1.0, 1.0}) {
        for (Real y : {-1.0, 1.0}) {
            world.touch(body, Vec3(x * (BLOCK[0] - CORNER), y * (BLOCK[1] - CORNER), CORNER - BLOCK[2]), CORNER);
        }
    }
    return body;
}

/// The same of a block that falls flat on its four corners, at 1 m/s.
Real flat(Law law) {
    World world(law);
    MobilizedBody::Free body = block(world);
    State state = world.build();
    body.setQToFitTranslation(state, Vec3(0, 0, BLOCK[2] + 0.01));
    body.setUToFitLinearVelocity(state, Vec3(0, 0, -1.0));
    world.start(state);
    Run run(world, state);
    return body.getBodyOriginVelocity(run.to(0.1))[2];
}

Vec3 downhill() { return GRAVITY * Vec3(std::sin(SLOPE), 0, -std::cos(SLOPE)); }

/// Acceleration down the slope over the second second against the closed form 5/7 g sin of a ball that rolls.
Real rolling(Law law) {
    World world(law);
    world.gravity(downhill());
    MobilizedBody::Free body(world.matter.Ground(), ball());
    world.touch(body, Vec3(0), BALL_RADIUS);
    State state = world.build();
    body.setQToFitTranslation(state, Vec3(0, 0, BALL_RADIUS));
    world.start(state);
    Run run(world, state);
    const Real before = body.getBodyOriginVelocity(run.to(1.0))[0];
    return (body.getBodyOriginVelocity(run.to(2.0))[0] - before) / (5.0 / 7.0 * GRAVITY * std::sin(SLOPE));
}

/// How far a block on a slope moves in 10 s after it has settled; one line a tenth of a second into `motion`.
Real creep(Law law, std::ofstream &&motion) {
    World world(law);
    world.gravity(downhill());
    MobilizedBody::Free body = block(world);
    State state = world.build();
    body.setQToFitTranslation(state, Vec3(0, 0, BLOCK[2]));
    world.start(state);
    Run run(world, state);
    const Vec3 first = body.getBodyOriginLocation(run.to(SETTLED));
    Real away = 0.0;
    motion << "time,away\n";
    for (int sample = 0; sample <= 100; ++sample) {
        away = (body.getBodyOriginLocation(run.to(SETTLED + sample * HELD / 100.0)) - first).norm();
        motion << sample * HELD / 100.0 << "," << away << "\n";
    }
    return away;
}

/// Processor time of this thread [s]
double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

/// Balls at rest on a level plane, from velocities to accelerations.
struct Balls {
    World world;
    State state;

    explicit Balls(Law law) : world(law) {
        world.gravity(Vec3(0, 0, -GRAVITY));
        std::vector<MobilizedBody::Free> bodies;
        for (int count = 0; count < 100; ++count) {
            bodies.emplace_back(world.matter.Ground(), ball());
            world.touch(bodies.back(), Vec3(0), BALL_RADIUS);
        }
        state = world.build();
        const Real depth = std::pow(GRAVITY / STIFFNESS, 2.0 / 3.0);
        for (size_t place = 0; place < bodies.size(); ++place) {
            bodies[place].setQToFitTranslation(state, Vec3(3.0 * BALL_RADIUS * Real(place), 0, BALL_RADIUS - depth));
        }
        world.start(state);
        world.system.realize(state, Stage::Acceleration);
    }

    double time_per_evaluation() {
        constexpr int EVALUATIONS = 200;
        const double begin = now();
        for (int count = 0; count < EVALUATIONS; ++count) {
            state.updQ();
            world.system.realize(state, Stage::Acceleration);
        }
        return (now() - begin) / EVALUATIONS;
    }
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

std::ofstream open(const std::string &name) {
    std::ofstream file(name);
    if (!file) {
        throw std::runtime_error("cannot write " + name);
    }
    file.precision(9);
    return file;
}

}  // namespace

int main(int argc, char **argv) try {
    if (argc != 2) {
        std::cerr << "usage: measure FOLDER\n";
        return 2;
    }
    if (!asperity::is_compatible()) {
        throw std::runtime_error("libasperity is not that of the header");
    }
    const std::string folder = argv[1];
    std::ofstream figures = open(folder + "/figures.csv");
    figures << "figure,side,value,least,most\n";
    bool missed = false;
    const auto add = [&](const std::string &figure, Law law, double value, bool holds, const char *claim) {
        const char *side = law == Law::Asperity ? "asperity" : "HuntCrossleyForce";
        figures << figure << "," << side << "," << value << "," << value << "," << value << "\n";
        std::printf("%-24s %-18s %12.6g\n", figure.c_str(), side, value);
        if (law == Law::Asperity && !holds) {
            std::printf("MISSED: %s\n", claim);
            missed = true;
        }
    };
    for (Law law : {Law::Asperity, Law::HuntCrossley}) {
        for (Real speed : {0.1, 1.0, 4.0}) {
            const Real e = restitution(law, speed);
            char name[40];
            std::snprintf(name, sizeof name, "restitution %g m/s", speed);
            add(name, law, e, std::abs(e - REQUESTED) < 1e-3, "restitution 0.500 within 0.001");
        }
        const Real falls = flat(law);
        add("flat block", law, falls, std::abs(falls - REQUESTED) < 1e-3,
            "restitution 0.500 within 0.001 on four corners");
        const Real rolls = rolling(law);
        add("rolling", law, rolls, std::abs(rolls - 1.0) < 1e-3, "a ball rolls with 5/7 g sin");
        const char *file = law == Law::Asperity ? "/creep-asperity.csv" : "/creep-HuntCrossleyForce.csv";
        const Real away = creep(law, open(folder + file));
        add("creep", law, away, away < 1e-6, "a block on a slope stays within 1 micrometre in 10 s");
    }
    Balls ours(Law::Asperity), theirs(Law::HuntCrossley);
    std::vector<double> of_ours, of_theirs;
    for (int turn = 0; turn < 21; ++turn) {
        of_ours.push_back(ours.time_per_evaluation());
        of_theirs.push_back(theirs.time_per_evaluation());
    }
    add("cost balls", Law::Asperity, median(of_ours) / median(of_theirs), true, "");
    add("cost balls", Law::HuntCrossley, 1.0, true, "");
    return missed ? 1 : 0;
} catch (const std::exception &error) {
    std::cerr << error.what() << "\n";
    return 1;
}

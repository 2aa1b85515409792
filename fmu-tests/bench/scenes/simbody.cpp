// Simbody in the scenes of spheres: its HuntCrossleyForce, whose parameters are those of ../simbody.cpp.
#include "../bench.h"
#include "scenes.h"

#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

using namespace SimTK;

namespace
{

constexpr double STEP = 1e-3;
constexpr double ACCURACY = 1e-3;
// Dissipation where no restitution is wanted [s/m]: the impact of a set-down ball ends in it.
constexpr double DISSIPATION = 1.0;

double modulus()
{
    return SCENE_STIFFNESS * 0.75 / std::sqrt(SCENE_RADIUS) * std::pow(2.0, 1.5);
}

// Of [G04 eq. 10] at the speed of the fall.
double dissipation(const ::Scene &scene)
{
    if (!(scene.restitution > 0)) return DISSIPATION;
    const double fall = scene.start(0).position[2] - scene.size;
    return SCENE_DAMPING_FACTOR / (scene.restitution * std::sqrt(2 * GRAVITY * fall)) / 1.5;
}

struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    std::vector<MobilizedBody::Free> spheres;
    std::unique_ptr<RungeKuttaMersonIntegrator> integrator;
    std::unique_ptr<TimeStepper> stepper;
    long done = 0;

    explicit World(const ::Scene &scene)
    {
        const double *g = scene.gravity;
        Force::Gravity(forces, matter, Vec3(g[0], g[1], g[2]));
        const double radius = scene.size;
        Body::Rigid body(MassProperties(BODY_MASS, Vec3(0), UnitInertia::sphere(radius)));
        const ContactSetIndex set = contacts.createContactSet();
        HuntCrossleyForce law(forces, contacts, set);
        for (int k = 0; k < scene.bodies; ++k) {
            spheres.emplace_back(matter.Ground(), Transform(), body, Transform());
            contacts.addBody(set, spheres.back(), ContactGeometry::Sphere(radius), Transform());
        }
        // a half space is x > 0 of its frame: turned so that it lies below z = 0
        contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(),
                         Transform(Rotation(Pi / 2, YAxis), Vec3(0)));
        for (int k = 0; k <= scene.bodies; ++k)
            law.setBodyParameters(ContactSurfaceIndex(k), modulus(), dissipation(scene), scene.friction, scene.friction,
                                  0);
        State state = system.realizeTopology();
        for (int k = 0; k < scene.bodies; ++k) {
            // no body of the scenes is turned or turns at the start
            const Pose start = scene.start(k);
            const double *r = start.position, *v = start.velocity;
            spheres[k].setQToFitTransform(state, Transform(Vec3(r[0], r[1], r[2])));
            spheres[k].setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(v[0], v[1], v[2])));
        }
        integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
        integrator->setAccuracy(ACCURACY);
        stepper = std::make_unique<TimeStepper>(system, *integrator);
        stepper->initialize(state);
    }
};

// A constructor that answers NULL instead of throwing into C.
void *open_world(const ::Scene *scene)
{
    try {
        return new World(*scene);
    } catch (const std::exception &fault) {
        std::fprintf(stderr, "bench: Simbody: %s\n", fault.what());
        return nullptr;
    }
}

int knows(const ::Scene *scene)
{
    return scene->shape == SPHERES;
}

double run(void *self, long steps, double *)
{
    auto *world = static_cast<World *>(self);
    try {
        for (long k = 0; k < steps; ++k) world->stepper->stepTo(STEP * static_cast<double>(++world->done));
        return world->stepper->getState().getQ()[0];
    } catch (const std::exception &fault) {
        std::fprintf(stderr, "bench: Simbody: %s\n", fault.what());
        return NAN;
    }
}

void motion(void *self, int body, Pose *to)
{
    auto *world = static_cast<World *>(self);
    const State &state = world->stepper->getState();
    world->system.realize(state, Stage::Velocity);
    const auto &sphere = world->spheres[body];
    const Vec3 &r = sphere.getBodyOriginLocation(state), &v = sphere.getBodyOriginVelocity(state);
    const Vec3 &w = sphere.getBodyAngularVelocity(state);
    const Quaternion q = sphere.getBodyRotation(state).convertRotationToQuaternion();
    for (int i = 0; i < 4; ++i) to->orientation[i] = q[i];
    for (int i = 0; i < 3; ++i) {
        to->position[i] = r[i];
        to->velocity[i] = v[i];
        to->angular_velocity[i] = w[i];
    }
}

void close_world(void *self)
{
    delete static_cast<World *>(self);
}

const BenchWorld all[] = {{"Simbody, accuracy 1e-3", STEP, open_world, knows, run, motion, close_world}};

} // namespace

extern "C" const BenchWorld *bench_worlds(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

// ../simbody.cpp says which it is.
extern "C" const char *bench_about()
{
    return "";
}

// Peer: HuntCrossleyForce of Simbody, on spheres on a plane and on the falling sphere.
#include "bench.h"
#include "scene.h"

#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>

using namespace SimTK;

namespace
{

constexpr int SPHERES = 100;
// Spheres stand this far apart [m], so that only the plane is touched.
constexpr double SPACING = 1.0;

// Modulus and dissipation of two equal surfaces that give the stiffness of the scene, and its restitution at 1 m/s:
// k = 4/3 sqrt(R) E with E = 2^-1.5 E_1, and 3/2 c = d(e)/(e v), which is what [G04 eq. 10] asks of this law.
const double MODULUS = SCENE_STIFFNESS * 0.75 / std::sqrt(SCENE_RADIUS) * std::pow(2.0, 1.5);
constexpr double DISSIPATION = SCENE_DAMPING_FACTOR / (SCENE_RESTITUTION * 1.0) / 1.5;

// Spheres of 1 kg on the plane z = 0 in one system, with the contact force or without.
struct Scene {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<GeneralContactSubsystem> contacts;
    std::unique_ptr<HuntCrossleyForce> law;
    std::vector<MobilizedBody::Free> spheres;
    State state;
    Vector_<SpatialVec> body_forces;
    Vector_<Vec3> particle_forces;
    Vector mobility_forces;

    Scene(int count, bool with_contact)
    {
        Body::Rigid body(MassProperties(1.0, Vec3(0), UnitInertia::sphere(SCENE_RADIUS)));
        for (int k = 0; k < count; ++k) spheres.emplace_back(matter.Ground(), Transform(), body, Transform());
        if (with_contact) {
            contacts = std::make_unique<GeneralContactSubsystem>(system);
            ContactSetIndex set = contacts->createContactSet();
            law = std::make_unique<HuntCrossleyForce>(forces, *contacts, set);
            for (const auto &sphere : spheres)
                contacts->addBody(set, sphere, ContactGeometry::Sphere(SCENE_RADIUS), Transform());
            // a half space is x > 0 of its frame: turned so that it lies below z = 0
            contacts->addBody(set, matter.Ground(), ContactGeometry::HalfSpace(),
                              Transform(Rotation(Pi / 2, YAxis), Vec3(0)));
            for (int k = 0; k <= count; ++k)
                law->setBodyParameters(ContactSurfaceIndex(k), MODULUS, DISSIPATION, 0.45, 0.4, 0);
        }
        state = system.realizeTopology();
    }

    void place(int k, const Pose &pose, double x, double y)
    {
        const double *r = pose.position, *q = pose.orientation, *v = pose.velocity, *w = pose.angular_velocity;
        spheres[k].setQToFitTransform(
            state, Transform(Rotation(Quaternion(q[0], q[1], q[2], q[3])), Vec3(r[0] + x, r[1] + y, r[2])));
        spheres[k].setUToFitVelocity(state, SpatialVec(Vec3(w[0], w[1], w[2]), Vec3(v[0], v[1], v[2])));
    }
};

Scene *spheres_on_a_plane(bool with_contact)
{
    auto scene = std::make_unique<Scene>(SPHERES, with_contact);
    for (int k = 0; k < SPHERES; ++k) scene->place(k, scene_pose(k % POSES), SPACING * (k % 10), SPACING * (k / 10));
    scene->system.realize(scene->state, Stage::Acceleration);
    if (with_contact && scene->contacts->getContacts(scene->state, ContactSetIndex(0)).size() != SPHERES)
        throw std::runtime_error("not every sphere touches the plane");
    return scene.release();
}

// A constructor that answers NULL instead of throwing into C.
template <class Make> void *guarded(Make make)
{
    try {
        return make();
    } catch (const std::exception &fault) {
        std::fprintf(stderr, "bench: Simbody: %s\n", fault.what());
        return nullptr;
    }
}

void *open_with_contact()
{
    return guarded([] { return spheres_on_a_plane(true); });
}

void *open_without_contact()
{
    return guarded([] { return spheres_on_a_plane(false); });
}

void close_scene(void *self)
{
    delete static_cast<Scene *>(self);
}

// The force element alone; contacts have been found.
double run_force(void *self, long operations, double *)
{
    auto *scene = static_cast<Scene *>(self);
    double total = 0;
    for (long k = 0; k < operations; ++k) {
        scene->law->calcForceContribution(scene->state, scene->body_forces, scene->particle_forces,
                                          scene->mobility_forces);
        total += scene->body_forces[1][1][2];
    }
    return total;
}

// What a new velocity and pose asks for, from kinematics to forces.
double run_realize(void *self, long operations, double *)
{
    auto *scene = static_cast<Scene *>(self);
    for (long k = 0; k < operations; ++k) {
        scene->state.invalidateAllCacheAtOrAbove(Stage::Position);
        scene->system.realize(scene->state, Stage::Dynamics);
    }
    return scene->system.getRigidBodyForces(scene->state, Stage::Dynamics)[1][1][2];
}

struct Drop {
    Scene scene{1, true};
    double accuracy;
    explicit Drop(double accuracy) : accuracy(accuracy) {}
};

double drop(void *self, double gap, double speed, double duration)
{
    try {
        auto *d = static_cast<Drop *>(self);
        Pose pose = {{0, 0, SCENE_RADIUS + gap}, {1, 0, 0, 0}, {0, 0, -speed}, {0, 0, 0}};
        d->scene.state.setTime(0);
        d->scene.place(0, pose, 0, 0);
        RungeKuttaMersonIntegrator integrator(d->scene.system);
        integrator.setAccuracy(d->accuracy);
        TimeStepper stepper(d->scene.system, integrator);
        stepper.initialize(d->scene.state);
        stepper.stepTo(duration);
        const State &end = stepper.getState();
        d->scene.system.realize(end, Stage::Velocity);
        const auto &sphere = d->scene.spheres[0];
        return sphere.getBodyOriginLocation(end)[2] > SCENE_RADIUS ? sphere.getBodyOriginVelocity(end)[2] : NAN;
    } catch (const std::exception &fault) {
        std::fprintf(stderr, "bench: Simbody: %s\n", fault.what());
        return NAN;
    }
}

void *open_drop()
{
    return guarded([] { return new Drop(1e-3); });
}

void *open_accurate_drop()
{
    return guarded([] { return new Drop(1e-6); });
}

void close_drop(void *self)
{
    delete static_cast<Drop *>(self);
}

const BenchCase cases[] = {
    {"simbody/force alone", SPHERES, 0, open_with_contact, run_force, close_scene, nullptr, nullptr},
    {"simbody/realize with contact", SPHERES, 0, open_with_contact, run_realize, close_scene, nullptr, nullptr},
    {"simbody/realize without contact", SPHERES, 0, open_without_contact, run_realize, close_scene, nullptr, nullptr},
};

const BenchDrop drops[] = {
    {"Simbody: HuntCrossleyForce, accuracy 1e-3", 0, open_drop, drop, close_drop},
    {"Simbody: HuntCrossleyForce, accuracy 1e-6", 0, open_accurate_drop, drop, close_drop},
};

} // namespace

extern "C" const BenchCase *bench_cases(size_t *count)
{
    *count = sizeof cases / sizeof *cases;
    return cases;
}

extern "C" const BenchDrop *bench_drops(size_t *count)
{
    *count = sizeof drops / sizeof *drops;
    return drops;
}

extern "C" const char *bench_about()
{
    static char text[64];
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
    std::snprintf(text, sizeof text, "Simbody %d.%d.%d", major, minor, build);
    return text;
}

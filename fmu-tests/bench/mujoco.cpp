// Peer: the contact part of MuJoCo, on spheres on a plane and on the falling sphere.
#include "bench.h"
#include "mujoco.hpp"
#include "scene.h"

#include <cmath>
#include <memory>

namespace
{

constexpr int SPHERES = 100;
// Spheres stand this far apart [m], so that only the plane is touched.
constexpr double SPACING = 1.0;

struct Simulation : Loaded {
    // Spheres of 1 kg above the plane z = 0; `options` are attributes of <option>, `contact` those of every <geom>.
    Simulation(int count, const std::string &options, const std::string &contact)
        : Loaded(text(count, options, contact))
    {
    }

    static std::string text(int count, const std::string &options, const std::string &contact)
    {
        std::string xml = "<mujoco><option " + options + "/><default><geom " + contact + "/></default><worldbody>" +
                          "<geom type='plane' size='100 100 1'/>";
        for (int k = 0; k < count; ++k)
            xml += "<body pos='" + std::to_string(SPACING * (k % 10)) + " " + std::to_string(SPACING * (k / 10)) +
                   " 1'><freejoint/><geom type='sphere' mass='1' size='" + std::to_string(SCENE_RADIUS) + "'/></body>";
        return xml + "</worldbody></mujoco>";
    }

    void place(int k, const Pose &pose)
    {
        mjtNum *q = data->qpos + 7 * k, *v = data->qvel + 6 * k;
        const mjtNum *base = model->qpos0 + 7 * k;
        for (int i = 0; i < 2; ++i) q[i] = base[i] + pose.position[i];
        q[2] = pose.position[2];
        for (int i = 0; i < 4; ++i) q[3 + i] = pose.orientation[i];
        mju_normalize4(q + 3);
        for (int i = 0; i < 3; ++i) v[i] = pose.velocity[i];
        mju_rotVecQuat(v + 3, pose.angular_velocity, q + 3);
    }
};

// Everything at its default: pyramidal cone, Newton solver. Its start is the acceleration of the step before, as in a
// run.
Simulation *spheres_on_a_plane()
{
    auto scene = std::make_unique<Simulation>(SPHERES, "gravity='0 0 -9.81'", "friction='0.4 0 0'");
    for (int k = 0; k < SPHERES; ++k) scene->place(k, scene_pose(k % POSES));
    mj_step(scene->model, scene->data);
    for (int k = 0; k < SPHERES; ++k) scene->place(k, scene_pose(k % POSES));
    mj_forward(scene->model, scene->data);
    if (scene->data->ncon != SPHERES) throw std::runtime_error("not every sphere touches the plane");
    return scene.release();
}

void *open_scene()
{
    return guarded([] { return spheres_on_a_plane(); });
}

void close_scene(void *self)
{
    delete static_cast<Simulation *>(self);
}

// The stages of mj_forward that are there for contacts alone; what they read besides is up to date.
double run_contact(void *self, long operations, double *)
{
    const auto *scene = static_cast<Simulation *>(self);
    const mjModel *m = scene->model;
    mjData *d = scene->data;
    double total = 0;
    for (long k = 0; k < operations; ++k) {
        mj_collision(m, d);
        mj_makeConstraint(m, d);
        mj_island(m, d);
        mj_projectConstraint(m, d);
        mj_referenceConstraint(m, d);
        mj_fwdConstraint(m, d);
        total += d->qfrc_constraint[2];
    }
    return total;
}

// The whole of mj_forward, for comparison.
double run_forward(void *self, long operations, double *)
{
    const auto *scene = static_cast<Simulation *>(self);
    double total = 0;
    for (long k = 0; k < operations; ++k) {
        mj_forward(scene->model, scene->data);
        total += scene->data->qfrc_constraint[2];
    }
    return total;
}

struct Drop {
    std::unique_ptr<Simulation> scene;

    Drop(double step, double time_constant) { tune(step, time_constant); }

    static double fall(const Simulation &scene, double gap, double speed, double duration)
    {
        mj_resetData(scene.model, scene.data);
        scene.data->qpos[2] = SCENE_RADIUS + gap;
        scene.data->qvel[2] = -speed;
        long steps = std::lround(duration / scene.model->opt.timestep);
        for (long k = 0; k < steps; ++k) mj_step(scene.model, scene.data);
        return scene.data->qpos[2] > SCENE_RADIUS ? scene.data->qvel[2] : NAN;
    }

    static std::unique_ptr<Simulation> with_damping(double step, double time_constant, double ratio)
    {
        return std::make_unique<Simulation>(1, "gravity='0 0 0' timestep='" + std::to_string(step) + "'",
                                            "solref='" + std::to_string(time_constant) + " " + std::to_string(ratio) +
                                                "'");
    }

    // Mean restitution at 1 m/s over the phases of the onset inside a step.
    static double restitution(const Simulation &scene)
    {
        constexpr int phases = 16;
        double sum = 0;
        for (int k = 0; k < phases; ++k) sum += fall(scene, 1e-3 * (1 + static_cast<double>(k) / phases), 1, 0.2);
        return sum / phases;
    }

    // The damping ratio of `solref` that gives the restitution asked for at 1 m/s, found by bisection at this step.
    void tune(double step, double time_constant)
    {
        double low = 0.01, high = 1;
        while (high - low > 1e-5) {
            double middle = 0.5 * (low + high);
            (restitution(*with_damping(step, time_constant, middle)) > SCENE_RESTITUTION ? low : high) = middle;
        }
        scene = with_damping(step, time_constant, 0.5 * (low + high));
    }
};

// The default time constant, 0.02 s, makes a contact about as long as that of the other candidates; two steps are the
// least that MuJoCo takes.
template <int step_us, int time_constant_us> void *open_drop()
{
    return guarded([] { return new Drop(1e-6 * step_us, 1e-6 * time_constant_us); });
}

double drop(void *self, double gap, double speed, double duration)
{
    return Drop::fall(*static_cast<Drop *>(self)->scene, gap, speed, duration);
}

void close_drop(void *self)
{
    delete static_cast<Drop *>(self);
}

const BenchCase cases[] = {
    {"mujoco/contact part", SPHERES, 0, open_scene, run_contact, close_scene, nullptr, nullptr},
    {"mujoco/forward", SPHERES, 0, open_scene, run_forward, close_scene, nullptr, nullptr},
};

const BenchDrop drops[] = {
    {"MuJoCo", 2e-3, open_drop<2000, 20000>, drop, close_drop},
    {"MuJoCo", 1e-3, open_drop<1000, 20000>, drop, close_drop},
    {"MuJoCo", 1e-4, open_drop<100, 20000>, drop, close_drop},
    {"stiff: MuJoCo, time constant 2 ms", 1e-3, open_drop<1000, 2000>, drop, close_drop},
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
    static std::string text = std::string("MuJoCo ") + mj_versionString();
    return text.c_str();
}

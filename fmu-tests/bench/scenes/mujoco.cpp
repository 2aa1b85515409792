// MuJoCo in the scenes.
#include "../mujoco.hpp"
#include "../bench.h"
#include "scenes.h"

#include <cmath>
#include <memory>

namespace
{

constexpr double STEP = 1e-3;
// Bisection goes on until the damping ratio is known to this.
constexpr double RATIO_TOLERANCE = 1e-4;

std::string numbers(const double *values, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i) {
        char number[32];
        std::snprintf(number, sizeof number, "%.17g ", values[i]);
        text += number;
    }
    return text;
}

struct World : Loaded {
    int bodies;

    // `options` is what stands in <option> besides, `ratio` the damping ratio of solref.
    World(const Scene &scene, const std::string &options, double ratio)
        : Loaded(text(scene, options, ratio)), bodies(scene.bodies)
    {
        restart(scene);
    }

    void restart(const Scene &scene)
    {
        mj_resetData(model, data);
        for (int k = 0; k < bodies; ++k) {
            // no body of the scenes is turned or turns at the start
            const Pose start = scene.start(k);
            mju_copy3(data->qpos + 7 * k, start.position);
            mju_copy4(data->qpos + 7 * k + 3, start.orientation);
            mju_copy3(data->qvel + 6 * k, start.velocity);
        }
    }

    // What the bodies share, if they are meshes.
    static std::string asset(const Scene &scene)
    {
        if (scene.shape != MESHES) return "";
        return "<asset><mesh name='hull' vertex='" + numbers(scene.corners, 3 * scene.corner_count) + "'/></asset>";
    }

    static std::string text(const Scene &scene, const std::string &options, double ratio)
    {
        const double inertia = scene_inertia(&scene), moments[] = {inertia, inertia, inertia};
        const double size[] = {scene.size, scene.size, scene.size};
        // by SceneShape
        const char *const types[] = {"sphere", "box", "mesh"};
        const std::string solid = scene.shape == MESHES ? "mesh='hull'" : "size='" + numbers(size, 3) + "'";
        std::string xml = "<mujoco><option gravity='" + numbers(scene.gravity, 3) + "' timestep='" +
                          numbers(&STEP, 1) + "' " + options + "/><default><geom friction='" +
                          numbers(&scene.friction, 1) + "0 0' solref='0.02 " + numbers(&ratio, 1) +
                          "'/></default>" + asset(scene) + "<worldbody><geom type='plane' size='0 0 1'/>";
        for (int k = 0; k < scene.bodies; ++k)
            xml += "<body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='" + numbers(moments, 3) +
                   "'/><geom type='" + types[scene.shape] + "' " + solid + "/></body>";
        return xml + "</worldbody></mujoco>";
    }

    // Height of the first rebound, by that of the fall.
    double rebound(const Scene &scene)
    {
        restart(scene);
        const double fall = data->qpos[2] - scene.size;
        while (data->qvel[2] <= 0) mj_step(model, data);
        double apex = 0;
        for (; data->qvel[2] > 0; mj_step(model, data)) apex = std::fmax(apex, data->qpos[2] - scene.size);
        return apex / fall;
    }
};

// That gives the restitution asked for in this very fall; 1, the default, if none is.
double tuned_ratio(const Scene &scene, const std::string &options)
{
    if (scene.restitution == 0) return 1;
    const double aim = scene.restitution * scene.restitution;
    double low = 0.01, high = 1;
    while (high - low > RATIO_TOLERANCE) {
        const double middle = 0.5 * (low + high);
        (World(scene, options, middle).rebound(scene) > aim ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

void *opened(const Scene *scene, const std::string &options)
{
    return guarded([&] { return new World(*scene, options, tuned_ratio(*scene, options)); });
}

void *open_default(const Scene *scene)
{
    return opened(scene, "");
}

// What its documentation names against slip.
void *open_without_slip(const Scene *scene)
{
    return opened(scene, "cone='elliptic' impratio='10' noslip_iterations='20'");
}

int knows(const Scene *)
{
    return 1;
}

double run(void *self, long steps, double *)
{
    auto *world = static_cast<World *>(self);
    for (long k = 0; k < steps; ++k) mj_step(world->model, world->data);
    return world->data->warning[mjWARN_BADQACC].number == 0 ? world->data->qpos[2] : NAN;
}

void motion(void *self, int body, Pose *to)
{
    const mjData *d = static_cast<World *>(self)->data;
    const mjtNum *q = d->qpos + 7 * body, *v = d->qvel + 6 * body;
    mju_copy3(to->position, q);
    mju_copy4(to->orientation, q + 3);
    mju_copy3(to->velocity, v);
    mju_rotVecQuat(to->angular_velocity, v + 3, q + 3);
}

void close_world(void *self)
{
    delete static_cast<World *>(self);
}

const BenchWorld all[] = {
    {"MuJoCo", STEP, open_default, knows, run, motion, close_world},
    {"MuJoCo, elliptic cone, no slip", STEP, open_without_slip, knows, run, motion, close_world},
};

} // namespace

extern "C" const BenchWorld *bench_worlds(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

// ../mujoco.cpp says which it is.
extern "C" const char *bench_about()
{
    return "";
}

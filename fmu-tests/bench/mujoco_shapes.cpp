// Peer: the collision of MuJoCo, on one pair of shapes each, in the poses of fmu-tests/parry/src/lib.rs.
#include "bench.h"
#include "mujoco.hpp"

#include <cmath>
#include <memory>

namespace
{

struct Pair {
    // Attributes of the <geom> of either body.
    const char *over, *under;
    // Of the body that lies over the other one, which is in the origin: height [m] and orientation, of any length.
    double height, orientation[4];
    bool meets;
};

// Sides of the double pyramid, which has twice as many faces.
constexpr int SIDES = 50;
constexpr const char *CUBE = "type='box' size='0.1 0.1 0.1'", *PLANE = "type='plane' size='10 10 1'";

const Pair pairs[] = {
    {"type='sphere' size='0.05'", CUBE, 0.149, {1, 0, 0, 0}, true},
    {"type='capsule' size='0.05 0.05'", CUBE, 0.149, {1, 0, 0.99, 0}, true},
    {CUBE, PLANE, 0.0999, {1, 0, 0, 0}, true},
    {CUBE, CUBE, 0.1999, {1, 0, 0, 0}, true},
    {CUBE, CUBE, 0.1999, {1, 0.0003, -0.0002, 0.001}, true},
    {"type='mesh' mesh='hull'", PLANE, 0.095, {1, 0.09, -0.06, 0.3}, true},
    {CUBE, CUBE, 2.0, {1, 0, 0, 0}, false},
};

// Corners of a double pyramid of this radius and half height.
std::string corners(int sides, double radius)
{
    std::string all;
    auto add = [&all](double x, double y, double z) {
        char text[96];
        std::snprintf(text, sizeof text, "%.17g %.17g %.17g ", x, y, z);
        all += text;
    };
    for (int k = 0; k < sides; ++k) {
        double angle = 2 * mjPI * k / sides;
        add(radius * std::cos(angle), radius * std::sin(angle), 0);
    }
    add(0, 0, radius);
    add(0, 0, -radius);
    return all;
}

template <int k> void *open()
{
    const Pair &pair = pairs[k];
    return guarded([&pair] {
        auto scene = std::make_unique<Loaded>("<mujoco><asset><mesh name='hull' vertex='" + corners(SIDES, 0.1) +
                                              "'/></asset><worldbody><geom " + pair.under +
                                              "/><body><freejoint/><geom mass='1' " + pair.over +
                                              "/></body></worldbody></mujoco>");
        mjtNum *q = scene->data->qpos;
        const double at[] = {0.01, 0.02, pair.height};
        for (int i = 0; i < 3; ++i) q[i] = at[i];
        for (int i = 0; i < 4; ++i) q[3 + i] = pair.orientation[i];
        mju_normalize4(q + 3);
        mj_forward(scene->model, scene->data);
        if ((scene->data->ncon > 0) != pair.meets)
            throw std::runtime_error("pair " + std::to_string(k) + " has " + std::to_string(scene->data->ncon) +
                                     " contacts");
        return scene.release();
    });
}

double run(void *self, long operations, double *)
{
    const auto *scene = static_cast<Loaded *>(self);
    double total = 0;
    for (long k = 0; k < operations; ++k) {
        mj_collision(scene->model, scene->data);
        total += static_cast<double>(scene->data->ncon);
    }
    return total;
}

void close(void *self)
{
    delete static_cast<Loaded *>(self);
}

const BenchCase cases[] = {
    {"mujoco_shapes/collision/sphere on a box", 1, 0, open<0>, run, close, nullptr, nullptr},
    {"mujoco_shapes/collision/capsule on a box", 1, 0, open<1>, run, close, nullptr, nullptr},
    {"mujoco_shapes/collision/box on a plane", 1, 0, open<2>, run, close, nullptr, nullptr},
    {"mujoco_shapes/collision/box flat on a box", 1, 0, open<3>, run, close, nullptr, nullptr},
    {"mujoco_shapes/collision/box tilted on a box", 1, 0, open<4>, run, close, nullptr, nullptr},
    {"mujoco_shapes/collision/hull of 100 faces on a plane", 1, 0, open<5>, run, close, nullptr, nullptr},
    {"mujoco_shapes/collision/box far from a box", 1, 0, open<6>, run, close, nullptr, nullptr},
};

} // namespace

extern "C" const BenchCase *bench_cases(size_t *count)
{
    *count = sizeof cases / sizeof *cases;
    return cases;
}

extern "C" const BenchDrop *bench_drops(size_t *count)
{
    *count = 0;
    return nullptr;
}

// mujoco.cpp says which it is.
extern "C" const char *bench_about()
{
    return "";
}

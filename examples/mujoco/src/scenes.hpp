// The scenes: MuJoCo's model, and the pairs of spheres and planes that Asperity looks at in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contacts.hpp"

constexpr double GRAVITY = 9.81;       // m/s^2
constexpr double SLOPE_DEGREES = 20.0; // below the friction angle of 24.2 degrees
constexpr double BALL_RADIUS = 0.1;    // m
constexpr double BLOCK[3] = {0.1, 0.1, 0.05};  // m, half extents
constexpr double CUBE = 0.03;          // m, half extent of what is gripped
constexpr double GRIP = 20.0;          // N, of each finger
constexpr double LIFT = 0.1;           // m, in one second
constexpr double FRICTION = 0.45;      // 1

/// Who computes the contact, and with which of MuJoCo's settings.
struct Side {
    std::string name;
    bool asperity;
    std::string option;    // attributes of <option>
    std::string geometry;  // attributes of all <geom>
};

struct Delete {
    void operator()(mjModel *model) const { mj_deleteModel(model); }
    void operator()(mjData *data) const { mj_deleteData(data); }
};

/// A model with its state and, on Asperity's side, its contacts.
class Scene {
  public:
    Scene(const Side &side, const std::string &world, double gravity, double time_step);

    void add(const Pair &pair, const Surface &surface = {});
    /// All pairs are added, first positions and velocities are set.
    void start();
    void step();
    int body(const char *name) const;
    const double *position(const char *name) const { return data->xpos + 3 * body(name); }

    std::unique_ptr<mjModel, Delete> model;
    std::unique_ptr<mjData, Delete> data;
    std::unique_ptr<Contacts> contacts;  // none on MuJoCo's side
};

/// A ball of 1 kg above a level plane, without gravity, `gap` [m] apart and approaching at `speed` [m/s].
Scene falling_ball(const Side &side, double gap, double speed, double time_step, const Surface &surface);

/// A flat block of 1 kg with its lower face `gap` [m] above a level plane, falling likewise.
Scene falling_block(const Side &side, double gap, double speed, double time_step, const Surface &surface);

/// A ball of 1 kg set on a slope.
Scene ball_on_slope(const Side &side, double time_step);

/// A flat block of 1 kg set on a slope, on its four corners.
Scene block_on_slope(const Side &side, double time_step);

/// Three such blocks on each other, a little out of line.
Scene stack(const Side &side, double time_step);

/// Two fingers beside a cube of 0.5 kg that stands on the ground. Controls: height of the hand [m], two forces [N].
Scene gripper(const Side &side, double time_step);


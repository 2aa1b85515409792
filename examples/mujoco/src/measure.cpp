// Restitution, creep, drift and cost of Asperity's contact in MuJoCo beside MuJoCo's own. Usage: measure FOLDER
// Writes figures.csv and the motions there, prints the figures, and fails where Asperity misses what is claimed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>

#include "scenes.hpp"

namespace {

constexpr double TIME_STEP = 0.002;  // s, MuJoCo's start value
constexpr double REQUESTED = 0.5;    // coefficient of restitution
constexpr int PHASES = 16;           // places of the onset inside a step
constexpr double SETTLED = 1.0;      // s
constexpr double HELD = 10.0;        // s after that
/// The ball of the impacts is harder than the bodies at rest: at 1 m/s it is in contact for a step and a half.
const Surface HARD = {1e8};
/// A block on four such corners is in contact for four steps.
const Surface SOFT = {1e6};

/// Restitution of a spring and damper that part where the force is 0, over the damping ratio ζ < 1/√2.
double spring_damper_restitution(double ratio) {
    const double root = std::sqrt(1.0 - ratio * ratio);
    const double angle = std::acos(-1.0) - std::atan(2.0 * ratio * root / (1.0 - 2.0 * ratio * ratio));
    return std::exp(-ratio / root * angle);
}

/// solref of a spring and damper that touch for about ten steps and give the restitution.
std::string spring_and_damper() {
    double low = 0.0, high = 0.7;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = 0.5 * (low + high);
        (spring_damper_restitution(middle) > REQUESTED ? low : high) = middle;
    }
    const double frequency = std::acos(-1.0) / (10.0 * TIME_STEP);
    return "solref='" + std::to_string(-frequency * frequency) + " " + std::to_string(-2.0 * low * frequency) +
           "' solimp='0.95 0.95 0.001'";
}

/// b = (1 + e)/h, spring 0
std::string one_step_damper() {
    return "solref='0 " + std::to_string(-(1.0 + REQUESTED) / TIME_STEP) + "' solimp='0.995 0.995 0.001'";
}

const std::string ADVISED = "cone='elliptic' impratio='10'";

/// MuJoCo's settings as its manual names them: "Tuning defaults", "Slow slippage", solref in the direct format with
/// constant impedance ("Solver parameters"), and the elastic damper of the chapter on speculative contacts.
const std::vector<Side> SIDES = {
    {"asperity", true, "", ""},
    {"start values", false, "", ""},
    {"advised", false, ADVISED, "solref='0.005 1'"},
    {"advised, NoSlip", false, ADVISED + " noslip_iterations='3'", "solref='0.005 1'"},
    {"spring and damper", false, ADVISED, spring_and_damper()},
    {"one-step damper", false, ADVISED, one_step_damper()},
};

/// Where figures go, and what was missed.
class Report {
  public:
    explicit Report(const std::string &folder) : folder_(folder), figures_(open("figures.csv")) {
        figures_ << "figure,side,value,least,most\n";
    }

    std::ofstream open(const std::string &name) const {
        std::ofstream file(folder_ + "/" + name);
        if (!file) {
            throw std::runtime_error("cannot write " + folder_ + "/" + name);
        }
        file.precision(9);
        return file;
    }

    void add(const std::string &figure, const Side &side, double value, double least, double most) {
        figures_ << figure << ",\"" << side.name << "\"," << value << "," << least << "," << most << "\n";
        std::printf("%-24s %-18s %12.6g", figure.c_str(), side.name.c_str(), value);
        std::printf(least == most ? "\n" : "   %.6g ... %.6g\n", least, most);
    }
    void add(const std::string &figure, const Side &side, double value) { add(figure, side, value, value, value); }

    void claim(bool holds, const std::string &what) {
        if (!holds) {
            std::printf("MISSED: %s\n", what.c_str());
            missed_ = true;
        }
    }
    bool missed() const { return missed_; }

  private:
    std::string folder_;
    std::ofstream figures_;
    bool missed_ = false;
};

std::array<double, 3> place(Scene &scene, const char *name) {
    mj_kinematics(scene.model.get(), scene.data.get());
    const double *position = scene.position(name);
    return {position[0], position[1], position[2]};
}

double distance(const std::array<double, 3> &a, const std::array<double, 3> &b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

void run_until(Scene &scene, double time) {
    while (scene.data->time < time - 0.5 * TIME_STEP) {
        scene.step();
    }
}

/// Speed after the impact over that before it. Until the ball is as far as it was at the start: inside the step of an
/// impact MuJoCo's position is not that of the contact.
double rebound(Scene &&scene, double start, double speed) {
    const mjtNum *height = scene.data->qpos + 2, *velocity = scene.data->qvel + 2;
    while (scene.data->time < 10.0 && !(*velocity > 0.0 && *height > start)) {
        scene.step();
    }
    return *velocity / speed;
}

struct Range {
    double mean, least, most;
};

/// Over onsets at all places inside a step.
template <class Falling> Range restitution(const Side &side, Falling falling, double size, double speed,
                                           const Surface &surface) {
    Range range = {0.0, INFINITY, -INFINITY};
    for (int phase = 0; phase < PHASES; ++phase) {
        const double gap = speed * TIME_STEP * (2.0 + (phase + 0.5) / PHASES);
        const double e = rebound(falling(side, gap, speed, TIME_STEP, surface), size + gap, speed);
        range.mean += e / PHASES;
        range.least = std::min(range.least, e);
        range.most = std::max(range.most, e);
    }
    return range;
}

void impacts(Report &report, const Side &side) {
    for (double speed : {0.1, 1.0, 4.0}) {
        const Range e = restitution(side, falling_ball, BALL_RADIUS, speed, HARD);
        char name[40];
        std::snprintf(name, sizeof name, "restitution %g m/s", speed);
        report.add(name, side, e.mean, e.least, e.most);
        report.claim(!side.asperity || (REQUESTED - e.least < 1e-3 && e.most - REQUESTED < 1e-3),
                     "restitution 0.500 within 0.001 wherever in the step the impact begins");
    }
    const Range flat = restitution(side, falling_block, BLOCK[2], 1.0, {});
    report.add("flat block", side, flat.mean, flat.least, flat.most);
    if (side.asperity) {
        const Range soft = restitution(side, falling_block, BLOCK[2], 1.0, SOFT);
        report.add("soft block", side, soft.mean, soft.least, soft.most);
        report.claim(REQUESTED - soft.least < 0.01 && soft.most - REQUESTED < 0.01,
                     "restitution 0.50 within 0.01 on four corners at once if the impact lasts four steps");
    }
}

/// Against the closed form 5/7 g sin of a ball that rolls.
void rolling(Report &report, const Side &side) {
    Scene scene = ball_on_slope(side, TIME_STEP);
    run_until(scene, 1.0);
    const double before = mju_norm3(scene.data->qvel);
    run_until(scene, 2.0);
    const double theory = 5.0 / 7.0 * GRAVITY * std::sin(SLOPE_DEGREES * std::acos(-1.0) / 180.0);
    const double ratio = (mju_norm3(scene.data->qvel) - before) / theory;
    report.add("rolling", side, ratio);
    report.claim(!side.asperity || std::abs(ratio - 1.0) < 1e-3, "a ball rolls with 5/7 g sin");
}

/// Distance from where a body was once it had settled; one line a tenth of a second.
double watched(Scene &scene, std::ofstream &&motion, const std::function<std::array<double, 3>()> &where) {
    const double begin = scene.data->time;
    const std::array<double, 3> first = where();
    double away = 0.0;
    motion << "time,away\n";
    for (int sample = 0; sample <= 100; ++sample) {
        run_until(scene, begin + sample * HELD / 100.0);
        away = distance(where(), first);
        motion << scene.data->time - begin << "," << away << "\n";
    }
    return away;
}

void creep(Report &report, const Side &side) {
    Scene scene = block_on_slope(side, TIME_STEP);
    run_until(scene, SETTLED);
    const double away =
        watched(scene, report.open("creep-" + side.name + ".csv"), [&] { return place(scene, "block"); });
    report.add("creep", side, away);
    report.claim(!side.asperity || away < 1e-6, "a block on a slope stays within 1 micrometre in 10 s");
}

void stacked(Report &report, const Side &side) {
    Scene scene = stack(side, TIME_STEP);
    run_until(scene, SETTLED);
    const auto height = [&] { return BLOCK[2] - place(scene, "lower")[2]; };
    const double depth_before = height();
    const double away = watched(scene, report.open("stack-" + side.name + ".csv"), [&] {
        const auto at = place(scene, "upper");
        return std::array<double, 3>{at[0], at[1], 0.0};
    });
    report.add("stack drift", side, away);
    report.add("stack depth", side, height());
    report.add("stack sinking", side, height() - depth_before);
    // three blocks on four corners:  k·x^1.5 = 3·m·g/4, at the lower block's middle
    const double depth = std::pow(3.0 * GRAVITY / 4.0 / Surface().k, 2.0 / 3.0);
    report.claim(!side.asperity || away < 1e-8, "the upper block of a stack stays within 10 nanometres in 10 s");
    report.claim(!side.asperity || std::abs(height() / depth - 1.0) < 0.02, "the stack rests at (3 m g/4 k)^(2/3)");
}

void gripped(Report &report, const Side &side) {
    Scene scene = gripper(side, TIME_STEP);
    mjtNum *controls = scene.data->ctrl;
    controls[1] = controls[2] = GRIP;
    run_until(scene, 0.5);
    while (scene.data->time < 1.5) {
        controls[0] = LIFT * (scene.data->time - 0.5);
        scene.step();
    }
    run_until(scene, 2.0);
    // along the pads: across them hand and cube are free to move together
    const double slip = watched(scene, report.open("grip-" + side.name + ".csv"), [&] {
        const auto cube = place(scene, "cube"), finger = place(scene, "left");
        return std::array<double, 3>{0.0, cube[1] - finger[1], cube[2] - finger[2]};
    });
    report.add("grip slip", side, slip);
    report.claim(!side.asperity || slip < 1e-6, "the cube slips less than 1 micrometre in the gripper in 10 s");
    report.claim(!side.asperity || place(scene, "cube")[2] > CUBE + 0.9 * LIFT, "the cube is lifted");
}

/// Processor time of this thread [s]
double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

/// Time per step of bodies at rest, by turns with the side "advised": the ratio of the medians.
void cost(Report &report, const std::string &figure, const std::function<Scene(const Side &, double)> &make) {
    const auto measured = [&](Scene &scene) {
        const double begin = now();
        for (int step = 0; step < 100; ++step) {
            scene.step();
        }
        return (now() - begin) / 100.0;
    };
    const auto median = [](std::vector<double> values) {
        std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
        return values[values.size() / 2];
    };
    std::vector<Scene> scenes;
    for (const Side &side : SIDES) {
        scenes.push_back(make(side, TIME_STEP));
        run_until(scenes.back(), SETTLED);
    }
    std::vector<std::vector<double>> times(scenes.size());
    for (int turn = 0; turn < 9; ++turn) {
        for (size_t side = 0; side < scenes.size(); ++side) {
            times[side].push_back(measured(scenes[side]));
        }
    }
    for (size_t side = 0; side < scenes.size(); ++side) {
        report.add(figure, SIDES[side], median(times[side]) / median(times[2]));
    }
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
    Report report(argv[1]);
    for (const Side &side : SIDES) {
        impacts(report, side);
        rolling(report, side);
        creep(report, side);
        stacked(report, side);
        gripped(report, side);
    }
    cost(report, "cost ball", ball_on_slope);
    cost(report, "cost block", block_on_slope);
    cost(report, "cost stack", stack);
    return report.missed() ? 1 : 0;
} catch (const std::exception &error) {
    std::cerr << error.what() << "\n";
    return 1;
}

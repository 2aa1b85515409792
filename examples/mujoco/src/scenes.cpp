#include "scenes.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace {

constexpr double CORNER = 0.005;  // m, radius of the spheres in the corners of blocks

std::string document(const Side &side, const std::string &world, double gravity, double time_step) {
    std::ostringstream xml;
    xml.precision(17);
    xml << "<mujoco><option timestep='" << time_step << "' gravity='0 0 " << -gravity << "' " << side.option << ">"
        << "<flag contact='" << (side.asperity ? "disable" : "enable") << "'/></option>"
        << "<default><geom friction='" << FRICTION << " 0 0' condim='3' " << side.geometry << "/></default>" << world
        << "</mujoco>";
    return xml.str();
}

std::string block(const std::string &name, double x, double y, double z, const std::string &orientation = "") {
    std::ostringstream xml;
    xml.precision(17);
    xml << "<body name='" << name << "' pos='" << x << " " << y << " " << z << "' " << orientation
        << "><freejoint/><geom type='box' size='" << BLOCK[0] << " " << BLOCK[1] << " " << BLOCK[2]
        << "' mass='1'/></body>";
    return xml.str();
}

/// Spheres in the four corners at the lower face of a block, against the plane.
void stand_on(Scene &scene, int upper, int lower, std::array<double, 3> normal, double height,
              const Surface &surface = {}) {
    for (double x : {-1.0, 1.0}) {
        for (double y : {-1.0, 1.0}) {
            const std::array<double, 3> centre = {x * (BLOCK[0] - CORNER), y * (BLOCK[1] - CORNER),
                                                  CORNER - BLOCK[2]};
            scene.add({upper, centre, CORNER, lower, normal, height}, surface);
        }
    }
}

const double SLOPE = SLOPE_DEGREES * std::acos(-1.0) / 180.0;
const std::array<double, 3> SLOPE_NORMAL = {std::sin(SLOPE), 0.0, std::cos(SLOPE)};

std::string slope() {
    return "<geom type='plane' size='1 1 1' euler='0 " + std::to_string(SLOPE_DEGREES) + " 0'/>";
}

}  // namespace

Scene::Scene(const Side &side, const std::string &world, double gravity, double time_step) {
    char error[1000] = "";
    mjSpec *spec = mj_parseXMLString(document(side, world, gravity, time_step).c_str(), nullptr, error, sizeof error);
    model.reset(spec ? mj_compile(spec, nullptr) : nullptr);
    if (!model) {
        const std::string why = spec ? mjs_getError(spec) : error;
        mj_deleteSpec(spec);
        throw std::runtime_error("model: " + why);
    }
    mj_deleteSpec(spec);
    data.reset(mj_makeData(model.get()));
    if (side.asperity) {
        contacts = std::make_unique<Contacts>(model.get());
    }
}

void Scene::add(const Pair &pair, const Surface &surface) {
    if (contacts) {
        contacts->add(pair, surface);
    }
}

void Scene::start() {
    mj_forward(model.get(), data.get());
    if (contacts) {
        contacts->start(model.get(), data.get());
    }
}

void Scene::step() {
    if (contacts) {
        contacts->step(model.get(), data.get());
    } else {
        mj_step(model.get(), data.get());
    }
}

int Scene::body(const char *name) const { return mj_name2id(model.get(), mjOBJ_BODY, name); }

Scene falling_ball(const Side &side, double gap, double speed, double time_step, const Surface &surface) {
    const std::string world =
        "<worldbody><geom type='plane' size='1 1 1'/><body name='ball'><freejoint/>"
        "<geom type='sphere' size='" + std::to_string(BALL_RADIUS) + "' mass='1'/></body></worldbody>";
    Scene scene(side, world, 0.0, time_step);
    scene.data->qpos[2] = BALL_RADIUS + gap;
    scene.data->qvel[2] = -speed;
    scene.add({scene.body("ball"), {0, 0, 0}, BALL_RADIUS, 0, {0, 0, 1}, 0.0}, surface);
    scene.start();
    return scene;
}

Scene falling_block(const Side &side, double gap, double speed, double time_step, const Surface &surface) {
    const std::string world =
        "<worldbody><geom type='plane' size='1 1 1'/>" + block("block", 0.0, 0.0, BLOCK[2] + gap) + "</worldbody>";
    Scene scene(side, world, 0.0, time_step);
    scene.data->qvel[2] = -speed;
    stand_on(scene, scene.body("block"), 0, {0, 0, 1}, 0.0, surface);
    scene.start();
    return scene;
}

Scene ball_on_slope(const Side &side, double time_step) {
    const std::string world = "<worldbody>" + slope() +
                              "<body name='ball'><freejoint/><geom type='sphere' size='" +
                              std::to_string(BALL_RADIUS) + "' mass='1'/></body></worldbody>";
    Scene scene(side, world, GRAVITY, time_step);
    for (int axis = 0; axis < 3; ++axis) {
        scene.data->qpos[axis] = BALL_RADIUS * SLOPE_NORMAL[axis];
    }
    scene.add({scene.body("ball"), {0, 0, 0}, BALL_RADIUS, 0, SLOPE_NORMAL, 0.0});
    scene.start();
    return scene;
}

Scene block_on_slope(const Side &side, double time_step) {
    const std::string tilt = "euler='0 " + std::to_string(SLOPE_DEGREES) + " 0'";
    const std::string world =
        "<worldbody>" + slope() +
        block("block", BLOCK[2] * SLOPE_NORMAL[0], 0.0, BLOCK[2] * SLOPE_NORMAL[2], tilt) + "</worldbody>";
    Scene scene(side, world, GRAVITY, time_step);
    stand_on(scene, scene.body("block"), 0, SLOPE_NORMAL, 0.0);
    scene.start();
    return scene;
}

Scene stack(const Side &side, double time_step) {
    const std::string world = "<worldbody><geom type='plane' size='1 1 1'/>" +
                              block("lower", 0.0, 0.0, BLOCK[2]) +
                              block("middle", 0.02, 0.01, 3.0 * BLOCK[2]) +
                              block("upper", -0.01, -0.02, 5.0 * BLOCK[2]) + "</worldbody>";
    Scene scene(side, world, GRAVITY, time_step);
    stand_on(scene, scene.body("lower"), 0, {0, 0, 1}, 0.0);
    stand_on(scene, scene.body("middle"), scene.body("lower"), {0, 0, 1}, BLOCK[2]);
    stand_on(scene, scene.body("upper"), scene.body("middle"), {0, 0, 1}, BLOCK[2]);
    scene.start();
    return scene;
}

Scene gripper(const Side &side, double time_step) {
    const std::string world = R"(
        <worldbody>
          <geom type='plane' size='1 1 1'/>
          <body name='hand' pos='0 0 0.2'>
            <joint name='lift' type='slide' axis='0 0 1'/>
            <geom type='box' size='0.08 0.02 0.01' mass='1' contype='0' conaffinity='0'/>
            <body name='left' pos='-0.041 0 -0.155'>
              <joint name='left' type='slide' axis='1 0 0'/>
              <geom type='box' size='0.01 0.04 0.04' mass='0.2' contype='2' conaffinity='2'/>
            </body>
            <body name='right' pos='0.041 0 -0.155'>
              <joint name='right' type='slide' axis='-1 0 0'/>
              <geom type='box' size='0.01 0.04 0.04' mass='0.2' contype='2' conaffinity='2'/>
            </body>
          </body>
          <body name='cube' pos='0 0 0.03'>
            <freejoint/>
            <geom type='box' size='0.03 0.03 0.03' mass='0.5' contype='3' conaffinity='3'/>
          </body>
        </worldbody>
        <actuator>
          <general joint='lift' gaintype='fixed' gainprm='3000' biastype='affine' biasprm='0 -3000 -130'/>
          <motor joint='left'/>
          <motor joint='right'/>
        </actuator>)";
    Scene scene(side, world, GRAVITY, time_step);
    const int cube = scene.body("cube");
    for (double y : {-1.0, 1.0}) {
        for (double z : {-1.0, 1.0}) {
            for (double x : {-1.0, 1.0}) {
                const double inside = CUBE - CORNER;
                const std::array<double, 3> centre = {x * inside, y * inside, z * inside};
                const int finger = scene.body(x < 0 ? "left" : "right");
                scene.add({cube, centre, CORNER, finger, {-x, 0, 0}, 0.01});
                if (z < 0) {
                    scene.add({cube, centre, CORNER, 0, {0, 0, 1}, 0.0});
                }
            }
        }
    }
    scene.start();
    return scene;
}

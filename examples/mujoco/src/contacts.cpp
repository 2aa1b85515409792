#include "contacts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace {

using Vec = std::array<double, 3>;

Vec cross(const double *a, const double *b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Places of xx yy zz xy xz yz in a matrix.
constexpr int PACKED[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

const asperity::Body WORLD = {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

void expect(asperity::Status status, const std::string &what, const char *message) {
    if (!status) {
        throw std::runtime_error(what + ": " + status.text() + ": " + message);
    }
}

/// Parameters that are refused by an exception with the library's own sentence.
class Parameters {
  public:
    Parameters() : held_(asperity::Parameters::create()) {
        if (!held_) {
            throw std::runtime_error("no memory for parameters");
        }
    }
    void set(const std::string &name, double value) { expect(held_->set(name.c_str(), value), name, held_->message()); }
    void set(const std::string &name, const Vec &value) {
        for (int axis = 0; axis < 3; ++axis) {
            set(name + "[" + std::to_string(axis + 1) + "]", value[axis]);
        }
    }
    void choose(const char *name, const char *item) { expect(held_->choose(name, item), name, held_->message()); }
    const asperity::Parameters &checked() {
        expect(held_->check(), "parameters", held_->message());
        return *held_;
    }

  private:
    std::optional<asperity::Parameters> held_;
};

}  // namespace

Contacts::Contacts(const mjModel *model, Agreement agreement) : agreement_(agreement), nv_(model->nv) {}

int Contacts::slot(int body) {
    if (body == 0) {
        return -1;
    }
    const auto found = std::find(bodies_.begin(), bodies_.end(), body);
    const int place = static_cast<int>(found - bodies_.begin());
    if (found == bodies_.end()) {
        bodies_.push_back(body);
    }
    return place;
}

void Contacts::add(const Pair &pair, const Surface &surface) {
    Parameters parameters;
    parameters.choose("geometry.pair", "spherePlane");
    parameters.set("geometry.radiusI", pair.radius);
    parameters.set("geometry.centerI", pair.centre);
    parameters.set("geometry.normalJ", pair.normal);
    parameters.set("geometry.heightJ", pair.height);
    parameters.set("compliance.k", surface.k);
    parameters.set("compliance.e", surface.e);
    parameters.set("friction.mu_C", surface.mu_c);
    parameters.set("friction.mu_S", surface.mu_s);
    parameters.choose("coupling.mode", "interface");
    parameters.choose("coupling.order", "sequential");
    parameters.choose("coupling.massSource", "input");
    std::optional<asperity::Contact> object = asperity::Contact::create(parameters.checked());
    if (!object) {
        throw std::runtime_error("no memory for a contact");
    }
    contacts_.push_back({std::move(*object), pair, slot(pair.body_i), slot(pair.body_j)});
}

void Contacts::start(const mjModel *model, mjData *data) {
    const size_t rows = 6 * bodies_.size();
    motion_.resize(bodies_.size());
    for (auto *matrix : {&jacobian_, &jacobian_rate_, &response_}) {
        matrix->assign(rows * nv_, 0.0);
    }
    inertia_.assign(rows * rows, 0.0);
    acceleration_.assign(rows, 0.0);
    mj_step1(model, data);
    read_bodies(model, data);
    free_motion(model, data);
    for (Contact &contact : contacts_) {
        place(contact);
        expect(contact.object.start(contact.inputs, contact.mobility, data->time), "start", contact.object.message());
    }
}

void Contacts::read_bodies(const mjModel *model, mjData *data) {
    for (size_t slot = 0; slot < bodies_.size(); ++slot) {
        const int body = bodies_[slot];
        asperity::Body &motion = motion_[slot];
        mjtNum velocity[6];  // rotation first
        mj_objectVelocity(model, data, mjOBJ_BODY, body, velocity, 0);
        std::copy_n(data->xipos + 3 * body, 3, motion.position);
        std::copy_n(data->xquat + 4 * body, 4, motion.orientation);
        std::copy_n(velocity + 3, 3, motion.velocity);
        std::copy_n(velocity, 3, motion.angular_velocity);
        std::fill_n(data->xfrc_applied + 6 * body, 6, 0.0);
    }
}

/// Accelerations of the bodies without contact, and how they answer wrenches:  A = J·q̈ + J̇·q̇,  Λ = J·M⁻¹·Jᵀ.
void Contacts::free_motion(const mjModel *model, mjData *data) {
    mj_fwdActuation(model, data);
    mj_fwdAcceleration(model, data);
    for (size_t slot = 0; slot < bodies_.size(); ++slot) {
        mjtNum *linear = &jacobian_[6 * slot * nv_];
        mjtNum *linear_rate = &jacobian_rate_[6 * slot * nv_];
        const int body = bodies_[slot];
        mj_jacBodyCom(model, data, linear, linear + 3 * nv_, body);
        mj_jacDot(model, data, linear_rate, linear_rate + 3 * nv_, data->xipos + 3 * body, body);
    }
    const int rows = static_cast<int>(acceleration_.size());
    mj_solveM(model, data, response_.data(), jacobian_.data(), rows);
    for (int row = 0; row < rows; ++row) {
        const mjtNum *of_row = &jacobian_[row * nv_];
        acceleration_[row] = mju_dot(of_row, data->qacc_smooth, nv_) +
                             mju_dot(&jacobian_rate_[row * nv_], data->qvel, nv_);
        for (int column = 0; column <= row; ++column) {
            const double value = mju_dot(of_row, &response_[column * nv_], nv_);
            inertia_[row * rows + column] = inertia_[column * rows + row] = value;
        }
    }
}

/// Inputs, arms and inverse mass of one contact:  v_r = G·(v_i, ω_i, v_j, ω_j),  W = G·Λ·Gᵀ.
void Contacts::place(Contact &contact) {
    const asperity::Body &i = contact.slot_i < 0 ? WORLD : motion_[contact.slot_i];
    const asperity::Body &j = contact.slot_j < 0 ? WORLD : motion_[contact.slot_j];
    contact.inputs.body_i = i;
    contact.inputs.body_j = j;
    Vec offset, normal, point, arm_i, arm_j;
    mju_rotVecQuat(offset.data(), contact.pair.centre.data(), i.orientation);
    mju_rotVecQuat(normal.data(), contact.pair.normal.data(), j.orientation);
    for (int axis = 0; axis < 3; ++axis) {
        point[axis] = i.position[axis] + offset[axis] - contact.pair.radius * normal[axis];
        arm_i[axis] = point[axis] - i.position[axis];
        arm_j[axis] = point[axis] - j.position[axis];
    }

    // (v + ω×ρ)_a = v_a + Σ_b [eb × ρ]_a ω_b
    contact.arms.fill(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        contact.arms[13 * axis] = 1.0;
        contact.arms[13 * axis + 6] = -1.0;
        const double unit[3] = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
        const Vec by_i = cross(unit, arm_i.data()), by_j = cross(unit, arm_j.data());
        for (int row = 0; row < 3; ++row) {
            contact.arms[12 * row + 3 + axis] = by_i[row];
            contact.arms[12 * row + 9 + axis] = -by_j[row];
        }
    }

    const int rows = static_cast<int>(acceleration_.size());
    const int from[2] = {contact.slot_i, contact.slot_j};
    double linear[3][3] = {}, angular[3][3] = {};
    for (int a = 0; a < 12; ++a) {
        for (int b = 0; b < 12; ++b) {
            const int body_a = from[a / 6], body_b = from[b / 6];
            if (body_a < 0 || body_b < 0) {
                continue;
            }
            const double answer = inertia_[(6 * body_a + a % 6) * rows + 6 * body_b + b % 6];
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 3; ++column) {
                    linear[row][column] += contact.arms[12 * row + a] * answer * contact.arms[12 * column + b];
                }
            }
            if (a % 6 >= 3 && b % 6 >= 3) {
                angular[a % 3][b % 3] += (a / 6 == b / 6 ? 1.0 : -1.0) * answer;
            }
        }
    }
    for (int entry = 0; entry < 6; ++entry) {
        contact.mobility.inverse_mass[entry] = linear[PACKED[entry][0]][PACKED[entry][1]];
        contact.mobility.inverse_inertia[entry] = angular[PACKED[entry][0]][PACKED[entry][1]];
    }
}

/// Adds the wrench of the contact's last step to the accelerations, or takes it away.
void Contacts::push(const Contact &contact, double sign) {
    const size_t rows = acceleration_.size();
    const asperity::Wrench &wrench = contact.outputs.wrench;
    const double *parts[4] = {wrench.force_i, wrench.torque_i, wrench.force_j, wrench.torque_j};
    const int from[2] = {contact.slot_i, contact.slot_j};
    for (int part = 0; part < 4; ++part) {
        if (from[part / 2] < 0) {
            continue;
        }
        const double *columns = &inertia_[6 * from[part / 2] + 3 * (part % 2)];
        for (size_t row = 0; row < rows; ++row) {
            acceleration_[row] += sign * dot(columns + row * rows, parts[part]);
        }
    }
}

/// Steps one contact with the newest forces of all others. Returns by how much its own force changes the velocity at
/// the contact against the last answer [m/s].
double Contacts::solve(Contact &contact, double h) {
    push(contact, -1.0);
    double twist_rate[12] = {};
    for (int a = 0; a < 12; ++a) {
        const int body = a < 6 ? contact.slot_i : contact.slot_j;
        twist_rate[a] = body < 0 ? 0.0 : acceleration_[6 * body + a % 6];
    }
    for (int row = 0; row < 3; ++row) {
        double sum = 0.0;
        for (int a = 0; a < 12; ++a) {
            sum += contact.arms[12 * row + a] * twist_rate[a];
        }
        contact.mobility.free_acceleration[row] = sum;
        contact.mobility.free_angular_acceleration[row] = twist_rate[3 + row] - twist_rate[9 + row];
    }
    const asperity::Wrench before = contact.outputs.wrench;
    expect(contact.object.step(contact.inputs, contact.mobility, h, contact.outputs), "step", contact.object.message());
    push(contact, 1.0);
    const double *w = contact.mobility.inverse_mass;
    double change = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        change = std::max(change, std::abs(contact.outputs.wrench.force_i[axis] - before.force_i[axis]));
    }
    return change * h * (w[0] + w[1] + w[2]);
}

void Contacts::step(const mjModel *model, mjData *data) {
    mj_step1(model, data);
    const double h = model->opt.timestep;
    read_bodies(model, data);
    free_motion(model, data);
    for (Contact &contact : contacts_) {
        place(contact);
        push(contact, 1.0);
        if (contacts_.size() > 1) {
            expect(contact.object.save(contact.snapshot), "save", contact.object.message());
        }
    }
    for (int sweep = 0; sweep < agreement_.sweeps; ++sweep) {
        double change = 0.0;
        for (Contact &contact : contacts_) {
            if (sweep > 0) {
                expect(contact.object.restore(contact.snapshot), "restore", contact.object.message());
            }
            change = std::max(change, solve(contact, h));
        }
        if (contacts_.size() == 1 || change <= agreement_.tolerance) {
            break;
        }
    }
    for (const Contact &contact : contacts_) {
        const asperity::Wrench &wrench = contact.outputs.wrench;
        if (contact.slot_i >= 0) {
            mju_addTo3(data->xfrc_applied + 6 * contact.pair.body_i, wrench.force_i);
            mju_addTo3(data->xfrc_applied + 6 * contact.pair.body_i + 3, wrench.torque_i);
        }
        if (contact.slot_j >= 0) {
            mju_addTo3(data->xfrc_applied + 6 * contact.pair.body_j, wrench.force_j);
            mju_addTo3(data->xfrc_applied + 6 * contact.pair.body_j + 3, wrench.torque_j);
        }
    }
    mj_step2(model, data);
}

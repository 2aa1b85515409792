// Asperity's contacts in a MuJoCo simulation, by the interface coupling: MuJoCo says how the bodies yield to a force,
// Asperity integrates the contact inside the step, and its mean force and torque go into `xfrc_applied`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <asperity.hpp>
#include <mujoco/mujoco.h>

/// A sphere of body i that may touch a plane of body j. Places are in body axes, from the body's mass centre [m].
struct Pair {
    int body_i;
    std::array<double, 3> centre;
    double radius;
    int body_j;  // 0: the world
    std::array<double, 3> normal;
    double height;
};

/// compliance.* and friction.* of the unit.
struct Surface {
    double k = 1e7;      // N/m^1.5
    double e = 0.5;      // 1
    double mu_s = 0.45;  // 1
    double mu_c = 0.4;   // 1
};

/// How far contacts on the same bodies are brought to agree within a step.
struct Agreement {
    int sweeps = 3;           // at most
    double tolerance = 1e-9;  // m/s, by which the force of the last sweep may still have changed a contact's velocity
};

class Contacts {
  public:
    explicit Contacts(const mjModel *model, Agreement agreement = {});

    /// Before the first step.
    void add(const Pair &pair, const Surface &surface);

    /// Once, after all pairs were added and the first positions and velocities are set.
    void start(const mjModel *model, mjData *data);

    /// One time step of MuJoCo (Euler) with the contacts' forces. `xfrc_applied` of the bodies of all pairs belongs to
    /// the contacts.
    void step(const mjModel *model, mjData *data);

    /// Of the last step, in the order the pairs were added: wrench and friction are means, the others belong to its end
    const asperity::Outputs &outputs(size_t contact) const { return contacts_[contact].outputs; }

  private:
    struct Contact {
        asperity::Contact object;
        Pair pair;
        int slot_i, slot_j;  // into bodies_; -1: the world
        asperity::Inputs inputs = asperity::inputs();
        asperity::Outputs outputs = {};
        // G: relative velocity at the contact from the twists of the two bodies, 3 x 12
        std::array<double, 36> arms = {};
        asperity::Mobility mobility = {};
        // the object at the step's start
        std::vector<std::uint8_t> snapshot = std::vector<std::uint8_t>(asperity::Contact::size());
    };

    int slot(int body);
    void read_bodies(const mjModel *model, mjData *data);
    void free_motion(const mjModel *model, mjData *data);
    void place(Contact &contact);
    void push(const Contact &contact, double sign);
    double solve(Contact &contact, double h);

    Agreement agreement_;
    int nv_;
    std::vector<int> bodies_;         // MuJoCo's numbers of the bodies in pairs
    std::vector<asperity::Body> motion_;
    std::vector<double> jacobian_;    // of mass centre and rotation, 6 rows a body
    std::vector<double> jacobian_rate_;
    std::vector<double> response_;    // M^-1 J^T, transposed
    std::vector<double> inertia_;     // J M^-1 J^T: accelerations of all bodies under wrenches on all
    std::vector<double> acceleration_;  // of mass centre and rotation with the forces of now, 6 a body
    std::vector<Contact> contacts_;
};

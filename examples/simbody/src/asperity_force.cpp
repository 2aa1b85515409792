#include "asperity_force.hpp"

#include <algorithm>
#include <stdexcept>

using namespace SimTK;

namespace {

void expect(asperity::Status status, const char *message) {
    if (!status) {
        throw std::runtime_error(std::string("Asperity: ") + status.text() + ": " + message);
    }
}

void copy(const Vec3 &from, double to[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        to[axis] = from[axis];
    }
}

asperity::Body motion(const MobilizedBody &body, const State &state) {
    asperity::Body motion;
    const Transform &pose = body.getBodyTransform(state);
    const Quaternion orientation = pose.R().convertRotationToQuaternion();
    const SpatialVec &velocity = body.getBodyVelocity(state);
    copy(pose.p(), motion.position);
    for (int element = 0; element < 4; ++element) {
        motion.orientation[element] = orientation[element];
    }
    copy(velocity[1], motion.velocity);
    copy(velocity[0], motion.angular_velocity);
    return motion;
}

SpatialVec spatial(const double torque[3], const double force[3]) {
    return {Vec3(torque[0], torque[1], torque[2]), Vec3(force[0], force[1], force[2])};
}

/// asperity::State as a vector, in the order of its fields
constexpr int STATES = 8;
/// By how much bristles are bent [m]
constexpr double BRISTLE = 1e-4;
static_assert(sizeof(asperity::State) == STATES * sizeof(double), "asperity::State has 8 numbers");

}  // namespace

class AsperityForce::Implementation : public Force::Custom::Implementation {
  public:
    Implementation(GeneralForceSubsystem &forces, const MobilizedBody &body_i, const MobilizedBody &body_j,
                   asperity::Parameters parameters)
        : forces_(forces), body_i_(body_i), body_j_(body_j), parameters_(std::move(parameters)) {
        expect(parameters_.check(), parameters_.message());
    }

    void realizeTopology(State &state) const override {
        z_ = forces_.allocateZ(state, Vector(STATES, Real(0)));
        latch_ = forces_.allocateDiscreteVariable(state, Stage::Dynamics, new Value<Vec3>(Vec3(0)));
        seen_ = forces_.allocateCacheEntry(state, Stage::Dynamics, new Value<Vector>(Vector(STATES + 2, Real(0))));
    }

    /// Forces from poses, velocities, bristles and latch. What comes with them waits for the stage it belongs to: rates
    /// of the states, x and its rate.
    void calcForce(const State &state, Vector_<SpatialVec> &body_forces, Vector_<Vec3> &, Vector &) const override {
        asperity::State rates;
        const asperity::Outputs outputs = this->outputs(state, rates);
        const asperity::Wrench &wrench = outputs.wrench;
        body_forces[body_i_.getMobilizedBodyIndex()] += spatial(wrench.torque_i, wrench.force_i);
        body_forces[body_j_.getMobilizedBodyIndex()] += spatial(wrench.torque_j, wrench.force_j);
        Vector &seen = Value<Vector>::updDowncast(forces_.updCacheEntry(state, seen_)).upd();
        const double values[STATES + 2] = {rates.z[0], rates.z[1], rates.z[2], rates.s_dw, rates.work,
                                           rates.dissipated_normal, rates.dissipated_friction, rates.z_r,
                                           -outputs.gap, outputs.penetration_rate};
        std::copy(values, values + STATES + 2, &seen[0]);
    }

    void realizeAcceleration(const State &state) const override {
        forces_.updZDot(state)(z_, STATES) = seen(state)(0, STATES);
    }

    /// x [m] and its rate [m/s] of a state that is realized to Stage::Dynamics
    Real penetration(const State &state) const { return seen(state)[STATES]; }
    Real penetration_rate(const State &state) const { return seen(state)[STATES + 1]; }

    Real calcPotentialEnergy(const State &state) const override { return outputs(state).energy_elastic; }

    asperity::Outputs outputs(const State &state) const {
        asperity::State rates;
        return outputs(state, rates);
    }

    asperity::Outputs outputs(const State &state, asperity::State &rates) const {
        asperity::Outputs outputs;
        const asperity::Status status =
            parameters_.evaluate(inputs(state), latched(state), states(state), outputs, rates);
        if (!status) {
            refuse(state, status);
        }
        return outputs;
    }

    /// Contact on or off, approach speed and damping of the state as it is.
    void latch(State &state) const {
        asperity::Latch latch = latched(state);
        expect(parameters_.update(inputs(state), latch), "the latch of the impact");
        Value<Vec3>::updDowncast(forces_.updDiscreteVariable(state, latch_)).upd() =
            Vec3(latch.contact, latch.v_i, latch.a);
    }

    /// The integrator's errors of the bristles count as those of lengths that are small.
    void weigh(State &state) const {
        for (int element : {0, 1, 2, 7}) {
            state.updZWeights(forces_.getMySubsystemIndex())[z_ + element] = 1.0 / BRISTLE;
        }
    }

    asperity::Latch latched(const State &state) const {
        const Vec3 &latch = Value<Vec3>::downcast(forces_.getDiscreteVariable(state, latch_)).get();
        return {latch[0], latch[1], latch[2]};
    }

  private:
    const Vector &seen(const State &state) const {
        return Value<Vector>::downcast(forces_.getCacheEntry(state, seen_)).get();
    }

    [[noreturn]] void refuse(const State &state, asperity::Status status) const {
        char why[500] = "";
        static_cast<void>(parameters_.explain(inputs(state), latched(state), states(state), why).code());
        throw std::runtime_error(std::string("Asperity: ") + status.text() + ": " + why);
    }

    asperity::Inputs inputs(const State &state) const {
        asperity::Inputs inputs = asperity::inputs();
        inputs.body_i = motion(body_i_, state);
        inputs.body_j = motion(body_j_, state);
        return inputs;
    }

    asperity::State states(const State &state) const {
        const Vector &z = forces_.getZ(state);
        const auto at = [&](int element) { return z[z_ + element]; };
        return {{at(0), at(1), at(2)}, at(3), at(4), at(5), at(6), at(7)};
    }

    const GeneralForceSubsystem &forces_;
    const MobilizedBody body_i_, body_j_;
    asperity::Parameters parameters_;
    mutable ZIndex z_;
    mutable DiscreteVariableIndex latch_;
    mutable CacheEntryIndex seen_;
};

namespace {

using Implementation = AsperityForce::Implementation;

/// x = 0: the bodies meet or part. A little beyond, so that the latch sees them do so where the integrator stops.
class Touch : public TriggeredEventHandler {
  public:
    explicit Touch(const Implementation &contact) : TriggeredEventHandler(Stage::Acceleration), contact_(contact) {
        getTriggerInfo().setRequiredLocalizationTimeWindow(LOCALIZED);
    }
    Real getValue(const State &state) const override {
        return (contact_.latched(state).contact == 0.0 ? -BEYOND : BEYOND) + contact_.penetration(state);
    }
    void handleEvent(State &state, Real, bool &) const override { contact_.latch(state); }

  private:
    /// m
    static constexpr double BEYOND = 1e-12;
    /// By which an onset may be met late, as a share of the system's time scale of 0.1 s
    static constexpr double LOCALIZED = 1e-9;
    const Implementation &contact_;
};

/// ẋ = 2·v_i: a body at rest on the other is struck.
class Struck : public TriggeredEventHandler {
  public:
    explicit Struck(const Implementation &contact) : TriggeredEventHandler(Stage::Acceleration), contact_(contact) {
        getTriggerInfo().setTriggerOnFallingSignTransition(false);
    }
    Real getValue(const State &state) const override {
        const asperity::Latch latch = contact_.latched(state);
        return latch.contact == 0.0 ? -1.0 : contact_.penetration_rate(state) - 2.0 * latch.v_i;
    }
    void handleEvent(State &state, Real, bool &) const override { contact_.latch(state); }

  private:
    const Implementation &contact_;
};

}  // namespace

AsperityForce::AsperityForce(MultibodySystem &system, GeneralForceSubsystem &forces, const MobilizedBody &body_i,
                             const MobilizedBody &body_j, asperity::Parameters parameters)
    : Force::Custom(forces, new Implementation(forces, body_i, body_j, std::move(parameters))) {
    system.addEventHandler(new Touch(implementation()));
    system.addEventHandler(new Struck(implementation()));
}

void AsperityForce::start(State &state) const {
    implementation().weigh(state);
    implementation().latch(state);
}

asperity::Outputs AsperityForce::outputs(const State &state) const { return implementation().outputs(state); }

const AsperityForce::Implementation &AsperityForce::implementation() const {
    return dynamic_cast<const Implementation &>(getImplementation());
}

// Asperity's contact as a force element of Simbody: bristles, dwell state and energy ledger are continuous states of
// the system, the latch of the impact a discrete one that changes at events.
#pragma once

#include <asperity.hpp>
#include <Simbody.h>

/// Contact of a sphere on body i with a plane on body j (or another pair with shapes, by `geometry.pair`); places in
/// body axes from the body's frame origin.
class AsperityForce : public SimTK::Force::Custom {
  public:
    /// Adds the element to `forces` and its events to `system`. The parameters have the pair and its shapes, and are
    /// checked here: std::runtime_error with the library's own sentence if they do not fit together.
    AsperityForce(SimTK::MultibodySystem &system, SimTK::GeneralForceSubsystem &forces,
                  const SimTK::MobilizedBody &body_i, const SimTK::MobilizedBody &body_j,
                  asperity::Parameters parameters);

    /// Latches what is in contact already. Once, with the first positions and velocities, before the integrator starts.
    void start(SimTK::State &state) const;

    /// Everything the contact says about a state that is realized to Stage::Velocity
    asperity::Outputs outputs(const SimTK::State &state) const;

    class Implementation;

  private:
    const Implementation &implementation() const;
};

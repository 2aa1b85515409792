// Asperity for C++17: a thin wrapper of asperity.h, nothing to compile. Handles free themselves, arrays come as views,
// nothing throws.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Meaning, units and thread rules are those of the functions of asperity.h of the same name. A handle that was moved
// from answers ASPERITY_NULL.
#ifndef ASPERITY_HPP
#define ASPERITY_HPP

#include "asperity.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace asperity {

using Body = asperity_body;
using Inputs = asperity_inputs;
using Mobility = asperity_mobility;
using State = asperity_state;
using Latch = asperity_latch;
using Wrench = asperity_wrench;
using Outputs = asperity_outputs;
using BodyWrench = asperity_body_wrench;
using BodyAcceleration = asperity_body_acceleration;

/// Whether the library that is linked has the binary interface of this header: to be asked first.
[[nodiscard]] inline bool is_compatible() noexcept { return asperity_abi() == ASPERITY_ABI; }

/// Inputs at their start values.
[[nodiscard]] inline Inputs inputs() noexcept {
    Inputs start;
    asperity_inputs_init(&start);
    return start;
}

/// What a call answers; true if it is done.
class [[nodiscard]] Status {
public:
    constexpr Status(asperity_status code) noexcept : code_(code) {}
    constexpr explicit operator bool() const noexcept { return code_ == ASPERITY_OK; }
    [[nodiscard]] constexpr asperity_status code() const noexcept { return code_; }
    /// In a few words, never null.
    [[nodiscard]] const char *text() const noexcept { return asperity_status_text(code_); }

private:
    asperity_status code_;
};

/// A status and, if it is true, a value.
template <class T> struct [[nodiscard]] Result {
    Status status;
    T value;
    constexpr explicit operator bool() const noexcept { return static_cast<bool>(status); }
    constexpr const T &operator*() const noexcept { return value; }
    constexpr const T *operator->() const noexcept { return &value; }
};

/// A view of numbers that somebody else owns: an array, a pointer with a length, or a container with data() and size().
template <class T> class Span {
public:
    constexpr Span() noexcept = default;
    constexpr Span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr Span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class C, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<C &>().data()), T *>>>
    constexpr Span(C &container) noexcept : data_(container.data()), size_(container.size()) {}
    [[nodiscard]] constexpr T *data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {
struct Free {
    void operator()(asperity_parameters *handle) const noexcept { asperity_parameters_free(handle); }
    void operator()(asperity_contact *handle) const noexcept { asperity_contact_free(handle); }
    void operator()(asperity_system *handle) const noexcept { asperity_system_free(handle); }
};
} // namespace detail

/// d(e) of a restitution; NaN outside 0.001...1.
[[nodiscard]] inline double damping_factor(double e) noexcept { return asperity_damping_factor(e); }
/// e of u = a*v_i >= 0, which is d(e)/e; NaN for others.
[[nodiscard]] inline double restitution(double u) noexcept { return asperity_restitution(u); }

/// Impact in the plane, or in space; `text` takes why it is refused.
inline Result<asperity_impact_outputs> impact(const asperity_impact_inputs &inputs, Span<char> text = {}) noexcept {
    Result<asperity_impact_outputs> of{ASPERITY_OK, {}};
    of.status = asperity_impact(&inputs, &of.value, text.data(), text.size());
    return of;
}
inline Result<asperity_impact_spatial_outputs> impact(const asperity_impact_spatial_inputs &inputs,
                                                      Span<char> text = {}) noexcept {
    Result<asperity_impact_spatial_outputs> of{ASPERITY_OK, {}};
    of.status = asperity_impact_spatial(&inputs, &of.value, text.data(), text.size());
    return of;
}

/// Friction of one evaluation.
struct Friction {
    double force[3], z_rate[3], s_dw_rate;
};

/// Parameters by name; after check() they may be shared by any number of threads and contacts.
class Parameters {
public:
    /// At their start values; empty if there is no memory.
    [[nodiscard]] static std::optional<Parameters> create() noexcept { return owned(asperity_parameters_create()); }
    [[nodiscard]] std::optional<Parameters> clone() const noexcept {
        return owned(asperity_parameters_clone(handle()));
    }

    Status set(const char *name, double value) noexcept { return asperity_parameters_set(handle_.get(), name, value); }
    Status choose(const char *name, const char *item) noexcept {
        return asperity_parameters_choose(handle_.get(), name, item);
    }
    Status check() noexcept { return asperity_parameters_check(handle_.get()); }
    Result<double> get(const char *name) const noexcept {
        return made<double>([&](double *value) { return asperity_parameters_get(handle(), name, value); });
    }
    [[nodiscard]] const char *message() const noexcept { return asperity_parameters_message(handle()); }
    [[nodiscard]] const asperity_parameters *handle() const noexcept { return handle_.get(); }

    Result<double> damping(double v_i) const noexcept {
        return made<double>([&](double *a) { return asperity_damping(handle(), v_i, a); });
    }
    Result<double> normal_force(double x, double x_rate, double a) const noexcept {
        return made<double>([&](double *f_n) { return asperity_normal_force(handle(), x, x_rate, a, f_n); });
    }
    Result<Friction> friction(const double (&normal)[3], const double (&v_t)[3], double f_n, const double (&z)[3],
                              double s_dw) const noexcept {
        return made<Friction>([&](Friction *of) {
            return asperity_friction(handle(), normal, v_t, f_n, z, s_dw, of->force, of->z_rate, &of->s_dw_rate);
        });
    }

    Status update(const Inputs &inputs, Latch &latch) const noexcept {
        return asperity_latch_update(handle(), &inputs, &latch);
    }
    Status evaluate(const Inputs &inputs, const Latch &latch, const State &state, Outputs &outputs,
                    State &rates) const noexcept {
        return asperity_evaluate(handle(), &inputs, &latch, &state, &outputs, &rates);
    }
    Status rates(const Inputs &inputs, const Latch &latch, const State &state, Wrench &wrench,
                 State &rates) const noexcept {
        return asperity_rates(handle(), &inputs, &latch, &state, &wrench, &rates);
    }
    Status explain(const Inputs &inputs, const Latch &latch, const State &state, Span<char> text) const noexcept {
        return asperity_explain(handle(), &inputs, &latch, &state, text.data(), text.size());
    }

private:
    explicit Parameters(asperity_parameters *handle) noexcept : handle_(handle) {}
    static std::optional<Parameters> owned(asperity_parameters *handle) noexcept {
        return handle == nullptr ? std::nullopt : std::optional<Parameters>(Parameters(handle));
    }
    template <class T, class Call> static Result<T> made(Call call) noexcept {
        T value{};
        const asperity_status status = call(&value);
        return {status, value};
    }

    std::unique_ptr<asperity_parameters, detail::Free> handle_;
};

/// A contact that remembers: communication steps in both couplings. One thread at a time.
class Contact {
public:
    /// With a copy of the parameters; empty if there is no memory.
    [[nodiscard]] static std::optional<Contact> create(const Parameters &parameters) noexcept {
        asperity_contact *handle = asperity_contact_create(parameters.handle());
        return handle == nullptr ? std::nullopt : std::optional<Contact>(Contact(handle));
    }

    /// Kinematic coupling.
    Status start(const Inputs &inputs, double time) noexcept {
        return asperity_contact_start(handle_.get(), &inputs, nullptr, time);
    }
    /// Interface coupling.
    Status start(const Inputs &inputs, const Mobility &mobility, double time) noexcept {
        return asperity_contact_start(handle_.get(), &inputs, &mobility, time);
    }
    /// Kinematic coupling; without `rates` velocities are held.
    Status step(const Inputs &inputs, double h, Outputs &outputs, const Inputs *rates = nullptr) noexcept {
        return asperity_contact_step(handle_.get(), &inputs, rates, nullptr, h, &outputs);
    }
    /// Interface coupling.
    Status step(const Inputs &inputs, const Mobility &mobility, double h, Outputs &outputs,
                const Inputs *rates = nullptr) noexcept {
        return asperity_contact_step(handle_.get(), &inputs, rates, &mobility, h, &outputs);
    }
    Status slopes(Wrench &slopes) const noexcept { return asperity_contact_slopes(handle_.get(), &slopes); }
    Status state(State &state, Latch &latch) const noexcept {
        return asperity_contact_state(handle_.get(), &state, &latch);
    }

    /// Bytes of a snapshot.
    [[nodiscard]] static std::size_t size() noexcept { return asperity_contact_size(); }
    Status save(Span<std::uint8_t> bytes) const noexcept {
        return asperity_contact_save(handle_.get(), bytes.data(), bytes.size());
    }
    Status restore(Span<const std::uint8_t> bytes) noexcept {
        return asperity_contact_restore(handle_.get(), bytes.data(), bytes.size());
    }

    /// Why the last call failed, or what the last step had to say; "" if neither.
    [[nodiscard]] const char *message() const noexcept { return asperity_contact_message(handle_.get()); }
    [[nodiscard]] asperity_contact *handle() const noexcept { return handle_.get(); }

private:
    explicit Contact(asperity_contact *handle) noexcept : handle_(handle) {}

    std::unique_ptr<asperity_contact, detail::Free> handle_;
};

/// Bodies with shapes and the contacts between them: built, then started and stepped. One thread at a time.
class System {
public:
    /// Empty if there is no memory.
    [[nodiscard]] static std::optional<System> create() noexcept {
        asperity_system *handle = asperity_system_create();
        return handle == nullptr ? std::nullopt : std::optional<System>(System(handle));
    }

    /// Bodies, shapes and contacts from the text of a system file.
    Status read(const char *toml) noexcept { return asperity_system_read(handle_.get(), toml); }
    /// A body that moves; without `start` at rest in the origin.
    Result<std::size_t> add_body(const char *name, const Body *start = nullptr) noexcept {
        return made([&](std::size_t *number) { return asperity_system_add_body(handle_.get(), name, start, 1, number); });
    }
    /// A body that is fixed to the world.
    Result<std::size_t> add_fixed_body(const char *name, const Body *start = nullptr) noexcept {
        return made([&](std::size_t *number) { return asperity_system_add_body(handle_.get(), name, start, 0, number); });
    }
    /// The answer is the number of the shape on its body; `name` and `position` may be null.
    Result<std::size_t> add_sphere(std::size_t body, double radius, const char *name = nullptr,
                                   const double *position = nullptr, bool hollow = false) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_sphere(handle_.get(), body, name, position, radius, hollow ? 1 : 0, number);
        });
    }
    Result<std::size_t> add_plane(std::size_t body, const double (&normal)[3], double height,
                                  const char *name = nullptr) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_plane(handle_.get(), body, name, normal, height, number);
        });
    }
    Result<std::size_t> add_cylinder(std::size_t body, const double (&axis)[3], double radius,
                                     const char *name = nullptr, const double *position = nullptr,
                                     bool hollow = false) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_cylinder(handle_.get(), body, name, position, axis, radius, hollow ? 1 : 0,
                                                number);
        });
    }
    /// Lengths along the axes of the shape; what has faces meets planes by volume.
    Result<std::size_t> add_box(std::size_t body, const double (&size)[3], const char *name = nullptr,
                                const double *position = nullptr, const double *orientation = nullptr) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_box(handle_.get(), body, name, position, orientation, size, number);
        });
    }
    Result<std::size_t> add_ellipsoid(std::size_t body, const double (&size)[3], const char *name = nullptr,
                                      const double *position = nullptr,
                                      const double *orientation = nullptr) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_ellipsoid(handle_.get(), body, name, position, orientation, size, number);
        });
    }
    /// A truncated cone about z; with two equal radii a cylinder that ends.
    Result<std::size_t> add_cone(std::size_t body, double radius, double top_radius, double length,
                                 const char *name = nullptr, const double *position = nullptr,
                                 const double *orientation = nullptr) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_cone(handle_.get(), body, name, position, orientation, radius, top_radius, length,
                                            number);
        });
    }
    /// Contact of shape `shape_a` of a body with shape `shape_b` of another one.
    Result<std::size_t> add_contact(std::size_t body_a, std::size_t shape_a, std::size_t body_b, std::size_t shape_b,
                                    const Parameters &parameters, const char *name = nullptr) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_contact(handle_.get(), name, body_a, shape_a, body_b, shape_b,
                                               parameters.handle(), number);
        });
    }
    /// `count` points with areas in the frame of shape `shape_a`, each with a contact of its own; the answer is the first one.
    Result<std::size_t> add_patch(std::size_t body_a, std::size_t shape_a, std::size_t body_b, std::size_t shape_b,
                                  const double (*points)[3], const double *weights, std::size_t count,
                                  const Parameters &parameters, const char *name = nullptr) noexcept {
        return made([&](std::size_t *number) {
            return asperity_system_add_patch(handle_.get(), name, body_a, shape_a, body_b, shape_b,
                                             points == nullptr ? nullptr : *points, weights, count, parameters.handle(),
                                             number);
        });
    }
    /// Mass [kg], for interface coupling. `inertia`: xx, yy, zz, xy, xz, yz about the mass centre [kg m^2]; null: from the
    /// shapes. `center_of_mass`: in the body's frame [m]; null: 0.
    Status set_mass(std::size_t body, double mass, const double *inertia = nullptr,
                    const double *center_of_mass = nullptr) noexcept {
        return asperity_system_set_mass(handle_.get(), body, mass, inertia, center_of_mass);
    }
    [[nodiscard]] std::size_t body_count() const noexcept { return asperity_system_body_count(handle_.get()); }
    [[nodiscard]] std::size_t contact_count() const noexcept { return asperity_system_contact_count(handle_.get()); }
    Result<std::size_t> find_body(const char *name) const noexcept {
        return made([&](std::size_t *number) { return asperity_system_find_body(handle_.get(), name, number); });
    }
    Result<std::size_t> find_contact(const char *name) const noexcept {
        return made([&](std::size_t *number) { return asperity_system_find_contact(handle_.get(), name, number); });
    }

    /// Motions as they were added.
    Status start(double time) noexcept { return asperity_system_start(handle_.get(), nullptr, time, nullptr); }
    /// ASPERITY_SIZE: there is not one motion for each body.
    Status start(Span<const Body> bodies, double time) noexcept {
        return handle_ && bodies.size() != body_count()
                   ? Status(ASPERITY_SIZE)
                   : asperity_system_start(handle_.get(), bodies.data(), time, nullptr);
    }
    /// ASPERITY_SIZE: an array has not one entry for each body. Without `rates` velocities are held.
    Status step(Span<const Body> bodies, double h, Span<BodyWrench> wrenches, Span<const Body> rates = {}) noexcept {
        const std::size_t n = body_count();
        if (handle_ && (bodies.size() != n || wrenches.size() != n || (rates.size() != 0 && rates.size() != n))) {
            return ASPERITY_SIZE;
        }
        return asperity_system_step(handle_.get(), bodies.data(), rates.size() == 0 ? nullptr : rates.data(), h,
                                    wrenches.data());
    }
    /// The same on the caller's threads, the same bits: `run(count, task)` calls task(number) once for each number below
    /// count, on any threads, and returns when all calls have returned. It does not throw. `tasks`: 1 to 64.
    template <class Run>
    Status step_with(Span<const Body> bodies, double h, Span<BodyWrench> wrenches, std::size_t tasks, Run &&run,
                     Span<const Body> rates = {}) noexcept {
        const std::size_t n = body_count();
        if (handle_ && (bodies.size() != n || wrenches.size() != n || (rates.size() != 0 && rates.size() != n))) {
            return ASPERITY_SIZE;
        }
        using Given = std::remove_reference_t<Run>;
        const asperity_run call = [](void *context, asperity_task task, void *data, std::size_t count) noexcept {
            (*static_cast<Given *>(context))(count, [task, data](std::size_t number) noexcept { task(data, number); });
        };
        return asperity_system_step_with(handle_.get(), bodies.data(), rates.size() == 0 ? nullptr : rates.data(), h,
                                         wrenches.data(), tasks, call,
                                         const_cast<void *>(static_cast<const void *>(std::addressof(run))));
    }
    /// One step in interface coupling, from the accelerations without contacts. ASPERITY_SIZE: an array has not one entry
    /// for each body. `slopes`: rates of the wrenches over the step; may be empty.
    Status step_coupled(Span<const Body> bodies, Span<const BodyAcceleration> free_accelerations, double h,
                        Span<BodyWrench> wrenches, Span<BodyWrench> slopes = {}) noexcept {
        const std::size_t n = body_count();
        if (handle_ && (bodies.size() != n || free_accelerations.size() != n || wrenches.size() != n ||
                        (slopes.size() != 0 && slopes.size() != n))) {
            return ASPERITY_SIZE;
        }
        return asperity_system_step_coupled(handle_.get(), bodies.data(), free_accelerations.data(), h, wrenches.data(),
                                            slopes.size() == 0 ? nullptr : slopes.data());
    }
    Status contact(std::size_t number, Outputs &outputs) const noexcept {
        return asperity_system_contact(handle_.get(), number, &outputs);
    }

    /// Bytes of a snapshot.
    [[nodiscard]] std::size_t size() const noexcept { return asperity_system_size(handle_.get()); }
    Status save(Span<std::uint8_t> bytes) const noexcept {
        return asperity_system_save(handle_.get(), bytes.data(), bytes.size());
    }
    Status restore(Span<const std::uint8_t> bytes) noexcept {
        return asperity_system_restore(handle_.get(), bytes.data(), bytes.size());
    }

    /// Why the last call failed, or what the last step had to say; "" if neither.
    [[nodiscard]] const char *message() const noexcept { return asperity_system_message(handle_.get()); }
    [[nodiscard]] asperity_system *handle() const noexcept { return handle_.get(); }

private:
    explicit System(asperity_system *handle) noexcept : handle_(handle) {}
    template <class Call> static Result<std::size_t> made(Call call) noexcept {
        Result<std::size_t> of{ASPERITY_OK, 0};
        of.status = call(&of.value);
        return of;
    }

    std::unique_ptr<asperity_system, detail::Free> handle_;
};

/// A vector per contact, one array per axis.
template <class T> struct Axes {
    Span<T> x, y, z;

    [[nodiscard]] constexpr bool has(std::size_t n) const noexcept {
        return x.size() == n && y.size() == n && z.size() == n;
    }
};

/// Contacts with the same parameters as a structure of arrays, all of one length.
struct Batch {
    Span<const double> penetration;
    Axes<const double> normal, relative_velocity;
    /// Empty: 0
    Axes<const double> turning_rate;
    Axes<const double> z;
    Span<const double> s_dw, damping;
    Axes<double> force, z_rate;
    Span<double> s_dw_rate;

    /// Writes force, z_rate and s_dw_rate; ASPERITY_SIZE: a length differs. `culprit`: the first contact at fault, or
    /// their number if there is none.
    Status rates(const Parameters &parameters, std::size_t *culprit = nullptr) const noexcept {
        const std::size_t n = penetration.size();
        const bool same = normal.has(n) && relative_velocity.has(n) && (turning_rate.has(n) || turning_rate.has(0)) &&
                          z.has(n) && s_dw.size() == n && damping.size() == n && force.has(n) && z_rate.has(n) &&
                          s_dw_rate.size() == n;
        if (!same) {
            return ASPERITY_SIZE;
        }
        const asperity_batch batch = {
            penetration.data(),
            {normal.x.data(), normal.y.data(), normal.z.data()},
            {relative_velocity.x.data(), relative_velocity.y.data(), relative_velocity.z.data()},
            {turning_rate.x.data(), turning_rate.y.data(), turning_rate.z.data()},
            {z.x.data(), z.y.data(), z.z.data()},
            s_dw.data(),
            damping.data(),
            {force.x.data(), force.y.data(), force.z.data()},
            {z_rate.x.data(), z_rate.y.data(), z_rate.z.data()},
            s_dw_rate.data(),
        };
        return asperity_batch_rates(parameters.handle(), n, &batch, culprit);
    }
};

/// One step of every contact; number f of contact k is at [f*n + k]. `mobility` and `statuses` may be empty.
/// ASPERITY_SIZE: a length does not fit.
inline Status step(Span<asperity_contact *const> contacts, Span<const double> inputs, Span<const double> mobility,
                   double h, Span<double> outputs, Span<asperity_status> statuses = {}) noexcept {
    const std::size_t n = contacts.size();
    const bool fits = inputs.size() == n * ASPERITY_INPUT_NUMBERS && outputs.size() == n * ASPERITY_OUTPUT_NUMBERS &&
                      (mobility.size() == 0 || mobility.size() == n * ASPERITY_MOBILITY_NUMBERS) &&
                      (statuses.size() == 0 || statuses.size() == n);
    if (!fits) {
        return ASPERITY_SIZE;
    }
    return asperity_batch_step(contacts.data(), n, inputs.data(), mobility.size() == 0 ? nullptr : mobility.data(), h,
                               outputs.data(), statuses.size() == 0 ? nullptr : statuses.data());
}

} // namespace asperity

#include "asperity_rigid.hpp"

#endif // ASPERITY_HPP

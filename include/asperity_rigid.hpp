// Problems of rigid contacts for C++17: impacts, forces and accelerations, complementarity, programmes. Part of asperity.hpp,
// which is the one to include.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef ASPERITY_RIGID_HPP
#define ASPERITY_RIGID_HPP

#ifndef ASPERITY_HPP
#include "asperity.hpp"
#endif

namespace asperity {

/// Impact of rigid bodies at several contacts at once: ASPERITY_SIZE unless `matrix` has 9*n*n numbers and the others 3*n.
inline Result<asperity_impacts_report> impacts(Span<const asperity_struck> contacts, Span<const double> matrix,
                                               Span<const double> before, Span<double> impulses, Span<double> after,
                                               Span<char> text = {}) noexcept {
    Result<asperity_impacts_report> of{ASPERITY_SIZE, {}};
    const std::size_t n = contacts.size(), rows = 3 * n;
    if (matrix.size() == rows * rows && before.size() == rows && impulses.size() == rows && after.size() == rows) {
        of.status = asperity_impacts(contacts.data(), n, matrix.data(), before.data(), impulses.data(), after.data(),
                                     &of.value, text.data(), text.size());
    }
    return of;
}

/// Rows that a contact has in matrix and vectors.
[[nodiscard]] inline std::size_t rows(const asperity_rigid_contact &contact) noexcept {
    const bool is_point = contact.map == ASPERITY_ELLIPSOID && contact.e[2] == 0.0;
    return contact.map == ASPERITY_LINE ? 2 : is_point ? 3 : 4;
}

/// Forces and accelerations of rigid bodies that touch, one after the other in the order of the contacts' rows; `text`
/// takes why it is refused. ASPERITY_SIZE: a length is not that of the rows.
inline Result<asperity_rigid_report> accelerations(Span<const asperity_rigid_contact> contacts,
                                                   Span<const double> matrix, Span<const double> unforced,
                                                   Span<double> forces, Span<double> acceleration,
                                                   Span<char> text = {}) noexcept {
    std::size_t n = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        n += rows(contacts.data()[k]);
    }
    Result<asperity_rigid_report> of{ASPERITY_SIZE, {}};
    if (matrix.size() == n * n && unforced.size() == n && forces.size() == n && acceleration.size() == n) {
        of.status = asperity_accelerations(contacts.data(), contacts.size(), matrix.data(), unforced.data(),
                                           forces.data(), acceleration.data(), &of.value, text.data(), text.size());
    }
    return of;
}

/// 0 <= z, 0 <= w = M*z + q, z*w = 0. ASPERITY_SIZE: a length is not that of `vector`, or its square.
inline Result<asperity_programme_report> lcp(Span<const double> matrix, Span<const double> vector, Span<double> z,
                                             Span<double> w, Span<char> text = {}) noexcept {
    const std::size_t n = vector.size();
    Result<asperity_programme_report> of{ASPERITY_SIZE, {}};
    if (matrix.size() == n * n && z.size() == n && w.size() == n) {
        of.status = asperity_lcp(n, matrix.data(), vector.data(), z.data(), w.data(), &of.value, text.data(),
                                 text.size());
    }
    return of;
}

/// Least 1/2*x*Q*x + g*x over x >= 0 with H*x <= K. ASPERITY_SIZE: a length is not that of `gradient` and `limits`, or their
/// product.
inline Result<asperity_programme_report> qp(Span<const double> hessian, Span<const double> gradient,
                                            Span<const double> rows, Span<const double> limits, Span<double> x,
                                            Span<double> multipliers, Span<char> text = {}) noexcept {
    const std::size_t n = gradient.size(), m = limits.size();
    Result<asperity_programme_report> of{ASPERITY_SIZE, {}};
    if (hessian.size() == n * n && rows.size() == m * n && x.size() == n && multipliers.size() == m) {
        of.status = asperity_qp(n, m, hessian.data(), gradient.data(), rows.data(), limits.data(), x.data(),
                                multipliers.data(), &of.value, text.data(), text.size());
    }
    return of;
}

} // namespace asperity

#endif // ASPERITY_RIGID_HPP

"""Largest values and crossings of what a solver's dense output describes between its steps: where the steps happen to
end must not show in a test."""

import numpy as np
from scipy.optimize import minimize_scalar


def largest(value, before, after):
    """Largest value of a function with at most one peak in an interval, and where: at an end, or at the peak."""
    ends = [(value(before), before), (value(after), after)]
    # a thousandth of the interval: what it rises by from there to a peak in between is not missed
    little = 1e-3 * (after - before)
    if value(before + little) <= ends[0][0] or value(after - little) <= ends[1][0]:
        return max(ends)
    found = minimize_scalar(
        lambda t: -value(t), bounds=(before, after), method="bounded", options={"xatol": 1e-6 * (after - before)}
    )
    return max(*ends, (-found.fun, found.x))


def first_true(condition, before, after):
    """Bisection to the last bit: the first time at which a condition holds that is false before and true after."""
    while True:
        middle = 0.5 * (before + after)
        if not before < middle < after:
            return after
        if condition(middle):
            after = middle
        else:
            before = middle


def rises_through(value, level, times):
    """The first time at which a function reaches a level, `times` being close enough to see it there."""
    k = next(k for k, t in enumerate(times) if value(t) >= level)
    return first_true(lambda t: value(t) >= level, times[k - 1], times[k])


def between(times, values, k):
    """Bounds of a peak that is near the k-th and largest of some samples: the sample itself; and where the lines meet
    that go on as before and after the interval, above which a concave function never is."""
    highest = values[k]
    for a in (k - 1, k):
        left, right = (np.diff(values[n : n + 2])[0] / np.diff(times[n : n + 2])[0] for n in (a - 1, a + 1))
        if left > right:
            t = (values[a + 1] - values[a] + left * times[a] - right * times[a + 1]) / (left - right)
            highest = max(highest, values[a] + left * (t - times[a]))
    return values[k], highest

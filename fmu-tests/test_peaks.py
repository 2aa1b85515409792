"""peaks.py on functions whose peaks and crossings are known."""

import numpy as np
import pytest
from peaks import between, first_true, largest, rises_through

# Smooth, with a kink, rising up to a plateau; each with its peak at 0.62, of size 0
SHAPES = {
    "smooth": lambda t: -((t - 0.62) ** 2),
    "kink": lambda t: -abs(t - 0.62),
    "lopsided": lambda t: -30.0 * (0.62 - t) if t < 0.62 else -((t - 0.62) ** 2),
    "plateau": lambda t: min(t - 0.62, 0.0),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_largest_is_the_peak_wherever_the_interval_ends(shape):
    for before, after in ((0.0, 1.0), (0.61, 0.70), (0.3, 0.6201), (0.6199, 5.0)):
        value, t = largest(shape, before, after)
        # a peak in the outer thousandths counts as the end; the place of another is found to 1e-6 of the interval
        edge = min(0.62 - before, after - 0.62) < 1e-3 * (after - before)
        assert -30.0 * (1e-3 if edge else 1e-6) * (after - before) <= value <= 0.0 and before <= t <= after
    assert largest(shape, 0.0, 0.5) == (shape(0.5), 0.5)


def test_largest_of_a_falling_function_is_its_begin():
    assert largest(lambda t: -t, 1.0, 2.0) == (-1.0, 1.0)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_peak_lies_between_the_bounds_that_samples_give(shape):
    rng = np.random.default_rng(0)
    for _ in range(200):
        times = np.sort(rng.uniform(0.0, 1.3, 12))
        values = np.array([shape(t) for t in times])
        k = int(np.argmax(values))
        if 2 <= k < len(times) - 2:
            least, most = between(times, values, k)
            assert least == values[k] and least <= 0.0 <= most + 1e-12


def test_crossings_are_found_to_the_last_bit():
    assert rises_through(lambda t: t * t, 0.5, [0.0, 0.3, 0.6, 0.9]) == pytest.approx(np.sqrt(0.5), rel=3e-16)
    assert first_true(lambda t: t >= 0.1, 0.0, 1.0) == 0.1

"""Every item of every enumeration of the model description is played by a test; a new one fails here by its name."""

import recording
import test_spin_law
import test_time_stepping
import test_uneven
from scenes import PAIRS, REGIMES, SPIN_REGIMES


def played():
    """Items that the tables of scenes hold, by parameter; the laws of a table are set one by one in its tests."""
    tables = [regime.settings for regime in (REGIMES | SPIN_REGIMES).values()]
    tables += [*recording.LAWS.values(), *recording.COUPLINGS.values()]
    items = {}
    for table in tables:
        for name, value in table.items():
            items.setdefault(name, set()).add(value)
    items.setdefault("friction.map", set()).update(test_spin_law.MAPS + test_uneven.MAPS)
    items.setdefault("compliance.law", set()).update(test_spin_law.DAMPING)
    items["timeStepping.friction"] = set(test_time_stepping.FRICTIONS)
    items["timeStepping.impact"] = set(test_time_stepping.HYPOTHESES)
    items["timeStepping.law"] = set(test_time_stepping.LAWS)
    items.setdefault("coupling.method", set()).add(test_time_stepping.RIGID["coupling.method"])
    return items


def test_every_item_is_played_by_a_scene(package):
    items = played()
    for name, known in package.choices().items():
        if name == "geometry.pair":
            continue
        # the start value is what every other table leaves as it is
        start = known[int(package.variables[name].start) - 1]
        missing = set(known) - {start} - items.get(name, set())
        assert not missing, f"no scene plays {name} = {', '.join(sorted(missing))}"


def test_every_pair_has_a_scene_a_recorded_path_and_an_effective_radius(package):
    pairs = package.choices()["geometry.pair"]
    for where, known in (
        ("scenes.PAIRS", PAIRS),
        ("recording.PAIRS", recording.PAIRS),
        ("test_spin_law.EFFECTIVE", test_spin_law.EFFECTIVE),
    ):
        assert list(known) == pairs, f"{where}: {sorted(set(pairs) ^ set(known))}"

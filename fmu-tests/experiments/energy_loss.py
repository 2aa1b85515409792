"""Energy lost when the tip of two rods hits the ground once, over the coefficient of friction [G04 Figs 22 and 23].

Two uniform rods of 1 m and 2 kg, the tip just touching, both joints turning at -1 rad/s; without gravity. Example:

    python energy_loss.py Asperity.fmu --configuration b --e 0.5 --out energy_loss.csv
"""

import numpy as np
from common import Refused, Run, main, number, parser, print_table, simulate, write_csv
from pendulum import SETTINGS, DoublePendulum, Link

ROD = Link(length=1.0, mass=2.0, center=0.5, inertia=1.0 / 6.0)
ANGLES = {"a": np.radians((18.0, 12.0)), "b": np.radians((0.0, 20.7))}


def rods(configuration):
    phi1, phi2 = ANGLES[configuration]
    height = -np.cos(phi1) - np.cos(phi1 + phi2)
    return DoublePendulum((ROD, ROD), start=(phi1, phi2, -1.0, -1.0), ground=height, gravity=0.0)


def energy_loss(package, configuration, mu, e, until=1.0, **how):
    """Kinetic energy lost until the tip leaves the ground [% of that before]."""
    plant = rods(configuration)
    settings = SETTINGS | {"friction.mu_S": mu, "friction.mu_C": mu, "compliance.e": e}

    def parted(host):
        return bool(host.impacts) and not host.touching

    run = simulate(package, plant, settings, until, max_step=1e-4, outputs=("energyElastic",), watch=parted, **how)
    if not run.impacts or np.isinf(run.impacts[-1].t_off):
        raise Refused(f"the tip is still on the ground after {until:g} s: take a longer --until")
    before, after = (plant.kinetic_energy(run.rows[k, 1:5]) for k in (0, -1))
    return 100.0 * (1.0 - after / before)


def experiment(package, arguments):
    a = arguments
    if not 0.001 <= a.e <= 1.0:
        raise Refused(f"--e {a.e:g} is not in 0.001 ... 1")
    mus = np.linspace(0.0, 1.0, 11)
    how = dict(until=a.until, mode=a.mode, step=a.step, rtol=a.rtol, paper=a.paper)
    rows = [[mu, energy_loss(package, a.configuration, mu, a.e, **how)] for mu in mus]
    columns = ["mu [1]", "energy lost [%]"]
    print_table(f"Configuration ({a.configuration}), e = {a.e:g}", columns, rows)
    write_csv(a.out, Run([], columns, np.array(rows)))


if __name__ == "__main__":
    options = parser(__doc__, until=1.0)
    options.add_argument("--configuration", choices=["a", "b"], default="a", help="of the rods (default a)")
    options.add_argument("--e", type=number, default=0.5, help="coefficient of restitution (default 0.5)")
    main(experiment, options)

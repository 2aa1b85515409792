//! All contacts at once: sweeps, Newton's method, and other starts where both end at nothing.

use crate::rigid::cones::equations::Equations;
use crate::rigid::cones::gauss_seidel::{Acceleration, DEPTH, Iterate, Memory};
use crate::rigid::cones::interior;
use crate::rigid::cones::newton::{self, Room};
use crate::rigid::cones::operator::Delassus;
use crate::rigid::cones::per_contact::Local;
use crate::rigid::cones::proximal;
use crate::rigid::cones::residual::{Contacts, norm, put_in, three};

/// Largest residual, as a share of ‖q‖, of impulses that count as a solution.
pub const LARGEST_RESIDUAL: f64 = 1e-8;
/// Sweeps before the first of Newton's iterations where sweeps alone go on; twice as many before the second, and so on.
const FIRST: u32 = 10;
/// Iterations of Newton's method in which it must get on, in attempts that are followed by others.
const PATIENCE: u32 = 8;
/// Sweeps in which what a double sweep changes must fall to this share, or an attempt of Newton's method follows, an iteration of
/// which costs as much as ten of them. Twice as many after each attempt.
const STRIDE: u32 = 20;
const SWEPT: f64 = 0.1;
/// Share that it must fall to by then in any case, or sweeps end.
const STALLS: f64 = 0.7;
/// Sweeps that take turns with Newton's method before a path or convex problems lead on.
const TURNS: u32 = 300;
/// Convex problems, the least and the largest of their compliances as a share of a contact's largest eigenvalue, the first, and by
/// which they change after a problem that was solved and one that was not.
const PROBLEMS: u32 = 24;
const COMPLIANCES: [f64; 2] = [1e-6, 1e-1];
const FIRST_COMPLIANCE: f64 = 1e-2;
const EASED: f64 = 0.1;
const STIFFENED: f64 = 10.0;
/// Share that a problem leaves of the smallest residual where it has got on, and problems on end that may not: then the compliance grows.
const GETS_ON: f64 = 0.5;
const STUCK: u32 = 2;
/// Problems that are solved beyond what counts as a solution, for what is to be reached.
const BEYOND_ENOUGH: u32 = 4;
/// Problems whose slip is the last one's, the least of their compliances, and by which they fall: heaps that jam, whose contacts bear more
/// than their bodies can tell apart, have solutions far from where they start, to which impulses drift at equal velocities.
const LAGGING: u32 = 600;
const LAGGING_COMPLIANCE: f64 = 3e-4;
const LAGGING_EASED: f64 = 0.99;
/// Sweeps of one start where there is Newton's method, and where there is none.
const SWEEPS: u32 = 400;
const SWEEPS_ALONE: u32 = 4000;
/// Share of what is to be reached that a double sweep changes where sweeps end.
const STANDS: f64 = 0.3;
/// Share of what is to be reached that Newton's method goes on to.
const BEYOND: f64 = 0.1;

/// How the search starts anew after it has ended at nothing: from where, and which share of a contact's change is made.
#[derive(Clone, Copy)]
enum Start {
    /// As given: one attempt of Newton's method, where the solution nearest to that is looked for
    Given,
    /// Sweeps, and Newton's method where they do not get on
    Alternating,
    Proximal,
    Lagging,
    /// As the last one has ended
    Sweeps,
    Zero {
        relaxed: f64,
    },
    Interior,
}

/// Where a path of convex problems ends at nothing, from another start it does not.
const STARTS: [Start; 11] = [
    Start::Given,
    Start::Alternating,
    Start::Interior,
    Start::Proximal,
    Start::Sweeps,
    Start::Proximal,
    Start::Zero { relaxed: 0.5 },
    Start::Proximal,
    Start::Zero { relaxed: 0.2 },
    Start::Proximal,
    Start::Lagging,
];

/// Vectors of three numbers for each contact and of a state that a search needs.
pub const IMPULSES: usize = 7 + 2 * DEPTH;
pub const STATES: usize = 3 + DEPTH;

/// What a search works in.
#[derive(Debug)]
pub struct Space<'a> {
    local: &'a mut [Local],
    state: &'a mut [f64],
    best: &'a mut [f64],
    aside: &'a mut [f64],
    memory: Memory<'a>,
    /// None: sweeps only
    newton: Option<Room<'a>>,
}

impl<'a> Space<'a> {
    /// Of `local` and `active`, one for each contact, how Newton's equations are solved, and what `impulses` and `states`
    /// give: [`IMPULSES`] and [`STATES`] vectors.
    pub fn new(
        local: &'a mut [Local],
        active: &'a mut [usize],
        equations: Option<Equations<'a>>,
        mut impulses: impl FnMut() -> &'a mut [f64],
        mut states: impl FnMut() -> &'a mut [f64],
    ) -> Self {
        let (step, trial, trial_state) = (impulses(), impulses(), states());
        Space {
            local,
            state: states(),
            best: impulses(),
            aside: impulses(),
            memory: Memory {
                before: impulses(),
                change: impulses(),
                last: impulses(),
                last_state: states(),
                changes: core::array::from_fn(|_| impulses()),
                impulses: core::array::from_fn(|_| impulses()),
                states: core::array::from_fn(|_| states()),
            },
            newton: equations.map(|equations| Room { equations, step, trial, trial_state, active }),
        }
    }
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Of the natural map, as a share of ‖q‖
    pub residual: f64,
    pub sweeps: u32,
    pub iterations: u32,
}

struct Search<'a, 's, W> {
    contacts: Contacts<'a, W>,
    iterate: Iterate<'a>,
    best: &'a mut [f64],
    aside: &'a mut [f64],
    memory: &'a mut Memory<'s>,
    newton: Option<&'a mut Room<'s>>,
    goal: Goal,
    /// The smallest residual so far, of `best` [m/s]
    least: f64,
    found: Found,
}

/// A problem: velocities without impulses, and of each contact μ and the normal impulse that is given; none: 0.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub q: &'a [f64],
    pub mu: &'a [f64],
    pub pressed: &'a [f64],
}

/// Residuals [m/s]: where the search ends, and up to which it is not started anew; and which solution it is to find.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub reach: f64,
    /// Up to which the impulses given are left as they are, at most `reach`: beyond it Newton's method is tried, where `nearest` asks for it.
    /// Impulses that are taken over step by step as long as they do would otherwise swing about the solution by `reach`.
    pub given: f64,
    pub enough: f64,
    /// Whether of several solutions one near the impulses given is looked for: by Newton's method, sweeps follow where it ends at
    /// nothing. Else they begin, from no impulses in less time; their order decides which contacts bear what several can.
    pub nearest: bool,
}

/// Impulses `p`, those to start from before, as good as the goal has it, or the best that were found; the residual is in m/s.
pub fn search<W: Delassus>(w: &W, problem: &Problem, p: &mut [f64], space: &mut Space, goal: Goal) -> Found {
    let found = Found { residual: 0.0, sweeps: 0, iterations: 0 };
    let &Problem { q, mu, pressed } = problem;
    if norm(q) == 0.0 && pressed.iter().all(|pressed| *pressed == 0.0) {
        p.fill(0.0);
        return found;
    }
    let Space { local, state, best, aside, memory, newton } = space;
    for (k, (local, mu)) in local.iter_mut().zip(mu).enumerate() {
        *local = Local::new(&w.block(k, k), *mu, pressed.get(k).copied().unwrap_or_default());
    }
    let mut search = Search {
        contacts: Contacts { w, q, local },
        iterate: Iterate { p, state },
        best,
        aside,
        memory,
        newton: newton.as_mut(),
        goal,
        least: f64::INFINITY,
        found,
    };
    search.best.copy_from_slice(search.iterate.p);
    search.judge();
    for start in STARTS {
        search.begin(start);
        let is_first = matches!(start, Start::Given | Start::Alternating);
        if search.least <= if is_first { goal.reach } else { f64::max(goal.enough, goal.reach) } {
            break;
        }
    }
    Found { residual: search.in_cones(), ..search.found }
}

impl<W: Delassus> Search<'_, '_, W> {
    /// The residual of the impulses as they are, whose state is made anew: what rounding has left in it goes.
    fn judge(&mut self) -> f64 {
        let Iterate { p, state } = &mut self.iterate;
        self.contacts.set_state(p, state);
        let residual = self.contacts.natural(p, state);
        if residual < self.least {
            self.least = residual;
            self.best.copy_from_slice(p);
        } else if residual == f64::INFINITY {
            p.copy_from_slice(self.best);
            self.contacts.set_state(p, state);
        }
        residual
    }

    /// The residual of the best impulses, put into their cones, which Newton's method leaves by rounding.
    fn in_cones(&mut self) -> f64 {
        let Iterate { p, state } = &mut self.iterate;
        for (k, (p, best)) in p.chunks_exact_mut(3).zip(self.best.chunks_exact(3)).enumerate() {
            p.copy_from_slice(&put_in(&self.contacts.local[k], three(best, 0)));
        }
        self.contacts.set_state(p, state);
        self.contacts.natural(p, state)
    }

    fn begin(&mut self, start: Start) {
        let is_improved = matches!(start, Start::Given) && self.goal.nearest && self.newton.is_some();
        if self.least <= if is_improved { self.goal.given } else { self.goal.reach } {
            return;
        }
        let mut relaxed = 1.0;
        match (start, self.newton.as_mut()) {
            (Start::Given, None) | (Start::Sweeps, _) => {}
            (Start::Given, Some(_)) => {
                if self.goal.nearest {
                    self.newton(PATIENCE);
                }
                return;
            }
            (Start::Alternating, Some(_)) => return self.alternate(),
            (Start::Alternating | Start::Proximal | Start::Lagging, None) => return,
            (Start::Proximal, Some(_)) => return self.proximal(),
            (Start::Lagging, Some(_)) => return self.lagging(),
            (Start::Interior, None) => return,
            (Start::Interior, _) if self.contacts.local.iter().any(|local| local.pressed > 0.0) => return,
            (Start::Interior, Some(room)) => {
                let target = BEYOND * self.goal.reach;
                self.found.iterations += interior::follow(&self.contacts, &mut self.iterate, self.aside, room, target);
                self.judge();
                self.newton(newton::ITERATIONS);
                return;
            }
            (Start::Zero { relaxed: share }, _) => {
                self.iterate.p.fill(0.0);
                self.iterate.state.fill(0.0);
                relaxed = share;
            }
        }
        self.run(relaxed);
    }

    /// Sweeps as long as they get on, and where they do not an attempt of Newton's method, after which they go on as before.
    fn alternate(&mut self) {
        let mut acceleration = Acceleration::new();
        let (mut swept, mut before, mut until, mut pause) = (0, f64::INFINITY, STRIDE, STRIDE);
        while swept < TURNS {
            let moved = acceleration.advance(&self.contacts, &mut self.iterate, self.memory, 1.0);
            swept += 2;
            self.found.sweeps += 2;
            let stands = moved <= STANDS * self.goal.reach;
            if stands && self.judge() <= self.goal.reach {
                return;
            }
            if !stands && swept < until {
                continue;
            }
            if stands || moved > SWEPT * before {
                self.judge();
                if self.newton(PATIENCE) || stands || moved > STALLS * before {
                    return;
                }
                pause *= 2;
            }
            before = moved;
            until = swept + pause;
        }
        self.judge();
    }

    /// Sweeps with Newton's method now and then, until the goal is reached or nothing changes any more.
    fn run(&mut self, relaxed: f64) {
        let mut acceleration = Acceleration::new();
        let (mut swept, mut pause, mut next) = (0, FIRST, FIRST);
        while swept < if self.newton.is_some() { SWEEPS } else { SWEEPS_ALONE } {
            let moved = acceleration.advance(&self.contacts, &mut self.iterate, self.memory, relaxed);
            swept += 2;
            self.found.sweeps += 2;
            let stands = moved <= STANDS * relaxed * self.goal.reach;
            if !stands && swept < next {
                continue;
            }
            if self.judge() <= self.goal.reach {
                return;
            }
            if self.newton.is_none() {
                next = swept + FIRST;
            } else {
                pause *= 2;
                next = swept + pause;
                if self.newton(newton::ITERATIONS) {
                    return;
                }
            }
            if stands {
                return;
            }
        }
    }

    /// Problems of falling compliance, each from the last one.
    fn proximal(&mut self) {
        let mut compliance = FIRST_COMPLIANCE;
        let (mut beyond, mut stuck, mut nearest) = (0, 0, f64::INFINITY);
        for _ in 0..PROBLEMS {
            let Some(room) = self.newton.as_mut() else { return };
            let rooms = (&mut *self.memory.before, &mut *self.memory.change);
            let solved = proximal::solve(&self.contacts, &mut self.iterate, rooms, room, compliance, true);
            self.found.iterations += solved.steps;
            let residual = self.judge();
            if residual <= self.goal.reach {
                return;
            }
            beyond += u32::from(self.least <= self.goal.enough);
            if beyond > BEYOND_ENOUGH {
                return;
            }
            if solved.is_followed {
                compliance = (compliance * EASED).max(COMPLIANCES[0]);
                continue;
            }
            stuck = if residual > GETS_ON * nearest { stuck + 1 } else { 0 };
            nearest = nearest.min(residual);
            if !solved.is_reached || stuck == STUCK {
                stuck = 0;
                compliance = (compliance * STIFFENED).min(COMPLIANCES[1]);
                self.iterate.p.copy_from_slice(self.best);
            }
        }
    }

    /// Problems of slowly falling compliance with the slip of the last one, and Newton's method now and then.
    fn lagging(&mut self) {
        let mut compliance = FIRST_COMPLIANCE;
        for problem in 1..=LAGGING {
            let Some(room) = self.newton.as_mut() else { return };
            let rooms = (&mut *self.memory.before, &mut *self.memory.change);
            let solved = proximal::solve(&self.contacts, &mut self.iterate, rooms, room, compliance, false);
            self.found.iterations += solved.steps;
            if self.judge() <= f64::max(self.goal.enough, self.goal.reach) {
                return;
            }
            if problem % STRIDE == 0 && self.newton(PATIENCE) {
                return;
            }
            compliance = (compliance * LAGGING_EASED).max(LAGGING_COMPLIANCE);
        }
    }

    /// Newton's method; where it does not reach the goal everything is as it was.
    fn newton(&mut self, patience: u32) -> bool {
        let Some(room) = self.newton.as_mut() else { return false };
        self.aside.copy_from_slice(self.iterate.p);
        self.found.iterations +=
            newton::improve(&self.contacts, &mut self.iterate, room, BEYOND * self.goal.reach, patience);
        if self.judge() <= self.goal.reach {
            return true;
        }
        self.iterate.p.copy_from_slice(self.aside);
        self.contacts.set_state(self.iterate.p, self.iterate.state);
        false
    }
}

//! What is said once: traps in the wiring and steps that cannot be right, each in one sentence.

use super::causes::Ranked;
use super::short::Short;
use crate::fmi::model::Events;
use crate::stepping::saved::{Saved, saved};

/// What there is to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// coupling.maxMicroSteps
    MicroSteps,
    /// None
    FrictionJams,
    /// Acceleration that freeAcceleration misses [m/s²], 1 if it can be estimated
    FreeAcceleration,
    /// Energy [J] and the causes
    Masses,
    /// Approach speed [m/s], contact time [s], step [s]
    LongStep,
    /// Rebound speed, approach speed [m/s], restitution [1], energy gained [J]
    Gain,
    /// None
    NoPenetration,
    /// None
    UnusedPenetration,
    /// None
    NoVelocityI,
    /// None
    NoVelocityJ,
    /// None
    NoRelativeVelocity,
    /// Penetration [m], radius of the sphere or half the smallest size [m], 1 for a sphere on a plane, 2 for other shapes of systems
    DeepStart,
    /// Approach speed, rebound speed asked for, and kept [m/s], energy that would have been gained [J]
    Lowered,
    /// 1 if the importer applies the force in the next step, after another order had been found
    OtherOrder,
    /// Penetration [m]
    NoEvent,
    /// The causes, and 1 if the unit is wary
    Answer,
    /// Turning of normal or arms in a step [rad], step to take [s], 1 if inverseMass is given
    Turning,
}

impl Topic {
    const ALL: [Topic; 17] = [
        Topic::MicroSteps,
        Topic::FrictionJams,
        Topic::FreeAcceleration,
        Topic::Masses,
        Topic::LongStep,
        Topic::Gain,
        Topic::NoPenetration,
        Topic::UnusedPenetration,
        Topic::NoVelocityI,
        Topic::NoVelocityJ,
        Topic::NoRelativeVelocity,
        Topic::DeepStart,
        Topic::Lowered,
        Topic::OtherOrder,
        Topic::NoEvent,
        Topic::Answer,
        Topic::Turning,
    ];

    /// The sentence, with the numbers that the topic names.
    fn sentence(self, [a, b, c, d]: [f64; NUMBERS], say: &mut Events) {
        let still = |position: &str, velocity: &str, say: &mut Events| {
            say(format_args!(
                "{position} moves but {velocity} stays 0: not connected? damping, friction and the motion inside a step follow \
                 from it; wire it (said once)"
            ));
        };
        match self {
            Topic::MicroSteps => say(format_args!(
                "coupling.maxMicroSteps = {a} is reached: the step is finished with larger micro-steps and energyResidual \
                 shows their error; raise it, or take smaller steps (said once)"
            )),
            Topic::FrictionJams => say(format_args!(
                "the bound mu*f_n of friction and the normal force, or the direction of friction, do not converge: the \
                 step is finished with the first normal force found; friction.mu_C is so large that friction holds the \
                 bodies apart or together (said once)"
            )),
            Topic::FreeAcceleration => {
                let or = if b == 0.0 { "" } else { ", or set coupling.freeAccelerationSource = estimated" };
                say(format_args!(
                    "the bodies accelerate by {} m/s2 along contactNormal that freeAcceleration does not contain, \
                     while no contact force acts: not connected? wire gravity and the like to it{or} (said once)",
                    Short(a)
                ));
            }
            Topic::Masses => say(format_args!(
                "the bodies have got {} J more from the contact than they gave it: {} (said once)",
                Short(a),
                Ranked([b, c, d])
            )),
            Topic::LongStep => say(format_args!(
                "the impact at {} m/s lasts {} ms, the step is {} ms: take steps of at most {} ms, or \
                 coupling.mode = interface (said once)",
                Short(a),
                Short(1e3 * b),
                Short(1e3 * c),
                Short(1e3 * b / ENOUGH_STEPS)
            )),
            Topic::Gain => say(format_args!(
                "the bodies leave at {} m/s an impact at {} m/s with restitution {}: the steps have brought in {} J, see \
                 energyResidual; take shorter ones, or coupling.mode = interface (said once)",
                Short(a),
                Short(b),
                Short(c),
                Short(d)
            )),
            Topic::NoPenetration => say(format_args!(
                "geometry.pair = external and the bodies move, but penetration stays 0: the importer must compute the \
                 contact geometry and wire penetration, relativeVelocity and contactNormal, or choose a pair of shapes \
                 (said once)"
            )),
            Topic::UnusedPenetration => say(format_args!(
                "penetration is set but not used: geometry.pair computes the contact geometry from the positions; for \
                 a contact computed by the importer choose geometry.pair = external (said once)"
            )),
            Topic::NoVelocityI => still("positionI", "velocityI", say),
            Topic::NoVelocityJ => still("positionJ", "velocityJ", say),
            Topic::NoRelativeVelocity => still("penetration", "relativeVelocity", say),
            Topic::DeepStart => {
                let (size, look) = if c == 0.0 {
                    ("geometry.radiusI", "look at geometry.radiusI, the shape of body j and the start positions")
                } else if c == 1.0 {
                    let look = "a world with y upwards needs geometry.normalJ = (0, 1, 0), and geometry.heightJ is where the plane \
                                lies";
                    ("geometry.radiusI", look)
                } else {
                    (
                        "half the smallest size of the shapes",
                        "look at the start positions and where the shapes are on the bodies",
                    )
                };
                say(format_args!(
                    "the bodies overlap by {} m at the start, {size} is {} m: {look} (said once)",
                    Short(a),
                    Short(b)
                ));
            }
            Topic::NoEvent => say(format_args!(
                "the bodies overlap by {} m without a force, since the importer raises no state event: contact is made in \
                 event mode only; choose a solver that watches event indicators, or one that enters event mode when \
                 fmi2CompletedIntegratorStep asks for it, or import for Co-Simulation (said once)",
                Short(a)
            )),
            Topic::Lowered => say(format_args!(
                "the impact at {} m/s would gain {} J with a rebound of {} m/s, as slip stops or turns in it: the bodies \
                 leave at {} m/s; choose timeStepping.impact = stronge or poisson, which never gain (said once)",
                Short(a),
                Short(d),
                Short(b),
                Short(c)
            )),
            Topic::OtherOrder => say(format_args!(
                "coupling.order = detect: the importer now applies the force of a step {}, unlike before: if its \
                 bodies are moved by something that freeAcceleration does not contain, set coupling.order (said once)",
                interval(a != 0.0)
            )),
            Topic::Answer => {
                let until = if d == 0.0 {
                    ""
                } else {
                    "; until then the response to impacts is weak, without their restitution"
                };
                say(format_args!(
                    "the body does not respond to the contact force as specified: {}{until} (said once)",
                    Ranked([a, b, c])
                ));
            }
            Topic::Turning => {
                let why = if c == 0.0 { "" } else { " while inverseMass is that of the step's start" };
                say(format_args!(
                    "in an impact the contact's normal or arms turn by {} rad in a step{why}: its energy is wrong by more than the \
                     documentation of the interface coupling states; take steps of at most {} ms (said once)",
                    Short(a),
                    Short(1e3 * b)
                ));
            }
        }
    }
}

/// Which interval that is by the order found.
pub(super) fn interval(is_parallel: bool) -> &'static str {
    if is_parallel { "over the next interval (parallel)" } else { "over the same interval (sequential)" }
}

/// Steps per contact time that are advised [1].
const ENOUGH_STEPS: f64 = 20.0;

const NUMBERS: usize = 4;

/// Whether a topic has come up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Notice {
    #[default]
    Quiet,
    /// To be said with these numbers
    Due([f64; NUMBERS]),
    Said,
}

saved!(Notice: Quiet | Due(numbers) | Said);

/// All topics, each said once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Notices {
    /// One of them may be due: a call that has nothing to say does not look at all.
    may_be_due: bool,
    notices: [Notice; Topic::ALL.len()],
}

impl Saved for Notices {
    fn write(&self, to: &mut impl FnMut(&[u8])) {
        self.notices.write(to);
    }

    fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        self.may_be_due = true;
        self.notices.read(from)
    }
}

impl Notices {
    pub fn is_quiet(&self, topic: Topic) -> bool {
        self.notices[topic as usize] == Notice::Quiet
    }

    /// Has the topic said, unless it has been.
    pub fn raise<const N: usize>(&mut self, topic: Topic, numbers: [f64; N]) {
        if self.is_quiet(topic) {
            let mut all = [0.0; NUMBERS];
            all[..N].copy_from_slice(&numbers);
            self.notices[topic as usize] = Notice::Due(all);
            self.may_be_due = true;
        }
    }

    /// Whether something may be due.
    pub fn may_be_due(&self) -> bool {
        self.may_be_due
    }

    /// Says what is due.
    #[inline]
    pub fn say(&mut self, say: &mut Events) {
        if self.may_be_due {
            self.say_what_is_due(say);
        }
    }

    #[cold]
    #[inline(never)]
    fn say_what_is_due(&mut self, say: &mut Events) {
        self.may_be_due = false;
        for (notice, topic) in self.notices.iter_mut().zip(Topic::ALL) {
            if let Notice::Due(numbers) = *notice {
                *notice = Notice::Said;
                topic.sentence(numbers, say);
            }
        }
    }
}

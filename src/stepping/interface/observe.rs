//! What the bodies' answers up to now say: mass, order, load, energy from nothing, and the causes
//! (docs/numerics.md steps 4, 16, 17, 23 to 25).

use crate::stepping::ContactState;
use crate::stepping::interface::cause::Likely;
use crate::stepping::interface::order::DetectedOrder;
use crate::stepping::interface::past::Past;
use crate::stepping::interface::{CouplingMemory, Options, Order, Port, Spatial, probe, safe, surplus};

/// How the contact point moves under a force, as far as its answers have shown it.
#[derive(Clone, Copy, Debug)]
pub struct Observed {
    /// v_r and ω [m/s, rad/s]
    pub measured: Spatial,
    /// b and b_w that the step counts on [m/s², rad/s²]
    pub b: Spatial,
    /// W that the step counts on over the one given
    pub factor: f64,
    /// The step counts on another b than the one given: other contacts bear a load
    pub is_load_shared: bool,
    pub order: Order,
    /// The order if this step has found it out, or that it is another one
    pub found: Option<DetectedOrder>,
    /// Energy that has come from nothing, once it is too much [J]
    pub gained: f64,
    /// It is to be said that the bodies do not answer as given
    pub doubt: bool,
    /// What may be the cause of either
    pub likely: Option<Likely>,
}

/// Compares the velocities of now with those of the last step's start. `h` [s]: length of the step to come. What is learnt is
/// kept in `memory`.
pub fn observe(
    port: &Port,
    contact: &ContactState,
    options: &Options,
    memory: &mut CouplingMemory,
    h: f64,
) -> Observed {
    let measured = port.velocity();
    let past = Past::of(port, measured, memory);
    let counted = safe::observe(port, &past, options, memory, h);
    let was = memory.order(options);
    let probe::MassEstimate { mut b, factor } = probe::observe(port, &past, options, memory);
    let gained = surplus::observe(port, &past, options, memory, contact.stored, was);
    let told = port.frame.normal.dot(&port.b_measured).abs();
    let is_odd = gained > 0.0 || counted.doubt || options.b_known && memory.evidence.is_plain(told);
    let likely = is_odd.then(|| memory.evidence.likely(told, memory.factor > 0.0));
    if options.b_known {
        b.linear += port.b - port.b_measured;
    }
    b.linear = counted.b.unwrap_or(b.linear);
    Observed {
        measured,
        b,
        factor: factor * counted.scale,
        is_load_shared: counted.b.is_some(),
        order: memory.order(options),
        found: memory.new_order(options),
        gained,
        doubt: counted.doubt,
        likely,
    }
}

//! Access to variables by value reference: which may be read or set now, and which values are refused.

use crate::fmi::description::{Causality, Kind, Row, Variability};
use crate::fmi::instance::{Answer, Core, Refusal};
use crate::fmi::layout::{Element, Layout, Run, settable_in};
use crate::fmi::lifecycle::State;
use crate::fmi::model::{Fault, Model};
use crate::fmi::range;
use crate::fmi::runs::Runs;

/// Type of a get or set call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Real,
    /// Integers and enumerations
    Integer,
    Boolean,
}

impl Access {
    fn fits(self, kind: Kind) -> bool {
        matches!(
            (self, kind),
            (Access::Real, Kind::Real)
                | (Access::Integer, Kind::Integer | Kind::Enumeration(_))
                | (Access::Boolean, Kind::Boolean)
        )
    }

    fn name(self) -> &'static str {
        match self {
            Access::Real => "Real",
            Access::Integer => "Integer or Enumeration",
            Access::Boolean => "Boolean",
        }
    }
}

/// One element of a Real.
fn real<M: Model>(model: &mut M, element: Run<M::Id>) -> Result<f64, Fault> {
    let mut value = [0.0];
    model.reals(&[element], &mut value)?;
    Ok(value[0])
}

/// The variable of a reference, if it has the type of the call.
pub fn find<Id: Copy + PartialEq>(layout: &Layout<Id>, reference: u32, access: Access) -> Result<Element<Id>, Refusal> {
    match layout.find(reference) {
        Some(element) if access.fits(element.row.kind) => Ok(element),
        found => Err(not_found(layout, found, reference, access)),
    }
}

#[cold]
#[inline(never)]
fn not_found<Id: Copy + PartialEq>(
    layout: &Layout<Id>,
    found: Option<Element<Id>>,
    reference: u32,
    access: Access,
) -> Refusal {
    Refusal::error(match found {
        None => format!("there is no variable with value reference {reference}"),
        Some(element) => {
            let (name, wanted) = (layout.name(&element), access.name());
            format!("{name} (value reference {reference}) is not of type {wanted}")
        }
    })
}

/// `asked` holds the runs of the last call. Before initialization a value that cannot be calculated yet reads 0.
pub fn get_real<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    asked: &mut Runs<M::Id>,
    references: &[u32],
    values: &mut [f64],
) -> Answer {
    if let Some((runs, _)) = asked.of(layout, references) {
        return read(core, runs, values);
    }
    for reference in references {
        find(layout, *reference, Access::Real)?;
    }
    let (mut references, mut values) = (references, values);
    while let Some(run) = layout.first_run(references) {
        let (now, later) = values.split_at_mut(run.length);
        read(core, &[run], now)?;
        (references, values) = (&references[run.length..], later);
    }
    Ok(())
}

#[inline(always)]
fn read<M: Model>(core: &mut Core<M>, runs: &[Run<M::Id>], values: &mut [f64]) -> Answer {
    match core.model.reals(runs, values) {
        Err(_) if core.state == State::Instantiated => {
            for (run, value) in runs.iter().flat_map(Run::elements).zip(values) {
                *value = real(&mut core.model, run).unwrap_or(0.0);
            }
            Ok(())
        }
        answer => answer.map_err(|fault| Refusal::evaluation(core.interface, fault)),
    }
}

pub fn get_integer<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    access: Access,
    references: &[u32],
    values: &mut [i32],
) -> Answer {
    for (reference, value) in references.iter().zip(values) {
        let element = find(layout, *reference, access)?;
        *value = match core.model.integer(element.variable()) {
            Err(_) if core.state == State::Instantiated => 0,
            answer => answer.map_err(|fault| Refusal::evaluation(core.interface, fault))?,
        };
    }
    Ok(())
}

/// Sets all values or, if one is refused, none. `given` holds the runs of the last call.
pub fn set_real<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    given: &mut Runs<M::Id>,
    references: &[u32],
    values: &[f64],
) -> Answer {
    if let Some((runs, states)) = given.of(layout, references)
        && states & core.state as u8 != 0
        && are_finite(values)
    {
        core.model.set_reals(runs, values);
        return Ok(());
    }
    if !(layout.are_unbounded_in(core.state, references) && are_finite(values)) {
        check_reals(core, layout, references, values)?;
    }
    let (mut references, mut values) = (references, values);
    while let Some(run) = layout.first_run(references) {
        let (now, later) = values.split_at(run.length);
        core.model.set_reals(&[run], now);
        (references, values) = (&references[run.length..], later);
    }
    Ok(())
}

/// Whether all of them are finite: 0·v is no number where v is infinite or none. Four sums at a time, without branches.
#[inline]
fn are_finite(values: &[f64]) -> bool {
    let (fours, rest) = values.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for four in fours {
        sums.iter_mut().zip(four).for_each(|(sum, value)| *sum += 0.0 * value);
    }
    let sum: f64 = rest.iter().map(|value| 0.0 * value).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + sum == 0.0
}

/// Refuses values one by one.
#[inline(never)]
fn check_reals<M: Model>(core: &mut Core<M>, layout: &Layout<M::Id>, references: &[u32], values: &[f64]) -> Answer {
    for (reference, value) in references.iter().zip(values) {
        let element = find(layout, *reference, Access::Real)?;
        let held = |core: &mut Core<M>| real(&mut core.model, element.run()).is_ok_and(|held| held == *value);
        settable(core, layout, &element, held)?;
        let may_be_state = core.state == State::Continuous && element.row.causality != Causality::Input;
        let is_trial = may_be_state && layout.is_state(&element);
        check_range(layout, &element, *value, is_trial)?;
    }
    Ok(())
}

/// Sets all Integers, enumerations or Booleans or, if one is refused, none.
pub fn set_integer<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    access: Access,
    references: &[u32],
    values: &[i32],
) -> Answer {
    for (reference, value) in references.iter().zip(values) {
        let element = find(layout, *reference, access)?;
        let held = |core: &mut Core<M>| core.model.integer(element.variable()).is_ok_and(|held| held == *value);
        settable(core, layout, &element, held)?;
        check_range(layout, &element, f64::from(*value), false)?;
    }
    for (reference, value) in references.iter().zip(values) {
        let variable = find(layout, *reference, access)?.variable();
        if core.model.integer(variable).ok() != Some(*value) {
            core.model.set_integer(variable, *value);
        }
    }
    Ok(())
}

/// Whether the variable may be set now. A fixed parameter may be set to the value it has in every state.
fn settable<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    element: &Element<M::Id>,
    has_value: impl FnOnce(&mut Core<M>) -> bool,
) -> Answer {
    let row = element.row;
    let allowed = settable_in(row) & core.state as u8 != 0;
    if allowed || (row.causality == Causality::Parameter && has_value(core)) {
        return Ok(());
    }
    Err(Refusal::error(format!("{} {} (state {})", layout.name(element), why_not(row), core.state.name())))
}

/// What to say of a variable that may not be set now.
fn why_not<Id>(row: &Row<Id>) -> &'static str
where
    Id: Copy + PartialEq,
{
    match (row.causality, row.variability) {
        (Causality::Parameter, Variability::Fixed) => "is a fixed parameter: set it before the end of initialization",
        (Causality::Parameter, _) => "is a tunable parameter: set it before the start, in event mode or between steps",
        (Causality::Input, _) => "is an input and cannot be set now",
        (Causality::Independent, _) => "is the time: it follows the time that is set, and the steps",
        _ if row.is_exact() => "is a state: set it before the start or, in Model Exchange, in continuous-time mode",
        _ => "is calculated and cannot be set",
    }
}

/// Refuses a value that the variable may not have. A solver's trial point of a state may leave the range.
fn check_range<Id: Copy + PartialEq>(layout: &Layout<Id>, element: &Element<Id>, value: f64, is_trial: bool) -> Answer {
    let outcome = if is_trial { range::finite(value) } else { range::check(element.row, value) };
    outcome.map_err(|refused| {
        let number = if element.row.kind == Kind::Real { format!("{value:?}") } else { value.to_string() };
        Refusal::discard(format!("{} = {number} {refused}; nothing was set", layout.name(element)))
    })
}

/// First derivatives of inputs.
pub fn set_input_derivatives<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    references: &[u32],
    orders: &[i32],
    values: &[f64],
) -> Answer {
    for ((reference, order), value) in references.iter().zip(orders).zip(values) {
        let element = find(layout, *reference, Access::Real)?;
        if element.row.causality != Causality::Input {
            return Err(Refusal::error(format!("{} is not an input", layout.name(&element))));
        }
        if *order != 1 {
            let name = layout.name(&element);
            return Err(Refusal::error(format!("order {order} of {name}: only derivatives of order 1 are used")));
        }
        if !value.is_finite() {
            let name = layout.name(&element);
            let text = format!("derivative of {name} = {value:?} is not a finite number; nothing was set");
            return Err(Refusal::discard(text));
        }
    }
    for (reference, value) in references.iter().zip(values) {
        core.model.set_input_derivatives(find(layout, *reference, Access::Real)?.run(), &[*value]);
    }
    Ok(())
}

/// First derivatives of outputs by time.
pub fn output_derivatives<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    references: &[u32],
    orders: &[i32],
    values: &mut [f64],
) -> Answer {
    if references.is_empty() {
        return Ok(());
    }
    for (reference, order) in references.iter().zip(orders) {
        let element = find(layout, *reference, Access::Real)?;
        if !M::has_time_derivative(element.row.id) {
            return Err(Refusal::error(format!("there is no derivative of {}", layout.name(&element))));
        }
        if *order != 1 {
            let name = layout.name(&element);
            return Err(Refusal::error(format!("order {order} of {name}: there are derivatives of order 1 only")));
        }
    }
    let elements = references.iter().filter_map(|reference| find(layout, *reference, Access::Real).ok());
    let tangent = core.model.time_derivatives(&mut elements.map(|element| element.run()));
    let mut tangent = tangent.map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    for (reference, value) in references.iter().zip(values) {
        let element = find(layout, *reference, Access::Real)?;
        let found = core.model.tangent_of(&mut tangent, element.run());
        if !found.is_finite() {
            return Err(Refusal::error(format!("the derivative of {} overflows", layout.name(&element))));
        }
        *value = found;
    }
    Ok(())
}

/// Directional derivative: unknowns by knowns, which are in initialization mode the initial unknowns by inputs and exact
/// start values, later outputs and rates by inputs and states.
pub fn directional_derivative<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    unknowns: &[u32],
    knowns: &[u32],
    seeds: &[f64],
    derivatives: &mut [f64],
) -> Answer {
    let initial = core.state == State::Initialization;
    for reference in unknowns {
        let element = find(layout, *reference, Access::Real)?;
        let row = element.row;
        let is_unknown = row.causality == Causality::Output || row.derivative_of.is_some();
        if !is_unknown || (initial && !row.is_calculated()) {
            return Err(Refusal::error(format!("{} is not an unknown here", layout.name(&element))));
        }
    }
    for (reference, seed) in knowns.iter().zip(seeds) {
        let element = find(layout, *reference, Access::Real)?;
        let row = element.row;
        let is_known =
            row.causality == Causality::Input || if initial { row.is_exact() } else { layout.is_state(&element) };
        if !is_known {
            return Err(Refusal::error(format!("{} is not a known here", layout.name(&element))));
        }
        if !seed.is_finite() {
            return Err(Refusal::discard(format!(
                "seed of {} = {seed:?} is not a finite number",
                layout.name(&element)
            )));
        }
    }
    let elements =
        knowns.iter().zip(seeds).filter_map(|(reference, seed)| Some((layout.find(*reference)?.run(), *seed)));
    let tangent = core.model.tangent(&mut { elements });
    let mut tangent = tangent.map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    for (reference, derivative) in unknowns.iter().zip(derivatives) {
        let element = find(layout, *reference, Access::Real)?;
        let found = core.model.tangent_of(&mut tangent, element.run());
        if !found.is_finite() {
            let text = format!("the derivative of {} overflows with these seeds", layout.name(&element));
            return Err(Refusal::discard(text));
        }
        *derivative = found;
    }
    Ok(())
}

/// Copies `runs`, which are the continuous states or their rates, in their order.
pub fn continuous<M: Model>(core: &mut Core<M>, runs: &[Run<M::Id>], values: &mut [f64]) -> Answer {
    if values.is_empty() {
        return Ok(());
    }
    core.model.reals(runs, values).map_err(|fault| Refusal::evaluation(core.interface, fault))
}

/// Nominals of the continuous states in their order.
pub fn nominals<Id: Copy + PartialEq>(layout: &Layout<Id>, values: &mut [f64]) {
    for (state, value) in layout.states().flat_map(|run| run.elements().collect::<Vec<_>>()).zip(values) {
        *value = layout.row_of(state.variable()).and_then(|row| row.nominal).unwrap_or(1.0);
    }
}

/// Sets the continuous states, all or none.
pub fn set_continuous<M: Model>(
    core: &mut Core<M>,
    layout: &Layout<M::Id>,
    states: &[Run<M::Id>],
    values: &[f64],
) -> Answer {
    if !are_finite(values) {
        return Err(not_finite(layout, states, values));
    }
    if !values.is_empty() {
        core.model.set_reals(states, values);
    }
    Ok(())
}

/// Names the first state that is not finite.
#[cold]
#[inline(never)]
fn not_finite<Id: Copy + PartialEq>(layout: &Layout<Id>, states: &[Run<Id>], values: &[f64]) -> Refusal {
    let refused = states.iter().flat_map(Run::elements).zip(values).find(|(_, value)| !value.is_finite());
    let name = refused.and_then(|(Run { block, k, .. }, _)| {
        let row = layout.row_of(refused?.0.variable())?;
        Some(layout.name(&Element { block, row, k }))
    });
    let value = refused.map_or(f64::NAN, |(_, value)| *value);
    Refusal::discard(format!("{} = {value:?} is not a finite number; nothing was set", name.unwrap_or_default()))
}

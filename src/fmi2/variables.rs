//! Access to variables by value reference: which may be read or set now, and which values are refused.

use crate::fmi2::description::{Bound, Causality, Kind, Row, Variability};
use crate::fmi2::instance::{Answer, Core, Refusal};
use crate::fmi2::lifecycle::State;
use crate::fmi2::model::{Element, Fault, Model};

/// Type of a get or set call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Real,
    /// fmi2GetInteger and fmi2SetInteger: Integers and enumerations
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

fn name<M: Model>(element: &Element<M::Id>) -> String {
    element.row.element_name(element.k)
}

/// The variable of a reference, if it has the type of the call.
pub fn find<M: Model>(reference: u32, access: Access) -> Result<Element<M::Id>, Refusal> {
    let Some(element) = M::layout().find(reference) else {
        return Err(Refusal::error(format!("there is no variable with value reference {reference}")));
    };
    if !access.fits(element.row.kind) {
        let (name, wanted) = (name::<M>(&element), access.name());
        return Err(Refusal::error(format!("{name} (value reference {reference}) is not of type {wanted}")));
    }
    Ok(element)
}

pub fn get_real<M: Model>(core: &mut Core<M>, references: &[u32], values: &mut [f64]) -> Answer {
    for reference in references {
        find::<M>(*reference, Access::Real)?;
    }
    for (reference, value) in references.iter().zip(values) {
        let Element { row, k } = find::<M>(*reference, Access::Real)?;
        *value = core.model.real(row.id, k).map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    }
    Ok(())
}

pub fn get_integer<M: Model>(core: &mut Core<M>, access: Access, references: &[u32], values: &mut [i32]) -> Answer {
    for (reference, value) in references.iter().zip(values) {
        let Element { row, .. } = find::<M>(*reference, access)?;
        *value = core.model.integer(row.id).map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    }
    Ok(())
}

/// Sets all values or, if one is refused, none.
pub fn set_real<M: Model>(core: &mut Core<M>, references: &[u32], values: &[f64]) -> Answer {
    for (reference, value) in references.iter().zip(values) {
        let element = find::<M>(*reference, Access::Real)?;
        let held = |core: &mut Core<M>| core.model.real(element.row.id, element.k).is_ok_and(|held| held == *value);
        settable(core, &element, held)?;
        let may_be_state = core.state == State::Continuous && element.row.causality != Causality::Input;
        let is_trial = may_be_state && element.row.is_state(M::layout().table);
        check_range::<M>(&element, *value, is_trial)?;
    }
    for (reference, value) in references.iter().zip(values) {
        let Element { row, k } = find::<M>(*reference, Access::Real)?;
        core.model.set_real(row.id, k, *value);
    }
    Ok(())
}

/// Sets all Integers, enumerations or Booleans or, if one is refused, none.
pub fn set_integer<M: Model>(core: &mut Core<M>, access: Access, references: &[u32], values: &[i32]) -> Answer {
    for (reference, value) in references.iter().zip(values) {
        let element = find::<M>(*reference, access)?;
        let held = |core: &mut Core<M>| core.model.integer(element.row.id).is_ok_and(|held| held == *value);
        settable(core, &element, held)?;
        check_item::<M>(&element, *value)?;
    }
    for (reference, value) in references.iter().zip(values) {
        let Element { row, .. } = find::<M>(*reference, access)?;
        if core.model.integer(row.id).ok() != Some(*value) {
            core.model.set_integer(row.id, *value);
        }
    }
    Ok(())
}

/// Whether the variable may be set now. A fixed parameter may be set to the value it has in every state.
fn settable<M: Model>(
    core: &mut Core<M>,
    element: &Element<M::Id>,
    has_value: impl FnOnce(&mut Core<M>) -> bool,
) -> Answer {
    let row = element.row;
    let before_start = matches!(core.state, State::Instantiated | State::Initialization);
    let at_event = matches!(core.state, State::Event | State::StepComplete);
    let allowed = match row.causality {
        Causality::Input => {
            before_start || at_event || (core.state == State::Continuous && row.variability == Variability::Continuous)
        }
        Causality::Parameter => before_start || (at_event && row.variability == Variability::Tunable),
        Causality::Output | Causality::Local => row.is_exact() && (before_start || core.state == State::Continuous),
        Causality::Independent => false,
    };
    if allowed || (row.causality == Causality::Parameter && has_value(core)) {
        return Ok(());
    }
    Err(Refusal::error(format!("{} {} (state {})", name::<M>(element), why_not(row), core.state.name())))
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
        (Causality::Independent, _) => "is the time: it follows fmi2SetTime and fmi2DoStep",
        _ if row.is_exact() => "is a state: set it before the start or, in Model Exchange, in continuous-time mode",
        _ => "is calculated and cannot be set",
    }
}

/// Refuses a value that is not finite or outside its range. A solver's trial point of a state may leave the range.
fn check_range<M: Model>(element: &Element<M::Id>, value: f64, is_trial: bool) -> Answer {
    let refuse = |reason: String| {
        let number = if element.row.kind == Kind::Integer { value.to_string() } else { format!("{value:?}") };
        Err(Refusal::discard(format!("{} = {number} {reason}; nothing was set", name::<M>(element))))
    };
    if !value.is_finite() {
        return refuse("is not a finite number".into());
    }
    match (element.row.low, element.row.high) {
        _ if is_trial => Ok(()),
        (Bound::Including(low), _) if value < low => refuse(format!("is below its minimum {low}")),
        (Bound::Excluding(low), _) if value <= low => refuse(format!("must be > {low}")),
        (_, Bound::Including(high)) if value > high => refuse(format!("is above its maximum {high}")),
        (_, Bound::Excluding(high)) if value >= high => refuse(format!("must be < {high}")),
        _ => Ok(()),
    }
}

fn check_item<M: Model>(element: &Element<M::Id>, value: i32) -> Answer {
    let row = element.row;
    match row.kind {
        Kind::Enumeration(enumeration) if value < 1 || value as usize > enumeration.items.len() => {
            let items: Vec<_> =
                enumeration.items.iter().zip(1..).map(|(item, n)| format!("{n} {}", item.name)).collect();
            let items = items.join(", ");
            Err(Refusal::discard(format!("{} = {value} is no item; there are {items}; nothing was set", row.name)))
        }
        Kind::Boolean if value != 0 && value != 1 => {
            Err(Refusal::discard(format!("{} = {value} is neither 0 nor 1; nothing was set", row.name)))
        }
        Kind::Integer => check_range::<M>(element, f64::from(value), false),
        _ => Ok(()),
    }
}

/// First derivatives of inputs.
pub fn set_input_derivatives<M: Model>(
    core: &mut Core<M>,
    references: &[u32],
    orders: &[i32],
    values: &[f64],
) -> Answer {
    for ((reference, order), value) in references.iter().zip(orders).zip(values) {
        let element = find::<M>(*reference, Access::Real)?;
        if element.row.causality != Causality::Input {
            return Err(Refusal::error(format!("{} is not an input", name::<M>(&element))));
        }
        if *order != 1 {
            let name = name::<M>(&element);
            return Err(Refusal::error(format!("order {order} of {name}: only derivatives of order 1 are used")));
        }
        if !value.is_finite() {
            let name = name::<M>(&element);
            let text = format!("derivative of {name} = {value:?} is not a finite number; nothing was set");
            return Err(Refusal::discard(text));
        }
    }
    for (reference, value) in references.iter().zip(values) {
        let Element { row, k } = find::<M>(*reference, Access::Real)?;
        core.model.set_input_derivative(row.id, k, *value);
    }
    Ok(())
}

/// First derivatives of outputs by time.
pub fn output_derivatives<M: Model>(
    core: &mut Core<M>,
    references: &[u32],
    orders: &[i32],
    values: &mut [f64],
) -> Answer {
    if references.is_empty() {
        return Ok(());
    }
    for (reference, order) in references.iter().zip(orders) {
        let element = find::<M>(*reference, Access::Real)?;
        if !M::has_time_derivative(element.row.id) {
            return Err(Refusal::error(format!("there is no derivative of {}", name::<M>(&element))));
        }
        if *order != 1 {
            let name = name::<M>(&element);
            return Err(Refusal::error(format!("order {order} of {name}: there are derivatives of order 1 only")));
        }
    }
    let tangent = core.model.time_derivatives();
    let mut tangent = tangent.map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    for (reference, value) in references.iter().zip(values) {
        let element = find::<M>(*reference, Access::Real)?;
        let found = M::tangent_of(&mut tangent, element.row.id, element.k);
        if !found.is_finite() {
            return Err(Refusal::error(format!("the derivative of {} overflows", name::<M>(&element))));
        }
        *value = found;
    }
    Ok(())
}

/// Directional derivative: unknowns by knowns, which are in initialization mode the initial unknowns by inputs and exact
/// start values, later outputs and rates by inputs and states.
pub fn directional_derivative<M: Model>(
    core: &mut Core<M>,
    unknowns: &[u32],
    knowns: &[u32],
    seeds: &[f64],
    derivatives: &mut [f64],
) -> Answer {
    let initial = core.state == State::Initialization;
    let table = M::layout().table;
    for reference in unknowns {
        let element = find::<M>(*reference, Access::Real)?;
        let row = element.row;
        let is_unknown = row.causality == Causality::Output || row.derivative_of.is_some();
        if !is_unknown || (initial && !row.is_calculated()) {
            return Err(Refusal::error(format!("{} is not an unknown here", name::<M>(&element))));
        }
        if let Some(Fault(reason)) = core.model.without_tangent(row.id) {
            return Err(Refusal::error(format!("{} {reason}", name::<M>(&element))));
        }
    }
    for (reference, seed) in knowns.iter().zip(seeds) {
        let element = find::<M>(*reference, Access::Real)?;
        let row = element.row;
        let is_known = row.causality == Causality::Input || if initial { row.is_exact() } else { row.is_state(table) };
        if !is_known {
            return Err(Refusal::error(format!("{} is not a known here", name::<M>(&element))));
        }
        if !seed.is_finite() {
            return Err(Refusal::discard(format!("seed of {} = {seed:?} is not a finite number", name::<M>(&element))));
        }
    }
    let elements = knowns.iter().zip(seeds).filter_map(|(reference, seed)| {
        let Element { row, k } = M::layout().find(*reference)?;
        Some((row.id, k, *seed))
    });
    let tangent = core.model.tangent(&mut { elements });
    let mut tangent = tangent.map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    for (reference, derivative) in unknowns.iter().zip(derivatives) {
        let element = find::<M>(*reference, Access::Real)?;
        let found = M::tangent_of(&mut tangent, element.row.id, element.k);
        if !found.is_finite() {
            let text = format!("the derivative of {} overflows with these seeds", name::<M>(&element));
            return Err(Refusal::discard(text));
        }
        *derivative = found;
    }
    Ok(())
}

/// Copies the continuous states, rates or nominals in their order.
pub fn continuous<M: Model>(
    core: &mut Core<M>,
    values: &mut [f64],
    mut of: impl FnMut(&mut M, M::Id, Element<M::Id>) -> Result<f64, crate::fmi2::Fault>,
) -> Answer {
    for ((state, rate), value) in M::layout().states().zip(values) {
        *value = of(&mut core.model, state, rate).map_err(|fault| Refusal::evaluation(core.interface, fault))?;
    }
    Ok(())
}

/// Sets the continuous states, all or none.
pub fn set_continuous<M: Model>(core: &mut Core<M>, values: &[f64]) -> Answer {
    for ((state, rate), value) in M::layout().states().zip(values) {
        if !value.is_finite() {
            let name = M::layout().row_of(state).map_or(String::new(), |row| row.element_name(rate.k));
            return Err(Refusal::discard(format!("{name} = {value:?} is not a finite number; nothing was set")));
        }
    }
    for ((state, rate), value) in M::layout().states().zip(values) {
        core.model.set_real(state, rate.k, *value);
    }
    Ok(())
}

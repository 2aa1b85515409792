//! The C names.

/// Exports the 44 functions of FMI 2.0 for one [`Model`](crate::fmi::Model). Once per link: two exporters are duplicate
/// symbols.
#[macro_export]
macro_rules! export_fmi2 {
    ($model:ty) => {
        /// The functions under the names of the standard; their contract is that of [`$crate::fmi::v2::api`].
        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        mod exported {
            use $crate::fmi::v2::abi::*;
            use $crate::fmi::lifecycle::State;
            use $crate::fmi::v2::calls::Call;
            use $crate::fmi::variables::Access;
            use $crate::fmi::v2::api;

            type M = $model;

            $crate::export_fmi2! { @functions
                fn fmi2SetDebugLogging(c: fmi2Component, on: fmi2Boolean, n: usize, names: *const fmi2String)
                    = api::set_debug_logging::<M>(c, on, n, names);
                fn fmi2SetupExperiment(c: fmi2Component, _tolerance_defined: fmi2Boolean, _tolerance: fmi2Real,
                    start: fmi2Real, stop_defined: fmi2Boolean, stop: fmi2Real)
                    = api::setup_experiment::<M>(c, start, stop_defined, stop);
                fn fmi2EnterInitializationMode(c: fmi2Component)
                    = api::change_state::<M>(c, Call::EnterInitializationMode, State::Initialization);
                fn fmi2ExitInitializationMode(c: fmi2Component) = api::exit_initialization_mode::<M>(c);
                fn fmi2Terminate(c: fmi2Component) = api::terminate::<M>(c);
                fn fmi2Reset(c: fmi2Component) = api::reset::<M>(c);
                fn fmi2GetReal(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, v: *mut fmi2Real)
                    = api::get_real::<M>(c, vr, n, v);
                fn fmi2GetInteger(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, v: *mut fmi2Integer)
                    = api::get_integer::<M>(c, Call::GetInteger, Access::Integer, vr, n, v);
                fn fmi2GetBoolean(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, v: *mut fmi2Boolean)
                    = api::get_integer::<M>(c, Call::GetBoolean, Access::Boolean, vr, n, v);
                fn fmi2GetString(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, _v: *mut fmi2String)
                    = api::no_string::<M>(c, Call::GetString, vr, n);
                fn fmi2SetReal(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, v: *const fmi2Real)
                    = api::set_real::<M>(c, vr, n, v);
                fn fmi2SetInteger(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, v: *const fmi2Integer)
                    = api::set_integer::<M>(c, Call::SetInteger, Access::Integer, vr, n, v);
                fn fmi2SetBoolean(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, v: *const fmi2Boolean)
                    = api::set_integer::<M>(c, Call::SetBoolean, Access::Boolean, vr, n, v);
                fn fmi2SetString(c: fmi2Component, vr: *const fmi2ValueReference, n: usize, _v: *const fmi2String)
                    = api::no_string::<M>(c, Call::SetString, vr, n);
                fn fmi2GetFMUstate(c: fmi2Component, state: *mut fmi2FMUstate) = api::get_fmu_state::<M>(c, state);
                fn fmi2SetFMUstate(c: fmi2Component, state: fmi2FMUstate) = api::set_fmu_state::<M>(c, state);
                fn fmi2FreeFMUstate(c: fmi2Component, state: *mut fmi2FMUstate) = api::free_fmu_state::<M>(c, state);
                fn fmi2SerializedFMUstateSize(c: fmi2Component, state: fmi2FMUstate, size: *mut usize)
                    = api::serialized_fmu_state_size::<M>(c, state, size);
                fn fmi2SerializeFMUstate(c: fmi2Component, state: fmi2FMUstate, bytes: *mut fmi2Byte, size: usize)
                    = api::serialize_fmu_state::<M>(c, state, bytes, size);
                fn fmi2DeSerializeFMUstate(c: fmi2Component, bytes: *const fmi2Byte, size: usize,
                    state: *mut fmi2FMUstate)
                    = api::de_serialize_fmu_state::<M>(c, bytes, size, state);
                fn fmi2GetDirectionalDerivative(c: fmi2Component, unknowns: *const fmi2ValueReference,
                    unknown_count: usize, knowns: *const fmi2ValueReference, known_count: usize,
                    seeds: *const fmi2Real, derivatives: *mut fmi2Real)
                    = api::get_directional_derivative::<M>(
                        c, unknowns, unknown_count, knowns, known_count, seeds, derivatives);
                fn fmi2EnterEventMode(c: fmi2Component)
                    = api::change_state::<M>(c, Call::EnterEventMode, State::Event);
                fn fmi2NewDiscreteStates(c: fmi2Component, info: *mut fmi2EventInfo)
                    = api::new_discrete_states::<M>(c, info);
                fn fmi2EnterContinuousTimeMode(c: fmi2Component)
                    = api::change_state::<M>(c, Call::EnterContinuousTimeMode, State::Continuous);
                fn fmi2CompletedIntegratorStep(c: fmi2Component, _no_set_prior: fmi2Boolean,
                    enter_event_mode: *mut fmi2Boolean, terminate_simulation: *mut fmi2Boolean)
                    = api::completed_integrator_step::<M>(c, enter_event_mode, terminate_simulation);
                fn fmi2SetTime(c: fmi2Component, time: fmi2Real) = api::set_time::<M>(c, time);
                fn fmi2SetContinuousStates(c: fmi2Component, x: *const fmi2Real, n: usize)
                    = api::set_continuous_states::<M>(c, x, n);
                fn fmi2GetDerivatives(c: fmi2Component, x: *mut fmi2Real, n: usize)
                    = api::get_continuous::<M>(c, Call::GetDerivatives, x, n);
                fn fmi2GetEventIndicators(c: fmi2Component, z: *mut fmi2Real, n: usize)
                    = api::get_event_indicators::<M>(c, z, n);
                fn fmi2GetContinuousStates(c: fmi2Component, x: *mut fmi2Real, n: usize)
                    = api::get_continuous::<M>(c, Call::GetContinuousStates, x, n);
                fn fmi2GetNominalsOfContinuousStates(c: fmi2Component, x: *mut fmi2Real, n: usize)
                    = api::get_continuous::<M>(c, Call::GetNominalsOfContinuousStates, x, n);
                fn fmi2SetRealInputDerivatives(c: fmi2Component, vr: *const fmi2ValueReference, n: usize,
                    order: *const fmi2Integer, v: *const fmi2Real)
                    = api::set_real_input_derivatives::<M>(c, vr, n, order, v);
                fn fmi2GetRealOutputDerivatives(c: fmi2Component, vr: *const fmi2ValueReference, n: usize,
                    order: *const fmi2Integer, v: *mut fmi2Real)
                    = api::get_real_output_derivatives::<M>(c, vr, n, order, v);
                fn fmi2DoStep(c: fmi2Component, point: fmi2Real, step: fmi2Real, _no_set_prior: fmi2Boolean)
                    = api::do_step::<M>(c, point, step);
                fn fmi2CancelStep(c: fmi2Component) = api::no_status::<M>(c, Call::CancelStep);
                fn fmi2GetStatus(c: fmi2Component, _kind: fmi2StatusKind, _v: *mut fmi2Status)
                    = api::no_status::<M>(c, Call::GetStatus);
                fn fmi2GetRealStatus(c: fmi2Component, kind: fmi2StatusKind, v: *mut fmi2Real)
                    = api::get_real_status::<M>(c, kind, v);
                fn fmi2GetIntegerStatus(c: fmi2Component, _kind: fmi2StatusKind, _v: *mut fmi2Integer)
                    = api::no_status::<M>(c, Call::GetIntegerStatus);
                fn fmi2GetBooleanStatus(c: fmi2Component, kind: fmi2StatusKind, v: *mut fmi2Boolean)
                    = api::get_boolean_status::<M>(c, kind, v);
                fn fmi2GetStringStatus(c: fmi2Component, _kind: fmi2StatusKind, _v: *mut fmi2String)
                    = api::no_status::<M>(c, Call::GetStringStatus);
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn fmi2GetTypesPlatform() -> fmi2String {
                c"default".as_ptr()
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn fmi2GetVersion() -> fmi2String {
                c"2.0".as_ptr()
            }

            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn fmi2Instantiate(
                name: fmi2String,
                kind: fmi2Type,
                guid: fmi2String,
                resource_location: fmi2String,
                functions: *const fmi2CallbackFunctions,
                _visible: fmi2Boolean,
                logging_on: fmi2Boolean,
            ) -> fmi2Component {
                // SAFETY: the contract of the standard, which is that of `api`
                unsafe { api::instantiate::<M>(name, kind, guid, resource_location, functions, logging_on) }
            }

            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn fmi2FreeInstance(c: fmi2Component) {
                // SAFETY: as above
                unsafe { api::free_instance::<M>(c) }
            }
        }
    };
    (@functions $(fn $name:ident($($argument:ident: $type:ty),*) = $body:expr;)*) => {
        $(
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($argument: $type),*) -> fmi2Status {
                // SAFETY: the contract of the standard, which is that of `api`
                unsafe { $body }
            }
        )*
    };
}

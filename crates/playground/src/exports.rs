//! The functions that the page calls. One page is one thread; a [`Playground`] is a handle.

use crate::description;
use crate::observed::COLUMNS;
use crate::scene::Scene;
use crate::settings::{COUNT, Settings};
use crate::simulation::Simulation;

/// A scene, its settings, and texts for the page.
pub struct Playground {
    settings: [f64; COUNT],
    simulation: Option<Simulation>,
    values: [f64; COLUMNS.len()],
    text: String,
}

impl Playground {
    /// Keeps why something was refused. The answer: whether it was done.
    fn told(&mut self, result: Result<(), String>) -> bool {
        self.text = result.err().unwrap_or_default();
        self.text.is_empty()
    }

    fn start(&mut self, scene: u32) -> Result<(), String> {
        let scene = Scene::ALL.get(scene as usize).ok_or_else(|| format!("there is no scene {scene}"))?;
        self.simulation = None;
        self.simulation = Some(Simulation::new(*scene, &Settings(self.settings))?);
        self.observe();
        Ok(())
    }

    fn running(&mut self) -> Result<&mut Simulation, String> {
        self.simulation.as_mut().ok_or_else(|| "the scene has not started".into())
    }

    fn change(&mut self) -> Result<(), String> {
        let settings = Settings(self.settings);
        self.running()?.change(&settings)
    }

    fn advance(&mut self, count: u32) -> Result<(), String> {
        let result = self.running().and_then(|simulation| simulation.advance(count));
        self.observe();
        result
    }

    fn observe(&mut self) {
        if let Some(simulation) = &self.simulation {
            self.values = simulation.observed().values();
        }
    }
}

/// A playground without a scene. Freed by [`playground_free`].
#[unsafe(no_mangle)]
pub extern "C" fn playground_new() -> *mut Playground {
    let (settings, values) = ([0.0; COUNT], [0.0; COLUMNS.len()]);
    Box::into_raw(Box::new(Playground { settings, simulation: None, values, text: String::new() }))
}

/// Frees it.
///
/// # Safety
/// `playground` is of [`playground_new`] and not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_free(playground: *mut Playground) {
    // SAFETY: by the caller's promise
    drop(unsafe { Box::from_raw(playground) });
}

/// The memory of the settings, for the page to write: a double for each setting, in the order of their numbers.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_settings(playground: *mut Playground) -> *mut f64 {
    // SAFETY: by the caller's promise
    unsafe { (*playground).settings.as_mut_ptr() }
}

/// Starts this scene with the settings. False: refused, the text says why.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_start(playground: *mut Playground, scene: u32) -> bool {
    // SAFETY: by the caller's promise
    let playground = unsafe { &mut *playground };
    let result = playground.start(scene);
    playground.told(result)
}

/// Goes on with the settings. False: refused, the text says why and the scene keeps those it has.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_change(playground: *mut Playground) -> bool {
    // SAFETY: by the caller's promise
    let playground = unsafe { &mut *playground };
    let result = playground.change();
    playground.told(result)
}

/// Steps so many times. False: a step was refused, the text says why and the values are those before it.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_advance(playground: *mut Playground, count: u32) -> bool {
    // SAFETY: by the caller's promise
    let playground = unsafe { &mut *playground };
    let result = playground.advance(count);
    playground.told(result)
}

/// The values after the last step: as many doubles as there are columns.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_values(playground: *const Playground) -> *const f64 {
    // SAFETY: by the caller's promise
    unsafe { (*playground).values.as_ptr() }
}

/// Makes the description of scenes and columns, JSON, the text.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_describe(playground: *mut Playground) {
    // SAFETY: by the caller's promise
    unsafe { (*playground).text = description::json() }
}

/// Makes what the contact had to say of the steps so far the text.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_note(playground: *mut Playground) {
    // SAFETY: by the caller's promise
    let playground = unsafe { &mut *playground };
    playground.text = playground.simulation.as_ref().map_or(String::new(), |simulation| simulation.note().into());
}

/// The text, UTF-8, until the next call.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_text(playground: *const Playground) -> *const u8 {
    // SAFETY: by the caller's promise
    unsafe { &*playground }.text.as_ptr()
}

/// Its length in bytes.
///
/// # Safety
/// `playground` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn playground_text_length(playground: *const Playground) -> usize {
    // SAFETY: by the caller's promise
    unsafe { &*playground }.text.len()
}

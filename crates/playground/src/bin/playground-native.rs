//! Prints what the scenes come to, as the bits of their numbers, for the page's test to compare with.
//! Usage: playground-native SCENE STEPS SETTING...

use asperity_playground::{Scene, Settings, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<f64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [scene, steps, settings @ ..] = arguments.as_slice() else {
        return Err("usage: playground-native SCENE STEPS SETTING...".into());
    };
    let mut simulation = Simulation::new(Scene::ALL[*scene as usize], &Settings(settings.try_into()?))?;
    simulation.advance(*steps as u32)?;
    for value in simulation.observed().values() {
        println!("{:016x}", value.to_bits());
    }
    Ok(())
}

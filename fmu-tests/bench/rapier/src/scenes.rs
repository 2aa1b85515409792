//! rapier in the scenes of `scenes.h`.

#[path = "../../scenes/worlds.rs"]
mod worlds;

use crate::STEP;
use rapier3d_f64::prelude::*;
use std::ffi::{c_double, c_int, c_long, c_void};
use worlds::{CUBES, Pose, SPHERES, Scene, World};

static WORLDS: [World; 1] = [World { name: c"rapier".as_ptr(), step: STEP, open, knows, run, motion, close }];

struct Running {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

/// What two colliders share: they are alike, and rapier takes the mean of both.
fn surface(collider: ColliderBuilder, scene: &Scene) -> ColliderBuilder {
    collider.friction(scene.friction).restitution(scene.restitution)
}

/// # Safety
/// `scene` is a live `Scene` of meshes.
unsafe fn hull(scene: &Scene) -> ColliderBuilder {
    // SAFETY: as stated.
    let corners = unsafe { std::slice::from_raw_parts(scene.corners, scene.corner_count as usize) };
    let places: Vec<Vector> = corners.iter().map(|&place| Vector::from(place)).collect();
    ColliderBuilder::convex_hull(&places).expect("corners on a sphere have a hull")
}

/// # Safety
/// `scene` is a live `Scene`.
unsafe extern "C" fn open(scene: *const Scene) -> *mut c_void {
    // SAFETY: as stated.
    let scene = unsafe { &*scene };
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::from(scene.gravity);
    world.integration_parameters.dt = STEP;
    let up = Vector::new(0.0, 0.0, 1.0);
    world.insert(RigidBodyBuilder::fixed(), surface(ColliderBuilder::new(SharedShape::halfspace(up)), scene));
    let size = scene.size;
    let bodies = (0..scene.bodies).map(|body| {
        // no body of the scenes is turned or turns at the start
        let Pose { position, velocity, .. } = (scene.start)(body);
        let moving = RigidBodyBuilder::dynamic()
            .translation(Vector::from(position))
            .linvel(Vector::from(velocity))
            .can_sleep(false);
        let shape = match scene.shape {
            SPHERES => ColliderBuilder::ball(size).mass(1.0),
            CUBES => ColliderBuilder::cuboid(size, size, size).mass(1.0),
            // that of the ball around it, not its own
            _ => {
                let properties = MassProperties::new(Vector::ZERO, 1.0, Vector::splat(0.4 * size * size));
                // SAFETY: of a third shape.
                unsafe { hull(scene) }.mass_properties(properties)
            }
        };
        world.insert(moving, surface(shape, scene)).0
    });
    let bodies = bodies.collect();
    Box::into_raw(Box::new(Running { world, bodies })).cast()
}

/// # Safety
/// None is needed: the scene is not looked at.
unsafe extern "C" fn knows(_scene: *const Scene) -> c_int {
    1
}

/// # Safety
/// `this` is what `open` answered.
unsafe extern "C" fn run(this: *mut c_void, steps: c_long, _seconds: *mut c_double) -> c_double {
    // SAFETY: as stated, and nobody else has it.
    let running = unsafe { &mut *this.cast::<Running>() };
    for _ in 0..steps {
        running.world.step();
    }
    running.world.bodies[running.bodies[0]].translation().z
}

/// # Safety
/// `this` is what `open` answered, `body` one of the scene's, `to` writable.
unsafe extern "C" fn motion(this: *mut c_void, body: c_int, to: *mut Pose) {
    // SAFETY: as stated.
    let running = unsafe { &*this.cast::<Running>() };
    let body = &running.world.bodies[running.bodies[body as usize]];
    let turned = body.rotation();
    let pose = Pose {
        position: body.translation().into(),
        orientation: [turned.w, turned.x, turned.y, turned.z],
        velocity: body.linvel().into(),
        angular_velocity: body.angvel().into(),
    };
    // SAFETY: as stated.
    unsafe { to.write(pose) };
}

/// # Safety
/// `this` is what `open` answered, and is not used again.
unsafe extern "C" fn close(this: *mut c_void) {
    // SAFETY: as stated.
    let _: Box<Running> = unsafe { Box::from_raw(this.cast()) };
}

/// # Safety
/// `count` is a valid pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_worlds(count: *mut usize) -> *const World {
    // SAFETY: as stated.
    unsafe { *count = WORLDS.len() };
    WORLDS.as_ptr()
}

//! Another library in Rust with its own copy of the standard library: it must fit into one program with Asperity.

/// The root, or −1 for what has none: a panic is caught on the way.
#[unsafe(no_mangle)]
pub extern "C" fn neighbour_root(x: f64) -> f64 {
    std::panic::set_hook(Box::new(|_| {}));
    std::panic::catch_unwind(|| if x < 0.0 { panic!("no root") } else { x.sqrt() }).unwrap_or(-1.0)
}

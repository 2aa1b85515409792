//! What the command line does, and the files it makes.

mod accelerations;
mod choosing;
mod command_line;
mod contradictions;
mod crafted;
mod drop;
mod files;
mod gallery;
mod half_space;
mod host;
mod impact;
#[cfg(unix)]
mod install;
mod material;
mod package;
mod packed;
mod patch;
mod planar;
mod platforms;
mod reproduce;
mod scenes;
mod simulate;
mod systems;
mod systems_coupled;
mod systems_gallery;
mod systems_many;
mod wheel;

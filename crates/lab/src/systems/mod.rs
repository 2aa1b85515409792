//! Systems of bodies and contacts: files to begin with, and free bodies that move under the forces of a packed system.

pub mod examples;

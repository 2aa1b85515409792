//! Studies with the packed unit, each as one page: the papers reproduced, scenes with closed forms, and which method of coupling
//! to choose.

pub mod choosing;
pub mod gallery;
pub mod reproduce;

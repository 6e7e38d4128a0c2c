//! Shared by the programs.

/// The version of a package in these programs.
pub fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = include_str!("../Cargo.lock").split_once(&name).expect("a package of these programs");
    rest.split_once('"').unwrap().0
}

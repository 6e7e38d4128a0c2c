//! Prints which of the UUIDs given as arguments the crate uuid accepts.

use uuid::Uuid;

fn main() {
    print!("| the crate uuid {} | `Uuid::parse_str` |", clients::version("uuid"));
    for id in std::env::args().skip(1) {
        print!(" {} |", if Uuid::parse_str(&id).is_ok() { "yes" } else { "no" });
    }
    println!();
}

//! Prints which of the UUIDs that it is called with are valid to the crate uuid.

use uuid::Uuid;

fn main() {
    print!("| the crate uuid {} | `Uuid::parse_str` |", clients::version("uuid"));
    for id in std::env::args().skip(1) {
        print!(" {} |", if Uuid::parse_str(&id).is_ok() { "yes" } else { "no" });
    }
    println!();
}

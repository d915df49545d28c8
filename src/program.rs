//! What the program, its Python package and the tests alone need of rooms that are private: links in what is hidden would not be
//! checked.

pub mod cli {
    pub use crate::cli::*;
}
pub mod experiment {
    pub use crate::experiment::*;
}
pub mod form {
    pub use crate::form::*;
}
pub mod message {
    pub use crate::message::*;
}
pub mod perturbation {
    pub use crate::perturbation::*;
}
pub mod prose {
    pub use crate::prose::*;
}
pub mod report {
    pub use crate::report::*;
}
pub mod settings {
    pub use crate::settings::*;
}
pub mod shipped {
    pub use crate::shipped::*;
}
pub mod tune {
    pub use crate::tune::*;
}

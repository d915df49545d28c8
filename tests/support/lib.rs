//! Support code shared by the test programs: the compiled program, the contract of every game, and a test table and
//! invariants for each built-in game.

pub mod cases;
pub mod consistent;
pub mod contract;
pub mod folder;
pub mod instances;
pub mod program;
pub mod schema;
pub mod shown;
pub mod table;
pub mod words;

pub mod cartagena {
    //! Support for Cartagena.

    pub mod cases;
    pub mod laws;
    pub mod support;
}

pub mod endeavor {
    //! Support for Endeavor.

    pub mod cases;
    pub mod laws;
    pub mod support;
}

pub mod maracaibo {
    //! Support for Maracaibo.

    pub mod cases;
    pub mod eager;
    pub mod invariants;
    pub mod jean_ledger;
    pub mod jean_support;
    pub mod laws;
    pub mod ledger;
    pub mod story_support;
    pub mod support;
}

pub mod puerto_rico {
    //! Support for Puerto Rico.

    pub mod cases;
    pub mod laws;
    pub mod support;
}

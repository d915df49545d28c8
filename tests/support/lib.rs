//! What several test programs share: the program as people run it, the promises of every game, and for each game that
//! ships a table to play at and the laws that hold from action to action.

pub mod consistent;
pub mod contract;
pub mod instances;
pub mod program;
pub mod schema;
pub mod shown;
pub mod table;

pub mod cartagena {
    //! Cartagena at the table.

    pub mod laws;
    pub mod support;
}

pub mod endeavor {
    //! Endeavor at the table.

    pub mod laws;
    pub mod support;
}

pub mod maracaibo {
    //! Maracaibo at the table.

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
    //! Puerto Rico at the table.

    pub mod laws;
    pub mod support;
}

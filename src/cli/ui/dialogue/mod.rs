//! Dialogue with a person: lines of input, and texts in answer.
//!
//! | file | contents |
//! | --- | --- |
//! | `terminal` | line input and output, at a terminal or through a pipe |
//! | `editor` | line editor with history and completion |
//! | `completion` | completion of input lines |
//! | `pager` | output of long texts by page |
//! | `save` | saving of a game to a file that the person names, and output of an unsaved game |

pub mod completion;
mod editor;
mod pager;
pub mod save;
pub mod terminal;

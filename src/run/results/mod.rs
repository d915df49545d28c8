//! Results folders: writing and reading.
//!
//! | file | contents |
//! | --- | --- |
//! | [`record`] | result of a game, by seat |
//! | `game_row` | format of a row of `games.csv` |
//! | [`writer`], [`fields`] | formatting of rows and of their fields |
//! | [`reader`], [`events`], [`crashes`] | reading the games, events and crashes of a run |
//! | [`locate`] | locating the file of a table |
//! | [`names`], [`columns`] | names of files and columns |
//! | [`stream`] | tables that grow during a run |
//! | [`table`], `gzip` | plain and compressed tables |
//! | [`manifest`], [`integrity`] | manifest of a run, and its validation |
//! | [`file`](mod@file), [`checksum`] | records of files, and verification |
//! | [`work_folder`], [`clock`] | folder of long-running work, and its elapsed time |
//! | [`work_manifest`] | manifest of long-running work |
//! | [`session`] | open tables of running work, and its checkpoints |
//! | [`checksummed_text`] | text files that end with their own checksum |
//! | [`staging`] | atomic updates of files together with the manifest |
//! | [`checkpoint`] | checkpoints of unfinished runs |
//! | [`folder`], [`lock`] | cleaning and locking of folders |
//! | [`pool`](mod@pool) | pool of worker threads |
//! | [`shards`] | shards of a run, and their progress |
//! | [`trial`] | layout of the folder that `try` writes |
//! | [`error`] | errors |

pub mod checkpoint;
pub mod checksum;
pub mod checksummed_text;
pub mod clock;
pub mod columns;
pub mod crashes;
pub mod error;
pub mod events;
pub mod fields;
pub mod file;
pub mod folder;
mod game_row;
mod gzip;
pub mod integrity;
pub mod locate;
pub mod lock;
pub mod manifest;
pub mod names;
pub mod pool;
pub mod reader;
pub mod record;
pub mod session;
pub mod shards;
pub mod staging;
pub mod stream;
pub mod table;
pub mod trial;
pub mod work_folder;
pub mod work_manifest;
pub mod writer;

//! The results folder: what a run leaves, and what reads it again.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`record`] | what is recorded of a game, seat by seat |
//! | [`writer`] | how rows are written |
//! | [`reader`], [`events`], [`crashes`] | the games of a run, its events and its crashes, read again |
//! | [`locate`] | which file a table is in |
//! | [`names`], [`columns`] | names of the files; the columns of their tables |
//! | [`stream`] | tables that grow while a run goes on |
//! | [`table`], `gzip` | tables on the disk, plain or compressed |
//! | [`mod@parquet`] | tables with typed columns, too |
//! | [`manifest`], [`integrity`] | what a folder says about itself, and what always holds in it |
//! | [`file`](mod@file), [`checksum`] | what is told of each file; whether and where it was changed |
//! | [`work_manifest`] | what the manifests of all kinds of work have in common |
//! | [`runtime`], [`clock`] | what all work shares that takes long and leaves a folder; how long it has taken |
//! | [`session`] | the tables of work under way, and its checkpoints |
//! | [`seal`] | text files that end with their own checksum |
//! | [`staged`] | files that change together with the manifest |
//! | [`checkpoint`] | how far an unfinished run came |
//! | [`folder`] | who may use a folder, and what it holds so far |
//! | [`pool`](mod@pool) | the worker threads of everything that plays, trains or reads |
//! | [`shards`] | the shards of a run, and how far they are |
//! | [`trial`] | layout of the folder that `try` writes |
//! | [`error`] | what can go wrong |

pub mod checkpoint;
pub mod checksum;
pub mod clock;
pub mod columns;
pub mod crashes;
pub mod error;
pub mod events;
pub mod file;
pub mod folder;
mod gzip;
pub mod integrity;
pub mod locate;
pub mod manifest;
pub mod names;
pub mod parquet;
pub mod pool;
pub mod reader;
pub mod record;
pub mod runtime;
pub mod seal;
pub mod session;
pub mod shards;
pub mod staged;
pub mod stream;
pub mod table;
pub mod trial;
pub mod work_manifest;
pub mod writer;

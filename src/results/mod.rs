//! The results folder: what a run leaves, and what reads it again.
//!
//! Of such a `folder`:
//!
//! ```
//! use portolan::results::manifest::Manifest;
//! use portolan::results::reader::Reader;
//!
//! # use portolan::program::experiment::{any_game::set_up_all, run::*, spec::*};
//! # let temporary = tempfile::tempdir()?;
//! # let (file, folder) = (temporary.path().join("first.toml"), temporary.path().join("first"));
//! # let text = b"kind = 'simulate'\ngame = 'cartagena'\nbots = ['greedy', 'random']\ngames = 20";
//! # std::io::Write::write_all(&mut std::fs::File::create(&file)?, text)?;
//! # let first = resolve(&read_file(&file)?)?;
//! # let (games, request) = (set_up_all(&first.setups)?, Request::new(first.experiment, first.data, folder.clone()));
//! # run(&games, &request, &Default::default(), &mut |_| {})?;
//! let manifest = Manifest::read(&folder)?.ok_or("there is no manifest.toml")?;
//! let read = Reader::open([(&*folder, &manifest)])?.each_game(|seats| {
//!     let winner = seats.iter().find(|seat| seat.rank == 1);
//!     println!("{:?}", winner.map(|seat| (seat.bot, seat.score)));
//! })?;
//! assert_eq!((read.games, read.blocks), (20, 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`record`] | what is recorded of a game, seat by seat |
//! | [`writer`] | how rows are written |
//! | [`reader`], [`events`], [`crashes`] | the games of a run, its events and its crashes, read again |
//! | [`locate`] | which file a table is in |
//! | [`names`] | names of the files |
//! | [`stream`] | tables that grow while a run goes on |
//! | [`table`], `gzip` | tables on the disk, plain or compressed |
//! | [`mod@parquet`] | tables with typed columns, too |
//! | [`manifest`], [`integrity`] | what a folder says about itself, and what always holds in it |
//! | [`file`](mod@file), [`checksum`] | what is told of each file; whether and where it was changed |
//! | [`seal`] | text files that end with their own checksum |
//! | [`staged`] | files that change together with the manifest |
//! | [`checkpoint`] | how far an unfinished run came |
//! | [`folder`] | who may use a folder, and what it holds so far |
//! | [`parts`] | the shards of a run, and how far they are |
//! | [`error`] | what can go wrong |

pub mod checkpoint;
pub mod checksum;
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
pub mod parts;
pub mod reader;
pub mod record;
pub mod seal;
pub mod staged;
pub mod stream;
pub mod table;
pub mod writer;

//! Shard of an experiment, a contiguous range of deal groups that is played separately. The files of all shards
//! in order make up the files of the whole run.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Maximum number of shards of an experiment.
pub const MOST_SHARDS: u64 = 1_000_000;

/// Shard `index` of `count`; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub index: u64,
    pub count: u64,
}

impl Shard {
    /// The whole experiment as a single shard.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Returns an error message if there are more shards than deal groups.
    pub fn surplus(count: u64, blocks: u64) -> Option<String> {
        (count > blocks).then(|| {
            format!(
                "{} of the {count} shards have no games: there are only {blocks} deal groups, so \
                 {blocks} is the largest useful number of shards",
                count - blocks
            )
        })
    }

    /// Returns true if `index` is in 1..=`count`.
    pub fn exists(self) -> bool {
        self.count <= MOST_SHARDS && (1..=self.count).contains(&self.index)
    }

    /// Returns the range of this shard, out of `blocks` deal groups. The sizes of the shards differ by at most
    /// one deal group; if there are more shards than deal groups, some shards are empty.
    pub fn range(self, blocks: u64) -> Range<u64> {
        let end = |index: u64| {
            let end = u128::from(blocks) * u128::from(index) / u128::from(self.count);
            u64::try_from(end).unwrap_or(blocks)
        };
        end(self.index - 1)..end(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        text.split_once('/')
            .and_then(|(index, count)| {
                Some(Shard {
                    index: index.trim().parse().ok()?,
                    count: count.trim().parse().ok()?,
                })
            })
            .filter(|shard: &Shard| shard.exists())
            .ok_or_else(|| "expected I/N with I from 1 to N, such as 3/16".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_all_blocks_once_and_in_order() {
        for blocks in [0, 1, 5, 7, 100, 1001] {
            for count in [1, 2, 7, 16] {
                let mut next = 0;
                for index in 1..=count {
                    let range = Shard { index, count }.range(blocks);
                    assert_eq!(range.start, next);
                    assert!(range.end - range.start <= blocks / count + 1);
                    next = range.end;
                }
                assert_eq!(next, blocks);
            }
        }
        assert_eq!(Shard::WHOLE.range(u64::MAX), 0..u64::MAX);
    }

    #[test]
    fn shard_text_is_read_back() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!(shard.to_string(), "3/16");
        for wrong in ["0/4", "5/4", "4", "a/b", "1/0", "-1/4", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}

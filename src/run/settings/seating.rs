//! Seatings of a deal group, and the number of deal groups that an experiment needs.

/// For every seat, the place in the line-up of its bot; `None` for an automa.
pub type Seating = Vec<Option<usize>>;

/// Returns the seatings of a deal group: all permutations of up to three places, all rotations of more.
pub fn orders(places: usize) -> Vec<Vec<usize>> {
    if places > 3 {
        return (0..places)
            .map(|first| (0..places).map(|seat| (first + seat) % places).collect())
            .collect();
    }
    let mut orders = vec![Vec::new()];
    for _ in 0..places {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                (0..places)
                    .filter(|place| !order.contains(place))
                    .map(|place| [order.as_slice(), &[place]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}

/// Number of deal groups that give every condition at least `games` games; `seatings` contains the number of
/// seatings of each condition.
pub fn blocks_for(games: u64, seatings: impl Iterator<Item = u64>) -> u64 {
    games.max(1).div_ceil(seatings.min().unwrap_or(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seatings_are_all_orders_up_to_three_bots_then_rotations() {
        assert_eq!(orders(1), [[0]]);
        assert_eq!(orders(2), [[0, 1], [1, 0]]);
        assert_eq!(orders(3).len(), 6);
        assert_eq!(orders(3)[0], [0, 1, 2]);
        assert_eq!(
            orders(4),
            [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
        );
    }

    #[test]
    fn every_bot_sits_in_every_seat_equally_often() {
        for places in 1..=5 {
            let orders = orders(places);
            for seat in 0..places {
                for place in 0..places {
                    let times = orders.iter().filter(|order| order[seat] == place).count();
                    assert_eq!(times * places, orders.len());
                }
            }
        }
    }
}

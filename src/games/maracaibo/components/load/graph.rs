//! Topological order of spaces connected by arrows.

/// Returns the spaces in an order in which every space follows all spaces with an arrow to it; ties
/// are ordered by index.
///
/// # Errors
///
/// Returns the spaces on a cycle and the spaces reachable from one.
pub(super) fn order(next: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut waiting = vec![0_usize; next.len()];
    for &to in next.iter().flatten() {
        waiting[to] += 1;
    }
    let mut done = vec![false; next.len()];
    let mut order = Vec::with_capacity(next.len());
    while let Some(space) = (0..next.len()).find(|&space| !done[space] && waiting[space] == 0) {
        done[space] = true;
        order.push(space);
        for &to in &next[space] {
            waiting[to] -= 1;
        }
    }
    if order.len() == next.len() {
        Ok(order)
    } else {
        Err((0..next.len()).filter(|&space| !done[space]).collect())
    }
}

/// Returns the spaces other than `from` without an incoming arrow. These are the starts of the
/// parts of the graph that cannot be reached.
pub(super) fn cut_off(next: &[Vec<usize>], from: usize) -> Vec<usize> {
    let led_to = |space: usize| next.iter().flatten().any(|&to| to == space);
    (0..next.len())
        .filter(|&space| space != from && !led_to(space))
        .collect()
}

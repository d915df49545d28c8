//! Orders of spaces joined by arrows.

/// The spaces so that each comes after all from which an arrow leads to it, otherwise in the order
/// of their indices.
///
/// # Errors
/// The spaces that lie on a cycle or behind one.
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

/// The spaces that cannot be reached from one and that no arrow leads to: where a part of the
/// graph begins that is cut off.
pub(super) fn cut_off(next: &[Vec<usize>], from: usize) -> Vec<usize> {
    let led_to = |space: usize| next.iter().flatten().any(|&to| to == space);
    (0..next.len())
        .filter(|&space| space != from && !led_to(space))
        .collect()
}

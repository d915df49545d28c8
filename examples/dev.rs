use portolan::game::*;
use portolan::games::maracaibo::*;
use portolan::games::*;
use portolan::random::*;
use std::time::Instant;
fn main() {
    let players: usize = std::env::args().nth(1).map_or(2, |s| s.parse().unwrap());
    let n: u64 = std::env::args().nth(2).map_or(2000, |s| s.parse().unwrap());
    let opts = std::env::args()
        .nth(3)
        .into_iter()
        .map(|o| {
            let (a, b) = o.split_once('=').unwrap();
            (a.to_string(), b.to_string())
        })
        .collect();
    let g = Maracaibo::new(&GameSetup {
        game: "maracaibo".into(),
        players,
        options: opts,
        data: portolan::dataset::DataSet::embedded(ENTRY.files),
    })
    .unwrap();
    println!(
        "state {} bytes, player {}, action {}",
        std::mem::size_of::<state::State>(),
        std::mem::size_of::<state::Player>(),
        std::mem::size_of::<action::Action>()
    );
    let mut acts = Vec::new();
    let mut dec = 0u64;
    let mut br = 0u64;
    let mut sc = 0i64;
    let mut deepest = 0;
    let mut cats = [0i64; 15];
    let mut turns = 0u64;
    let mut ends = [0u64; 5];
    let mut shuffles = 0u64;
    let t = Instant::now();
    for i in 0..n {
        let seed = deal_seed(1, i);
        let mut ch = Streams::new(seed);
        let mut rng = bot_stream(seed, 0, 0);
        let mut s = g.new_state(&mut ch, &mut ());
        while let Some(_) = g.to_move(&s) {
            g.legal_actions(&s, &mut acts);
            assert!(!acts.is_empty());
            let a = acts[below(&mut rng, acts.len() as u32) as usize];
            dec += 1;
            br += acts.len() as u64;
            g.apply(&mut s, a, &mut ch, &mut ());
            deepest = deepest.max(s.stack_len);
        }
        for seat in 0..players {
            sc += g.score(&s, seat) as i64;
            turns += g.turns(&s, seat) as u64;
            for c in 0..15 {
                cats[c] += s.players[seat].points[c] as i64
            }
        }
        ends[s.round as usize] += 1;
        shuffles += s.shuffles as u64;
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{} games/s, {} decisions/s, {:.1} ns/dec, {:.1} dec/game, branching {:.2}, mean score {:.1}, turns/seat {:.1} deepest {deepest} shuffles {:.2}",
        n as f64 / e,
        dec as f64 / e,
        e * 1e9 / dec as f64,
        dec as f64 / n as f64,
        br as f64 / dec as f64,
        sc as f64 / (n * players as u64) as f64,
        turns as f64 / (n * players as u64) as f64,
        shuffles as f64 / n as f64
    );
    for (c, x) in state::CATEGORY_NAMES.iter().zip(cats) {
        print!("{c} {:.1} ", x as f64 / (n * players as u64) as f64)
    }
    println!();
}

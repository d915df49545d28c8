use portolan::game::*;
use portolan::games::maracaibo::*;
use portolan::games::*;
use portolan::random::*;
#[inline(never)]
fn deal(g: &Maracaibo, ch: &mut Streams) -> state::State {
    g.new_state(ch, &mut ())
}
#[inline(never)]
fn streams(s: u64) -> Streams {
    Streams::new(s)
}
#[inline(never)]
fn legal(g: &Maracaibo, s: &state::State, a: &mut Vec<action::Action>) {
    g.legal_actions(s, a)
}
#[inline(never)]
fn apply(g: &Maracaibo, s: &mut state::State, a: action::Action, c: &mut Streams) {
    g.apply(s, a, c, &mut ())
}
fn main() {
    let g = Maracaibo::new(&GameSetup {
        game: "maracaibo".into(),
        players: 2,
        options: Default::default(),
        data: portolan::dataset::DataSet::embedded(ENTRY.files),
    })
    .unwrap();
    let k_on = std::env::var("K").is_ok();
    let n = std::env::args().nth(1).map_or(2000, |s| s.parse().unwrap());
    let mut acts = Vec::new();
    let mut k = std::collections::BTreeMap::new();
    let mut dec = 0;
    for i in 0..n {
        let mut ch = streams(deal_seed(1, i));
        let mut rng = bot_stream(i, 0, 0);
        let mut s = deal(&g, &mut ch);
        while let Some(_) = g.to_move(&s) {
            legal(&g, &s, &mut acts);
            let a = acts[below(&mut rng, acts.len() as u32) as usize];
            dec += 1;
            if k_on {
                *k.entry(format!("{:?}", s.top().unwrap().kind)).or_insert(0) += 1;
            }
            apply(&g, &mut s, a, &mut ch);
        }
    }
    println!("{dec} {k:?}");
}

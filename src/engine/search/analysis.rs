//! What a search thinks of one position: several trees grown side by side, put together, and the
//! best actions played out to the end.
//!
//! Root parallelism (Chaslot, Winands & van den Herik, *Parallel Monte-Carlo tree search*, 2008): the
//! trees know nothing of each other. How many there are is part of the question, not of the machine,
//! and what they found is put together in their order, so that the answer is the same on any number
//! of threads.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;
use rayon::prelude::*;

use super::guide::Guide;
use super::mcts::Mcts;
use super::reward::{Rewards, final_places, rewards};
use super::settings::{Evaluation, Information, Objective, Opponents, Reach, Settings};
use super::simulation::Simulation;
use super::tree::{BySeat, NodeId, ROOT, RootTally};
use crate::game::{Game, MAX_SEATS, Rng, Seat};
use crate::random::{fork, stream};
use crate::stats::Moments;

/// A line goes no further than where the trees were fewer times than this.
const LEAST_VISITS: u64 = 10;
/// A line has no more decisions than this.
const LONGEST_LINE: usize = 60;

/// How thoroughly a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Trees; the iterations are shared out among them.
    pub trees: u32,
    /// Games played out after each listed action.
    pub playouts: u32,
    /// Actions that are listed.
    pub top: usize,
}

/// One action as the search sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its index among the legal actions.
    pub index: usize,
    /// Iterations that began with it, in all trees.
    pub visits: u64,
    /// Rewards of every seat in those iterations.
    pub values: BySeat,
    /// Final scores of every seat where the game was played out after it.
    pub scores: BySeat,
    /// Shares of the win in the same games.
    pub wins: BySeat,
    /// Leads of the seat that decides in the same games: its score less the best other one.
    pub leads: Moments,
    /// How much higher these leads were after the best action, game by game.
    pub behind: Moments,
    /// Points of the seat that decides in the same games, by score category.
    pub categories: Vec<Moments>,
    /// How the search goes on, beginning with the action itself.
    pub line: Vec<Step>,
}

impl Finding {
    /// Counts a game that was played out after the action.
    fn count(&mut self, end: &End, seats: usize) {
        for other in 0..seats {
            self.scores[other].push(end.scores[other]);
            self.wins[other].push(end.shares[other]);
        }
        self.leads.push(end.lead);
        for (points, &more) in self.categories.iter_mut().zip(&end.categories) {
            points.push(f64::from(more));
        }
    }
}

/// One action of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who takes it.
    pub seat: Seat,
    /// Its notation.
    pub action: String,
    /// Iterations that came through it; `None` if it was not searched: the only legal action, or
    /// that of another seat which the search leaves to its rollout policy.
    pub visits: Option<u64>,
}

/// What a search thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The seat that decides.
    pub seat: Seat,
    /// Iterations of all trees.
    pub iterations: u64,
    /// The actions asked for, best first: by visits, then by value.
    pub findings: Vec<Finding>,
}

/// Analyses a position for the seat that is to move, or returns `None` when the game is over.
///
/// Nothing that this seat cannot know is used: the position is replaced by a determinization for it
/// before anything else. Besides the `top` best actions, those in `also` are listed.
pub fn analyze<G: Game>(
    game: &G,
    state: &G::State,
    settings: Settings,
    guide: &Guide,
    depth: Depth,
    also: Option<G::Action>,
    seed: u64,
) -> Option<Analysis> {
    let seat = game.to_move(state)?;
    let known = known(game, state, seat, seed);
    let settings = Settings {
        information: Information::Fair,
        ..settings.shared_out(depth.trees)
    };
    let mut legal = Vec::new();
    game.legal_actions(&known, &mut legal);
    let mut trees: Vec<Mcts<G>> = (0..u64::from(depth.trees.max(1)))
        .into_par_iter()
        .map(|index| {
            let mut tree = Mcts::new(settings, guide);
            tree.tally = Some(RootTally::default());
            tree.search(game, &known, &legal, &mut stream(seed, &[1, index]));
            tree
        })
        .collect();
    let mut findings = merged(game, &trees, &legal);
    let value = |finding: &Finding| finding.values[seat].mean().unwrap_or(f64::NEG_INFINITY);
    findings.sort_by_key(|finding| Reverse((finding.visits, OrderedFloat(value(finding)))));
    let mut place = 0;
    findings.retain(|finding| {
        place += 1;
        place <= depth.top || also == Some(legal[finding.index])
    });
    for finding in &mut findings {
        let mut rng = stream(seed, &[2]);
        finding.line = line(game, &known, &mut trees, legal[finding.index], &mut rng);
    }
    let actions: Vec<G::Action> = findings.iter().map(|found| legal[found.index]).collect();
    let ends = play_out(game, &known, settings, guide, &actions, depth, seed);
    for end in &ends {
        let best = end.first().map_or(0.0, |best| best.lead);
        for (finding, end) in findings.iter_mut().zip(end) {
            finding.count(end, game.seats());
            finding.behind.push(best - end.lead);
        }
    }
    Some(Analysis {
        seat,
        iterations: trees.iter().map(|tree| tree.effort().iterations).sum(),
        findings,
    })
}

/// The position as the seat might imagine it: what it cannot know is drawn anew.
pub fn known<G: Game>(game: &G, state: &G::State, seat: Seat, seed: u64) -> G::State {
    let mut known = state.clone();
    game.determinize(&mut known, seat, &mut stream(seed, &[0]));
    known
}

/// What all trees found out about each legal action.
fn merged<G: Game>(game: &G, trees: &[Mcts<G>], legal: &[G::Action]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = (0..legal.len())
        .map(|index| Finding {
            index,
            visits: 0,
            values: BySeat::default(),
            scores: BySeat::default(),
            wins: BySeat::default(),
            leads: Moments::default(),
            behind: Moments::default(),
            categories: vec![Moments::default(); game.score_categories().len()],
            line: Vec::new(),
        })
        .collect();
    for tree in trees {
        for (id, values) in tree.tally.iter().flat_map(RootTally::iter) {
            let node = tree.tree.node(*id);
            let index = legal.iter().position(|&action| Some(action) == node.action);
            if let Some(finding) = index.map(|index| &mut findings[index]) {
                finding.visits += u64::from(node.visits);
                for (all, &more) in finding.values.iter_mut().zip(values) {
                    all.merge(more);
                }
            }
        }
    }
    findings
}

/// How the trees go on after an action in one imagined world: always where most iterations went.
fn line<G: Game>(
    game: &G,
    known: &G::State,
    trees: &mut [Mcts<G>],
    first: G::Action,
    rng: &mut Rng,
) -> Vec<Step> {
    let mut world = known.clone();
    let observer = game.to_move(&world);
    let mut nodes: Vec<Option<NodeId>> = vec![Some(ROOT); trees.len()];
    let mut steps = Vec::new();
    let mut legal = Vec::new();
    while let (Some(mover), true) = (game.to_move(&world), steps.len() < LONGEST_LINE) {
        game.legal_actions(&world, &mut legal);
        let at_root = steps.is_empty();
        let theirs = Some(mover) != observer && trees[0].settings.opponents == Opponents::SelfOnly;
        let (action, visits) = if at_root {
            (first, Some(visits_of(trees, &nodes, mover, first)))
        } else if legal.len() == 1 {
            (legal[0], None)
        } else if theirs {
            let simulation = &mut trees[0].simulation;
            simulation.legal.clone_from(&legal);
            (legal[simulation.pick(game, &world, mover, rng)], None)
        } else {
            let tried = legal
                .iter()
                .map(|&action| (visits_of(trees, &nodes, mover, action), action));
            // The first of equals.
            let most = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
            match most.filter(|(visits, _)| *visits >= LEAST_VISITS) {
                Some((visits, action)) => (action, Some(visits)),
                None => break,
            }
        };
        steps.push(Step {
            seat: mover,
            action: game.action_text(&world, action),
            visits,
        });
        if visits.is_some() {
            for (tree, node) in trees.iter().zip(&mut nodes) {
                *node = node.and_then(|parent| child(tree, parent, mover, action));
            }
        }
        game.apply(&mut world, action, rng, &mut ());
    }
    // What the search was not asked about says nothing at the end.
    let searched = steps.iter().rposition(|step| step.visits.is_some());
    steps.truncate(searched.map_or(0, |last| last + 1));
    steps
}

fn visits_of<G: Game>(
    trees: &[Mcts<G>],
    parents: &[Option<NodeId>],
    seat: Seat,
    action: G::Action,
) -> u64 {
    let children = trees.iter().zip(parents);
    children
        .filter_map(|(tree, parent)| {
            let id = child(tree, (*parent)?, seat, action)?;
            Some(u64::from(tree.tree.node(id).visits))
        })
        .sum()
}

fn child<G: Game>(tree: &Mcts<G>, parent: NodeId, seat: Seat, action: G::Action) -> Option<NodeId> {
    tree.tree.children(parent).find(|&id| {
        let node = tree.tree.node(id);
        node.action == Some(action) && usize::from(node.seat) == seat
    })
}

/// How a game ended.
struct End {
    scores: [f64; MAX_SEATS],
    /// Shares of the win.
    shares: Rewards,
    /// Score of the seat that decides less the best other one.
    lead: f64,
    /// Points by category of the seat that decides.
    categories: Vec<i32>,
}

/// Plays on to the end of the game after each action, with the rollout policy in every seat: every
/// game in another imagined world, the same ones with the same luck for all actions. The ends are given game by
/// game, action by action.
fn play_out<G: Game>(
    game: &G,
    known: &G::State,
    settings: Settings,
    guide: &Guide,
    actions: &[G::Action],
    depth: Depth,
    seed: u64,
) -> Vec<Vec<End>> {
    let settings = Settings {
        rollout: Reach::Game,
        evaluation: Evaluation::Score,
        ..settings
    };
    (0..u64::from(depth.playouts))
        .into_par_iter()
        .map_init(
            || Simulation::new(settings, guide),
            |simulation, index| {
                let mut rng = stream(seed, &[3, index]);
                imagined_ends(game, known, simulation, actions, &mut rng)
            },
        )
        .collect()
}

fn imagined_ends<G: Game>(
    game: &G,
    known: &G::State,
    simulation: &mut Simulation<G>,
    actions: &[G::Action],
    rng: &mut Rng,
) -> Vec<End> {
    let Some(observer) = game.to_move(known) else {
        return Vec::new();
    };
    let mut world = known.clone();
    game.determinize(&mut world, observer, rng);
    let luck = fork(rng);
    actions
        .iter()
        .map(|&action| {
            // Nothing that one game taught may change another.
            simulation.begin();
            let (mut trial, mut luck) = (world.clone(), luck.clone());
            game.apply(&mut trial, action, &mut luck, &mut ());
            simulation.finish(game, &mut trial, observer, &mut luck);
            let (scores, shares) = final_result(game, &trial, Objective::Win);
            let others = (0..game.seats()).filter(|&other| other != observer);
            let best = others.map(|other| scores[other]).reduce(f64::max);
            let mut categories = vec![0; game.score_categories().len()];
            game.score_breakdown(&trial, observer, &mut categories);
            End {
                scores,
                shares,
                lead: scores[observer] - best.unwrap_or(0.0),
                categories,
            }
        })
        .collect()
}

/// Scores and rewards of a finished game.
pub fn final_result<G: Game>(
    game: &G,
    state: &G::State,
    objective: Objective,
) -> ([f64; MAX_SEATS], Rewards) {
    let seats = game.seats();
    let mut scores = [0.0; MAX_SEATS];
    for (seat, score) in scores[..seats].iter_mut().enumerate() {
        *score = f64::from(game.score(state, seat));
    }
    let mut places = [0; MAX_SEATS];
    final_places(game, state, &mut places[..seats]);
    let rewards = rewards(objective, &scores[..seats], &places[..seats]);
    (scores, rewards)
}

//! Analysis of one position: grows several independent trees, merges their statistics, and plays the best actions out
//! to the end of the game.
//!
//! This is root parallelism (Chaslot, Winands & van den Herik, *Parallel Monte-Carlo tree search*, 2008). The number of
//! trees is a parameter of the analysis, not of the machine, and the trees are merged in a fixed order, so the result
//! does not depend on the number of threads.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;
use rayon::prelude::*;

use super::guide::Guide;
use super::interrupt::Interrupt;
use super::mcts::Mcts;
use super::reward::{Rewards, final_places, rewards};
use super::settings::{Evaluation, Information, Objective, Opponents, Reach, Settings};
use super::simulation::Simulation;
use super::tree::{BySeat, NodeId, ROOT, RootTally};
use crate::game::{Game, MAX_SEATS, Rng, Seat};
use crate::random::{fork, stream};
use crate::stats::Moments;

/// Minimum number of visits for an action to extend a line.
const LEAST_VISITS: u64 = 10;
/// Temperature, in points, at which the players of the playouts choose their actions if chance alone does not vary the
/// playouts.
const VARIATION: f64 = 0.5;
/// Maximum number of decisions in a line.
const LONGEST_LINE: usize = 60;

/// Amount of work that an analysis does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Number of trees. The iterations are divided among them.
    pub trees: u32,
    /// Number of playouts after each listed action.
    pub playouts: u32,
    /// Number of actions to list.
    pub top: usize,
}

/// Statistics of one legal action.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Index of the action in the list of legal actions.
    pub index: usize,
    /// Number of iterations that started with the action, summed over all trees.
    pub visits: u64,
    /// Rewards of every seat in these iterations.
    pub values: BySeat,
    /// Final scores of every seat in the playouts after the action.
    pub scores: BySeat,
    /// Share of the win of every seat in the playouts.
    pub wins: BySeat,
    /// Leads of the deciding seat in the playouts: its score minus the best opponent's score.
    pub leads: Moments,
    /// Lead after the best action minus lead after this action, paired by playout.
    pub behind: Moments,
    /// Points of the deciding seat in the playouts, by score category.
    pub categories: Vec<Moments>,
    /// Best score of another seat in the playouts.
    pub rival: Moments,
    /// Expected continuation. The first step is the action itself.
    pub line: Vec<Step>,
}

impl Finding {
    /// Adds the result of one playout.
    fn count(&mut self, end: &End, seats: usize) {
        for other in 0..seats {
            self.scores[other].push(end.scores[other]);
            self.wins[other].push(end.shares[other]);
        }
        self.leads.push(end.lead);
        self.rival.push(end.rival);
        for (points, &more) in self.categories.iter_mut().zip(&end.categories) {
            points.push(f64::from(more));
        }
    }
}

/// One action in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Seat that takes the action.
    pub seat: Seat,
    /// Notation of the action.
    pub action: String,
    /// Number of iterations that passed through the action. `None` if the search had no choice here: either the action
    /// was the only legal action, or the rollout policy chose it for an opponent.
    pub visits: Option<u64>,
}

/// Result of analysing a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Seat that is to move.
    pub seat: Seat,
    /// Number of iterations, summed over all trees.
    pub iterations: u64,
    /// Listed actions, best first: by visits, then by mean reward.
    pub findings: Vec<Finding>,
    /// True if chance alone did not vary the playouts, so that their players sampled among nearly equal actions.
    pub varied: bool,
}

/// Analyses a position for the seat that is to move. Returns `None` when the game is over.
///
/// The analysis uses only information that this seat has, because the position is determinized first. It lists the
/// `top` best actions, and also the action `also` if given.
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
    // The trees may grow on other threads.
    let interrupt = Interrupt::current().unwrap_or_default();
    let mut trees: Vec<Mcts<G>> = (0..u64::from(depth.trees.max(1)))
        .into_par_iter()
        .map(|index| {
            let mut tree = Mcts::new(settings, guide);
            tree.tally = Some(RootTally::default());
            let rng = &mut stream(seed, &[1, index]);
            interrupt.allow(|| tree.search(game, &known, &legal, rng));
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
    let played = |variation| {
        let players = (settings, guide, variation);
        play_out(game, &known, players, &actions, depth, seed)
    };
    let mut ends = played(0.0);
    let leads = |ends: &[End]| ends.iter().map(|end| end.lead).collect::<Vec<f64>>();
    let varied = ends.len() > 1 && ends.windows(2).all(|two| leads(&two[0]) == leads(&two[1]));
    if varied {
        ends = played(VARIATION);
    }
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
        varied,
    })
}

/// Returns the position with everything that is hidden from the seat sampled at random.
pub fn known<G: Game>(game: &G, state: &G::State, seat: Seat, seed: u64) -> G::State {
    let mut known = state.clone();
    game.determinize(&mut known, seat, &mut stream(seed, &[0]));
    known
}

/// Merges the statistics of all trees for each legal action.
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
            rival: Moments::default(),
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

/// Returns the most visited continuation after an action, followed in one sampled world.
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
            // The first action wins a tie.
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
    // Drop trailing steps that the search did not choose.
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

/// Result of one playout.
struct End {
    scores: [f64; MAX_SEATS],
    /// Share of the win, by seat.
    shares: Rewards,
    /// Score of the deciding seat minus the best opponent's score.
    lead: f64,
    /// Best opponent's score.
    rival: f64,
    /// Points of the deciding seat, by score category.
    categories: Vec<i32>,
}

/// Plays each action out to the end of the game, with the rollout policy in every seat. `variation` is the temperature at
/// which it samples actions.
///
/// Each playout uses a newly sampled world. All actions share its world and its random numbers, so their results are
/// paired. The results are indexed by playout, then by action.
fn play_out<G: Game>(
    game: &G,
    known: &G::State,
    (settings, guide, variation): (Settings, &Guide, f64),
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
            || {
                let mut simulation = Simulation::new(settings, guide);
                simulation.variation = variation;
                simulation
            },
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
            // Clear the statistics so that the playouts are independent.
            simulation.begin();
            let (mut trial, mut luck) = (world.clone(), luck.clone());
            game.apply(&mut trial, action, &mut luck, &mut ());
            simulation.finish(game, &mut trial, observer, &mut luck);
            let (scores, shares) = final_result(game, &trial, Objective::Win);
            let others = (0..game.seats()).filter(|&other| other != observer);
            let rival = others.map(|other| scores[other]).reduce(f64::max);
            let rival = rival.unwrap_or(0.0);
            let mut categories = vec![0; game.score_categories().len()];
            game.score_breakdown(&trial, observer, &mut categories);
            End {
                scores,
                shares,
                lead: scores[observer] - rival,
                rival,
                categories,
            }
        })
        .collect()
}

/// Returns the scores and the rewards of a finished game.
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

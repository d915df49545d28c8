//! The check that a bot fits a game does not build the bot, and has the error messages of building
//! it.

use portolan::bots::{BotKind, BotSpec, catalog};
use portolan::dataset::DataSet;
use portolan::game::Game;
use portolan::games::{GAMES, GameSetup, Visitor, open};
use portolan::search::parameters::Value;

/// Counts bots that do not fit.
struct Fitting(Vec<BotSpec>);

impl Visitor for Fitting {
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let mut unfit = 0;
        for bot in &self.0 {
            let built = bot.build(&game).err().map(|error| error.to_string());
            let told = bot.fits(&game).err().map(|error| error.to_string());
            assert_eq!(told, built, "{} in {}", bot.name, G::NAME);
            unfit += usize::from(built.is_some());
        }
        unfit
    }
}

/// Returns bots of each kind with unsuitable weights, networks or parameters, or without required
/// weights, networks or parameters.
fn unfit() -> Vec<BotSpec> {
    let of = |kind: BotKind| BotSpec {
        name: format!("unfit {kind:?}"),
        kind,
        ..BotSpec::random()
    };
    let mut weighs = of(BotKind::Greedy);
    weighs.weights.insert("nonsense".to_string(), 1.0);
    let mut searches = of(BotKind::Mcts);
    searches
        .parameters
        .insert("iterations".to_string(), Value::Number(-1.0));
    let mut flat = of(BotKind::Flat);
    flat.parameters
        .insert("nonsense".to_string(), Value::Number(1.0));
    vec![
        weighs,
        of(BotKind::Greedy),
        of(BotKind::Net),
        searches,
        flat,
    ]
}

#[test]
fn fit_check_agrees_with_building_the_bot() {
    for entry in GAMES {
        let setup = GameSetup {
            game: entry.name.to_string(),
            players: 2,
            options: Default::default(),
            data: DataSet::embedded(entry.files),
        };
        let bots = catalog::names(Some(entry.name));
        let mut bots: Vec<BotSpec> = (bots.iter())
            .map(|name| catalog::find(name, entry.name).unwrap())
            .collect();
        let shipped = bots.len();
        assert!(shipped > 3);
        bots.extend(unfit());
        let unfit = open(&setup, Fitting(bots)).unwrap();
        assert_eq!(unfit, 5, "{shipped} bots of {} fit", entry.name);
    }
}

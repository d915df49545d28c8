//! `portolan experiments`: lists the experiments that can be run by name.

use clap::Args;

use crate::ui::failure::Failure;
use crate::ui::print::{Format, print};
use crate::ui::table::aligned;
use portolan_core::registry::entry;
use portolan_run::experiment::listing::{Listed, all};

/// Arguments of `portolan experiments`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan experiments
  portolan experiments --game cartagena
  portolan run cards-quick
  portolan plan best-plan --players 3")]
pub struct ExperimentsArgs {
    /// List only experiments of this game
    #[arg(long)]
    game: Option<String>,
    /// Choose the output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl ExperimentsArgs {
    pub fn run(self) -> Result<(), Failure> {
        let mut listed = all();
        if let Some(game) = &self.game {
            let game = entry(game)?.name;
            listed.retain(|experiment| experiment.game == game);
        }
        print(&shown(listed, self.format)?)
    }
}

fn shown(listed: Vec<Listed>, format: Format) -> Result<String, Failure> {
    match format {
        Format::Table => {
            let rows = listed
                .into_iter()
                .map(|experiment| vec![experiment.game, experiment.name, experiment.question]);
            Ok(aligned(
                "lll",
                &["game", "name", "question"],
                rows.collect(),
            ))
        }
        Format::Json => {
            let text = serde_json::to_string_pretty(&listed).map_err(Failure::work)?;
            Ok(format!("{text}\n"))
        }
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            for experiment in listed {
                writer.serialize(experiment).map_err(Failure::work)?;
            }
            let bytes = writer.into_inner().map_err(Failure::work)?;
            String::from_utf8(bytes).map_err(Failure::work)
        }
    }
}

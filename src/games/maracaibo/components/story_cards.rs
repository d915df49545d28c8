//! Properties of story cards.

use crate::maracaibo::components::{
    Components, EffectKind, Instruction, StoryCard, StoryId, StoryRequirement,
};

/// Legacy tiles with a skull, as bits: L3 and L20 to L23 (M-22.3).
pub(crate) const SKULL_TILES: u32 = 1 << 3 | 0b1111 << 20;

/// Returns the legacy tiles that a list of instructions adds, as bits.
pub(crate) fn tiles_of(instructions: &[Instruction]) -> u32 {
    let bits = instructions.iter().map(|one| match one {
        Instruction::AddTile(tile) => 1 << tile,
        _ => 0,
    });
    bits.fold(0, |bits, bit| bits | bit)
}

/// Returns the legacy tiles that a card can remove, as bits.
pub(crate) fn removed_tiles(card: &StoryCard) -> u32 {
    let lists = all_instructions(card).flatten();
    let named = lists.fold(0, |bits, one| match one {
        Instruction::RemoveTile(tile) => bits | 1 << tile,
        _ => bits,
    });
    let rewards = card.quest.iter().flat_map(|quest| quest.effects.iter());
    let takes_skulls = rewards
        .into_iter()
        .any(|effect| effect.kind == EffectKind::SkullTiles);
    if takes_skulls {
        named | SKULL_TILES
    } else {
        named
    }
}

/// Returns the legacy tiles that a card claims while it is active (M-C9), as bits: the tiles it
/// adds, and the disc tile that must be filled.
pub(crate) fn wanted_tiles(card: &StoryCard) -> u32 {
    let filled = match card.requirement {
        StoryRequirement::FullTile(tile) => 1 << tile,
        _ => 0,
    };
    tiles_of(&card.front) | filled
}

/// Returns all lists of instructions on a card.
pub(crate) fn all_instructions(card: &StoryCard) -> impl Iterator<Item = &[Instruction]> {
    let choices = card.choices.iter().map(|choice| choice.follow.as_slice());
    [card.front.as_slice(), card.back.as_slice()]
        .into_iter()
        .chain(choices)
}

/// Returns the card with this number, if the data set contains it.
pub(crate) fn card_numbered(components: &Components, number: u8) -> Option<StoryId> {
    let index = (components.story.iter()).position(|card| card.number == number)?;
    Some(StoryId::new(index as u8))
}

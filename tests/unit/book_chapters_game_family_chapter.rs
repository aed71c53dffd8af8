//! Tests of `src/book/chapters/game_family_chapter.rs`, from within.

use super::*;

#[test]
fn every_game_has_its_box_and_every_kinship_its_line() {
    let FamilyDrawing {
        width,
        height,
        boxes,
        lines,
    } = &*DRAWING;
    assert!(
        editions::GAMES
            .iter()
            .all(|game| boxes.iter().filter(|one| one.game == game.id).count() == 1)
    );
    assert!(
        lines
            .iter()
            .zip(KINSHIP.iter())
            .all(|(line, kin)| line.is_of_link(kin))
    );
    assert_eq!(
        (boxes.len(), lines.len()),
        (editions::GAMES.len(), KINSHIP.len())
    );
    for (at, one) in boxes.iter().enumerate() {
        let apart = |other: &GameDiagramBox| {
            (one.middle - other.middle).abs() > BOX.0 || (one.top - other.top).abs() > BOX.1
        };
        assert!(
            boxes[..at].iter().all(apart),
            "{} lies on another box",
            one.game
        );
        let inside =
            one.middle > BOX.0 / 2 && one.middle + BOX.0 / 2 < *width && one.top + BOX.1 < *height;
        assert!(inside, "{} hangs out", one.game);
    }
    for (line, kin) in lines.iter().zip(KINSHIP.iter()) {
        assert_eq!(
            line.tip.is_some(),
            kin.relation != Relation::Related,
            "the arrow of {} to {}",
            line.of,
            line.to
        );
    }
}

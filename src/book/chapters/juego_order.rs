//! The two orders of Juego, that of the source and that of Spain, with buttons that show one of them.

use crate::page::{escape_html, join_lines};
use crate::rules::{ClauseId, OptionDef, Ruleset};
use anyhow::Result;
use askama::Template;

/// The option by which players agree on the order of Juego.
const ORDER_OPTION: &str = "jeu_order";

/// The two orders of Juego, the first of which is that of the edition.
#[derive(Template)]
#[template(path = "juego_order.html")]
struct JuegoOrders {
    of_source: String,
    of_spain: String,
}

/// Returns HTML that shows the order of Juego of a printed edition or that of Spain, as the reader chooses. None if the edition has
/// no such choice.
pub(super) fn render_juego_orders(edition: &Ruleset) -> Option<Result<String>> {
    let option = OptionDef::known_by_name(edition, ORDER_OPTION)?;
    let other = option.with_other_value(edition)?;
    let orders = JuegoOrders {
        of_source: edition.describe_value(ClauseId::JeuCompare)?,
        of_spain: other.describe_value(ClauseId::JeuCompare)?,
    };
    let html = orders.render().map(|html| join_lines(&html));
    Some(html.map_err(Into::into))
}

//! Language tags, as HTML and edition files name languages: `fr`, `fr-CA`, `frm`.

/// The languages with two letters in ISO 639.
const TWO_LETTERS: &[&str] = &[
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch",
    "co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga",
    "gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja",
    "jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv",
    "mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or",
    "os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr",
    "ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi",
    "vo wa wo xh yi yo za zh zu",
];

/// Languages with three letters in which old books on games are written.
const THREE_LETTERS: &[&str] = &[
    "ang ast dum enm fro frm frp gmh gml goh grc gsw lad ltz nap nds non osp pcd pms pro scn sco vec wln",
];

/// Returns whether a tag names a language: a known code, and after hyphens the script, the region and the like, each of 2 to 8
/// letters and digits.
pub(super) fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default().to_ascii_lowercase();
    let mut lines = TWO_LETTERS.iter().chain(THREE_LETTERS);
    lines.any(|codes| codes.split(' ').any(|code| code == language)) && parts.all(is_subtag)
}

/// Returns whether a part of a tag can stand after its language.
fn is_subtag(part: &str) -> bool {
    (2..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::is_language_tag;

    #[test]
    fn a_tag_names_a_known_language() {
        for tag in ["fr", "es", "eu", "frm", "fr-CA", "de-Latf-AT", "FR"] {
            assert!(is_language_tag(tag), "{tag}");
        }
        for tag in ["", "xx", "french", "français", "fr_CA", "fr-", "fr-c", "f"] {
            assert!(!is_language_tag(tag), "{tag}");
        }
    }
}

//! The address at which a site will stand.

use std::fmt;
use std::str::FromStr;

/// An `http` or `https` address of a folder. It ends in a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// The address of a page of the site; a folder's own for its `index.html`.
    pub(super) fn page(&self, page: &str) -> String {
        let file = page.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        format!("{}{}", self.0, file.unwrap_or(page))
    }

    /// What follows the name of the host: `/` or `/book/`.
    pub(in crate::book) fn path(&self) -> &str {
        let host = self.0.find("://").map_or(0, |at| at + 3);
        self.0[host..].find('/').map_or("/", |at| &self.0[host + at..])
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = rest.map(|rest| rest.split('/').next().unwrap_or_default());
        let wrong = |c: char| c.is_whitespace() || c.is_control() || "\"'<>?#\\^`{|}".contains(c);
        match host {
            Some(host) if !host.is_empty() && !text.contains(wrong) => {
                Ok(Address(format!("{}/", text.trim_end_matches('/'))))
            }
            _ => Err("write where the site will stand, as https://example.org/book/".into()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_folder() {
        let at = |text: &str| text.parse::<Address>().expect("an address");
        assert_eq!(at("https://x.org/a").page("b/c.html"), "https://x.org/a/b/c.html");
        assert_eq!(at("https://x.org").page("index.html"), "https://x.org/");
        assert_eq!((at("https://x.org").path(), at("http://x.org/a/").path()), ("/", "/a/"));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "x.org", "ftp://x.org", "https://", "https:///a", "https://x.org/\"><b>", "https://x.org/?a"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}

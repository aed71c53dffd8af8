//! The address of a page as a QR code, and on paper in words as well.

use super::SiteAddress;
use crate::page::escape_html;
use qrcodegen::{QrCode, QrCodeEcc};

/// The empty modules around a code, as its standard asks.
const MARGIN: i32 = 4;

/// Returns the address of a page as HTML, with its QR code. An address that is too long for a code stands alone.
pub(super) fn address_qr_code(site: &SiteAddress, page: &str) -> String {
    let code = qr_code_of_page(site, page).unwrap_or_default();
    let address = escape_html(&site.page(page));
    format!("<p class=\"paper-address\">{code}<span>{address}</span></p>")
}

/// Returns the QR code of the address of a page as SVG, or nothing if the address is too long for a code.
pub(super) fn qr_code_of_page(site: &SiteAddress, page: &str) -> Option<String> {
    let code = QrCode::encode_text(&site.page(page), QrCodeEcc::Medium).ok()?;
    Some(qr_svg(&code))
}

/// Returns a QR code as SVG. Each run of dark modules in a row is one rectangle of its path.
fn qr_svg(code: &QrCode) -> String {
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let start = x;
            while code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let width = x - start;
                let left = start + MARGIN;
                let top = y + MARGIN;
                path += &format!("M{left} {top}h{width}v1h-{width}z");
            }
            x += 1;
        }
    }
    let side = size + 2 * MARGIN;
    format!(
        "<svg viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\" aria-hidden=\"true\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_code_and_is_escaped() {
        let site: SiteAddress = "https://example.org/a&b/".parse().expect("an address");
        let html = address_qr_code(&site, "tonight/mouche-1718.html");
        assert!(
            html.contains("<span>https://example.org/a&amp;b/tonight/mouche-1718.html</span>"),
            "{html}"
        );
        // The finder in the upper left corner: seven dark modules after the margin.
        assert!(html.contains("d=\"M4 4h7v1h-7z"), "{html}");
    }

    #[test]
    fn an_address_that_no_code_can_hold_stands_alone() {
        let site: SiteAddress = "https://example.org/".parse().expect("an address");
        let html = address_qr_code(&site, &"a".repeat(3_000));
        assert!(!html.contains("<svg"));
    }
}

//! The page, as `web/build` made it.

/// The files of the page: path, kind, bytes.
const FILES: [(&str, &str, &[u8]); 5] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../../../web/dist/index.html")),
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../../../web/dist/app.js")),
    ("/editor.js", "text/javascript; charset=utf-8", include_bytes!("../../../web/dist/editor.js")),
    ("/app.css", "text/css; charset=utf-8", include_bytes!("../../../web/dist/app.css")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../../../web/dist/icon.svg")),
];

/// The kind and the bytes of a file of the page.
pub fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    FILES.iter().find(|(name, ..)| *name == path).map(|&(_, kind, bytes)| (kind, bytes))
}

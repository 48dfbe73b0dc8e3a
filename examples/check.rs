use merel::diagnostic::render::*;
use merel::rules::{loader::*, *};
use merel::source::*;
struct Disk;
impl Loader for Disk {
    fn read(&self, _f: Option<&str>, p: &str) -> Result<Found, LoadError> {
        let p = if p.contains('/') { p.to_string() } else { format!("games/{p}") };
        std::fs::read_to_string(&p).map(|t| (p.clone(), t.into())).map_err(|e| LoadError::Other(e.to_string()))
    }
}
fn main() {
    for f in std::env::args().skip(1) {
        let mut s = SourceMap::default();
        let (m, mut d) = Module::load(&Disk, &f, &mut s);
        if let Some(m) = m {
            d.extend(m.check());
        }
        println!("{f}\n{}", render_all(&d, &s, Style::default()));
    }
}

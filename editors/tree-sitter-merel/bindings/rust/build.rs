//! Compiles the parser.

fn main() {
    let source = std::path::Path::new("src");
    let mut build = cc::Build::new();
    build.std("c11").include(source).warnings(false);
    for file in ["parser.c", "scanner.c"] {
        let path = source.join(file);
        build.file(&path);
        println!("cargo:rerun-if-changed={}", path.display());
    }
    build.compile("tree-sitter-merel");
}

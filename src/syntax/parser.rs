//! The parser.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/gdl.pest"]
/// x
pub struct Grammar;
#[cfg(test)]
mod t { use super::*; use pest::Parser;
#[test] fn t() { let s = std::fs::read_to_string("/tmp/gen/t.gdl").unwrap(); let p = Grammar::parse(Rule::file, &s); match p { Ok(p) => { for q in p.flatten().filter(|q| q.as_rule()==Rule::junk) { let e = Grammar::parse(Rule::one_item, q.as_str()); println!("JUNK {:?} {}", q.as_str(), e.err().map(|e| e.to_string()).unwrap_or_default()); } }, Err(e) => println!("{e}") } } }

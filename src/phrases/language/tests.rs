//! Nouns with their articles and adjectives, as grammars have them.

use super::*;

fn said(code: &str, noun: &str, marks: &str) -> String {
    let language = language(code).expect("there is a table");
    language.joined(&language.inflected(&language.noun_of(&[noun.to_owned()]), &Form::default().marked(marks)))
}

#[test]
fn german_declines() {
    let stone = |marks| said("de", "Stein", marks);
    assert_eq!(stone("a.+enemy"), "ein gegnerischer Stein");
    assert_eq!(stone("a.acc.+enemy"), "einen gegnerischen Stein");
    assert_eq!(stone("a.dat.+enemy"), "einem gegnerischen Stein");
    assert_eq!(stone("the.+enemy"), "der gegnerische Stein");
    assert_eq!(stone("the.pl.dat.+enemy"), "den gegnerischen Steinen");
    assert_eq!(stone("the.pl.gen"), "der Steine");
    assert_eq!(stone("bare.pl.+enemy"), "gegnerische Steine");
    assert_eq!(stone("no.acc"), "keinen Stein");
    assert_eq!(stone("a.yours.acc"), "einen deiner Steine");
    assert_eq!(stone("the.yours.dat"), "deinem Stein");
    assert_eq!(said("de", "Dame", "a.yours"), "eine deiner Damen");
    assert_eq!(said("de", "Turm", "this.acc"), "diesen Turm");
    assert_eq!(said("de", "Bauer", "a"), "ein Bauer");
    assert_eq!(said("de", "Bauer", "a.acc"), "einen Bauern");
    assert_eq!(said("de", "Elefant", "the.dat"), "dem Elefanten");
    let german = language("de").expect("there is a table");
    let aim = german.noun_of(&["Stein mit Ziel", "Steine mit Ziel", "m"].map(str::to_owned));
    assert_eq!(german.inflected(&aim, &Form::default().marked("the.pl.dat")), "den Steinen mit Ziel");
}

#[test]
fn french_agrees_and_elides() {
    assert_eq!(said("fr", "pion", "a.+enemy"), "un pion adverse");
    assert_eq!(said("fr", "dame", "the.pl.+free"), "les dames libres");
    assert_eq!(said("fr", "éléphant", "the"), "l'éléphant");
    assert_eq!(said("fr", "tour", "a.yours"), "une de vos tours");
    assert_eq!(said("fr", "cheval", "bare.pl"), "chevaux");
    assert_eq!(said("fr", "dame", "no"), "aucune dame");
    assert_eq!(said("fr", "éléphant", "this"), "cet éléphant");
    let french = language("fr").expect("there is a table");
    assert_eq!(french.joined("le nombre de les pions de le joueur"), "le nombre des pions du joueur");
    assert_eq!(french.joined("Si il y a de a1 à h8"), "S'il y a de a1 à h8");
}

#[test]
fn english_and_spanish_agree() {
    assert_eq!(said("en", "elephant", "a"), "an elephant");
    assert_eq!(said("en", "knight", "a.yours"), "one of your knights");
    assert_eq!(said("en", "man", "no.pl"), "no men");
    assert_eq!(said("es", "torre", "a.+enemy"), "una torre rival");
    assert_eq!(said("es", "peón", "the.pl.+enemy"), "los peones rivales");
    assert_eq!(language("es").expect("there is a table").joined("la altura de el alfil"), "la altura del alfil");
}

#[test]
fn the_file_knows_better() {
    let french = language("fr").expect("there is a table");
    let forms = ["ami", "amis", "f"].map(str::to_owned);
    assert_eq!(
        french.inflected(&french.noun_of(&forms), &Form::default().marked("a.pl.+neighbouring")),
        "des amis voisines"
    );
}

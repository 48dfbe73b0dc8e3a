//! The form of a noun: number, article, case, whose.

/// What stands before a noun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Article {
    /// Nothing.
    #[default]
    Bare,
    /// One of them.
    A,
    /// That one, or those.
    The,
    /// None.
    No,
    /// Each.
    Each,
    /// The one just told of.
    This,
}

/// The case, where the language has some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// Who does.
    #[default]
    Nominative,
    /// Whom.
    Accusative,
    /// To whom, or where.
    Dative,
    /// Of whom.
    Genitive,
}

impl Case {
    /// Its name in tables.
    pub fn key(self) -> &'static str {
        match self {
            Case::Nominative => "nom",
            Case::Accusative => "acc",
            Case::Dative => "dat",
            Case::Genitive => "gen",
        }
    }
}

/// The form that a hole asks of what stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Whether there are several.
    pub plural: bool,
    /// What stands before it.
    pub article: Article,
    /// The case.
    pub case: Case,
    /// Whether they are the reader's.
    pub yours: bool,
    /// Adjectives, by key.
    pub adjectives: Vec<String>,
    /// Words right before the noun.
    pub ahead: Vec<String>,
    /// Words right behind it.
    pub behind: Vec<String>,
}

impl Form {
    /// The form with the marks of a hole laid over it, for instance `the.pl.dat` or `+free`. What is no mark is left out.
    pub fn marked(&self, marks: &str) -> Self {
        let mut form = self.clone();
        for mark in marks.split('.') {
            match mark {
                "sg" => form.plural = false,
                "pl" => form.plural = true,
                "bare" => form.article = Article::Bare,
                "a" => form.article = Article::A,
                "the" => form.article = Article::The,
                "no" => form.article = Article::No,
                "each" => form.article = Article::Each,
                "this" => form.article = Article::This,
                "nom" => form.case = Case::Nominative,
                "acc" => form.case = Case::Accusative,
                "dat" => form.case = Case::Dative,
                "gen" => form.case = Case::Genitive,
                "yours" => form.yours = true,
                _ => form.adjectives.extend(mark.strip_prefix('+').map(str::to_owned)),
            }
        }
        form
    }

    /// Whether a text of that name is for this form.
    pub fn is(&self, name: &str) -> bool {
        match name {
            "no" => self.article == Article::No,
            "each" => self.article == Article::Each,
            "pl" => self.plural,
            "pl-dat" => self.plural && self.case == Case::Dative,
            "a" => self.article == Article::A,
            "acc" => self.case == Case::Accusative,
            "dat" => self.case == Case::Dative,
            "gen" => self.case == Case::Genitive,
            _ => false,
        }
    }
}

/// The text with a capital in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

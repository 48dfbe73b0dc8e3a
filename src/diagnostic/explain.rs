//! The pages of the codes, which `merel explain` prints and of which the tests try the examples.

use super::Code;

macro_rules! pages {
    ($($variant:ident = $number:literal;)+) => {
        /// What a code means, why it is so, a failing example and the mended one, in Markdown.
        pub fn page(code: Code) -> &'static str {
            match code { $(Code::$variant => include_str!(concat!("../../docs/codes/", $number, ".md")),)+ }
        }

        #[cfg(test)]
        const NUMBERS: &[(Code, &str)] = &[$((Code::$variant, $number)),+];
    };
}

pages! {
    Syntax = "M0001";
    TooDeep = "M0002";
    NotUtf8 = "M0003";
    TooLong = "M0004";
    Empty = "M0005";
    Unseen = "M0006";
    Decomposed = "M0007";
    Unreadable = "M0101";
    ExtendsCycle = "M0102";
    OutsideFolder = "M0103";
    Language = "M0104";
    UnknownName = "M0201";
    Duplicate = "M0202";
    OverrideNothing = "M0203";
    Missing = "M0204";
    Misplaced = "M0205";
    Recursive = "M0206";
    MissingCase = "M0207";
    WrongType = "M0301";
    OutOfRange = "M0302";
    Arguments = "M0303";
    TwoReadings = "M0304";
    ManyForOne = "M0305";
    NoDirection = "M0401";
    BadBoard = "M0402";
    Limit = "M0403";
    BadPicture = "M0404";
    NoRows = "M0405";
    Drawing = "M0406";
    Spent = "M0410";
    OptionValue = "M0501";
    PlayerCount = "M0502";
    UnusedMove = "M0601";
    SameNotation = "M0602";
    NoBound = "M0603";
    BadStatement = "M0604";
    Moment = "M0605";
    Unused = "M0701";
    Endless = "M0702";
    StrayText = "M0703";
    OneSided = "M0704";
    IdleKind = "M0705";
    ShadowedEnd = "M0706";
    Impossible = "M0707";
    IdleNote = "M0708";
    IdleJump = "M0709";
    Unmeant = "M0710";
    NeverPlayed = "M0711";
    NeverReached = "M0712";
    SetupClash = "M0713";
    OwnTaken = "M0714";
    OneSeat = "M0715";
    TooShort = "M0716";
    NoResult = "M0717";
    JumpedTwice = "M0721";
    TakenEarly = "M0722";
    Lookalike = "M0731";
    Scenario = "M0801";
    BadPosition = "M0802";
    VariantLine = "M0901";
    VariantKey = "M0902";
    VariantValue = "M0903";
    VariantParent = "M0904";
    VariantConflict = "M0905";
    VariantPosition = "M0906";
    VariantTwice = "M0907";
    NotExpressed = "M0908";
}

/// The title of a page without its code, for instance "unknown name".
pub fn title(page: &str) -> Option<&str> {
    let (_, title) = page.lines().next()?.strip_prefix("# ")?.split_once(": ")?;
    Some(title.trim())
}

/// The failing and the mended rule file of a page.
///
/// None if the fault cannot be shown by the text of one file: then the page shows a command instead, in a block
/// marked `console fail`.
pub fn examples(page: &str) -> Option<(&str, &str)> {
    Some((block(page, "gdl fail")?, block(page, "gdl")?))
}

/// The text of the first fenced block with exactly this after its fence.
fn block<'a>(page: &'a str, info: &str) -> Option<&'a str> {
    let start = page.find(&format!("\n```{info}\n"))? + "\n```\n".len() + info.len();
    let rest = page.get(start..)?;
    // The line break before the closing fence belongs to the block.
    rest.get(..rest.find("\n```\n")? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::law::breaks_the_law;

    #[test]
    fn every_code_shows_its_own_page() {
        let numbers: Vec<_> = Code::ALL.iter().map(|&code| (code, code.as_str())).collect();
        assert_eq!(NUMBERS, numbers);
    }

    #[test]
    fn every_page_has_a_lawful_title_with_its_code() {
        for &code in Code::ALL {
            assert!(page(code).starts_with(&format!("# {code}: ")), "{code}: the title lacks its code");
            let title = title(page(code)).unwrap_or_default();
            assert_eq!(breaks_the_law(title), None, "{code}: {title}");
        }
    }

    #[test]
    fn every_page_says_why_in_a_paragraph_or_two() {
        for &code in Code::ALL {
            let text = page(code).split("\n```").next().unwrap_or_default();
            let paragraphs = text.split("\n\n").skip(1).filter(|part| part.trim().len() > 60).count();
            assert!((1..=3).contains(&paragraphs), "{code}: {paragraphs} paragraphs");
        }
    }

    #[test]
    fn every_page_shows_the_fault_and_the_cure() {
        for &code in Code::ALL {
            let page = page(code);
            let command = block(page, "console fail").zip(block(page, "console"));
            let (failing, mended) = examples(page).or(command).unwrap_or_default();
            assert!(!failing.trim().is_empty() && !mended.trim().is_empty(), "{code}: an example is missing");
            assert_ne!(failing, mended, "{code}: nothing is mended");
            assert_eq!(page.matches("\n```").count(), 4, "{code}: two blocks are wanted");
            assert!(examples(page).is_none() || command.is_none(), "{code}: either rules or commands");
        }
    }

    #[test]
    fn a_page_about_commands_has_no_examples() {
        assert_eq!(examples(page(Code::Unreadable)), None);
        assert_eq!(examples("# M0001: odd\n"), None);
    }

    #[test]
    fn a_block_is_taken_whole() {
        let page = "# M0001: odd\n\n```gdl fail\na {\n```\n\nmended\n\n```gdl\na {\n}\n```\n";
        assert_eq!(examples(page), Some(("a {\n", "a {\n}\n")));
        assert_eq!(title(page), Some("odd"));
    }
}

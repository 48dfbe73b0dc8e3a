//! How members are written in the texts of options.

use std::borrow::Cow;

use crate::rules::types::Domain;

use super::Program;

impl Program {
    /// The letter of a member where it has one, else its name; a kind may have an empty letter.
    pub fn letter_of(&self, domain: Domain, member: u16) -> Cow<'_, str> {
        let look = &self.rules.look;
        let letter = match domain {
            Domain::Kind => look.kinds.get(member as usize).map(|kind| kind.notation.as_str()),
            Domain::Type(number) => {
                let value = look.types.get(number).and_then(|looks| looks.values.get(member as usize));
                value.map(|value| value.letter.as_str()).filter(|letter| !letter.is_empty())
            }
            Domain::Direction => look.letters.get(self.name_of(domain, member).as_ref()).map(String::as_str),
            _ => None,
        };
        letter.map_or_else(|| self.name_of(domain, member), Into::into)
    }

    /// The letter of a member, or its name where the letter is empty.
    pub fn word_of(&self, domain: Domain, member: u16) -> Cow<'_, str> {
        let letter = self.letter_of(domain, member);
        if !letter.is_empty() {
            return letter;
        }
        let kind = self.rules.look.kinds.get(member as usize).map(|kind| kind.letter.as_str());
        kind.filter(|letter| !letter.is_empty()).map_or_else(|| self.name_of(domain, member), Into::into)
    }

    /// The name that the rules give a member of a domain, if they give one.
    pub fn name_in_rules(&self, domain: Domain, member: u16) -> Option<&str> {
        let (rules, index) = (&self.rules, member as usize);
        match domain {
            Domain::Cell => rules.board.cells.get(index).map(|cell| cell.name.as_str()),
            Domain::Direction => rules.board.directions.get(index).map(|direction| direction.name.as_str()),
            Domain::Player => rules.players.get(index).map(|player| player.name.as_str()),
            Domain::Kind => rules.kinds.get(index).map(|kind| kind.name.as_str()),
            Domain::Number => None,
            Domain::Type(number) => rules.types.get(number).and_then(|ty| ty.values.get(index)).map(String::as_str),
        }
    }

    /// The name of a member of a domain.
    pub fn name_of(&self, domain: Domain, member: u16) -> Cow<'_, str> {
        self.name_in_rules(domain, member).map_or_else(|| member.to_string().into(), Into::into)
    }
}

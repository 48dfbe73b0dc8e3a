//! How a command ends: exit codes, and what to say on the way out.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::SourceMap;

use super::phrases::{complaint, quoted};

/// How a command ended that did what it was asked to do, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// All is well.
    Fine,
    /// The rules or the play are at fault, and the output says where.
    Fault,
    /// A file that was named is not there, and the output says which; or what is asked for cannot be done.
    Usage,
    /// Stopped by Ctrl-C; the partial result was printed.
    Interrupted,
}

impl Ending {
    /// [`Ending::Fine`] if that is so, or else [`Ending::Fault`].
    pub fn fine_if(fine: bool) -> Self {
        if fine { Self::Fine } else { Self::Fault }
    }

    /// What the shell sees.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }

    /// The same as a number.
    pub fn number(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Fault => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
        }
    }
}

/// Why a command could not do what it was asked to do.
#[derive(Debug)]
pub enum Stop {
    /// It was used wrongly.
    Usage(Complaint),
    /// The rules or the play are at fault, or the machine (a full disk).
    Fault(Complaint),
    /// Rule files have errors.
    Rules(Box<RuleErrors>),
    /// Nobody reads the output any more.
    Closed,
    /// The budget of output is spent.
    Cut,
}

/// What is wrong with rule files.
#[derive(Debug)]
pub struct RuleErrors {
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they point into.
    pub sources: SourceMap,
}

impl RuleErrors {
    /// Whether none of it is an error, as of rules that were not looked at to their end.
    fn has_none(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error)
    }
}

/// What is wrong, and what to try.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaint {
    /// The code of the explanation, where there is one.
    pub code: Option<Code>,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// Advice, one line each.
    pub help: Vec<String>,
}

impl Stop {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(Complaint { message: message.into(), ..Complaint::default() })
    }

    /// A fault of the rules or the play.
    pub fn fault(message: impl Into<String>) -> Self {
        Self::Fault(Complaint { message: message.into(), ..Complaint::default() })
    }

    /// Rule files with errors.
    pub fn rules(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Self {
        Self::Rules(Box::new(RuleErrors { diagnostics, sources }))
    }

    /// Says which page explains it.
    pub fn code(mut self, code: Code) -> Self {
        if let Self::Usage(complaint) | Self::Fault(complaint) = &mut self {
            complaint.code = Some(code);
        }
        self
    }

    /// How a command ends that tells this and goes on with other files.
    ///
    /// # Errors
    /// If it cannot go on.
    pub fn or_go_on(self) -> Result<Ending, Self> {
        match self {
            Self::Usage(_) => Ok(Ending::Usage),
            Self::Fault(_) | Self::Rules(_) => Ok(Ending::Fault),
            Self::Closed | Self::Cut => Err(self),
        }
    }

    /// What to tell; none if there is nothing to tell or it is told as diagnostics.
    pub fn complaint(&self) -> Option<&Complaint> {
        match self {
            Self::Usage(complaint) | Self::Fault(complaint) => Some(complaint),
            Self::Rules(_) | Self::Closed | Self::Cut => None,
        }
    }

    /// Adds a line of advice.
    pub fn help(mut self, line: impl Into<String>) -> Self {
        if let Self::Usage(complaint) | Self::Fault(complaint) = &mut self {
            complaint.help.push(line.into());
        }
        self
    }

    /// Adds "did you mean …" if there is a near name.
    pub fn did_you_mean(self, nearest: Option<impl fmt::Display>) -> Self {
        match nearest {
            Some(nearest) => self.help(complaint("did-you-mean", &[("name", &quoted(nearest))])),
            None => self,
        }
    }

    /// What the shell sees; `trouble` is how the command ends that cannot do its work. A closed pipe ends like a program
    /// that the signal for it stops.
    pub fn exit_code(&self, trouble: Ending) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Rules(errors) if errors.has_none() => Ending::Interrupted.code(),
            Self::Fault(_) | Self::Rules(_) | Self::Cut => trouble.code(),
            Self::Closed => ExitCode::from(141),
        }
    }
}

/// For errors of the output alone; errors of other files are told with their names.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            io::ErrorKind::QuotaExceeded => Self::Cut,
            _ => Self::fault(format!("cannot write the output: {error}")),
        }
    }
}

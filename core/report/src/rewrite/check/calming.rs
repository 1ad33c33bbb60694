//! The tone: a change that breaks is not said to be small, rare, easy or somebody else's.

use super::prose::{Prose, find_phrase, quote_words};
use crate::Level;
use crate::rewrite::wording::RefusalReason;

/// What softens, phrase by phrase (see `find_phrase`).
const SOFTENING: &[&str] = &[
    // Others are meant.
    "most clients|callers|users|integrations|developers|applications|apps|teams|consumers|code|programs|requests|people",
    "most of the clients|callers|users|integrations|code|requests",
    "in most|many cases",
    "unaffected",
    "not affected|impacted|concerned|affect|impact|concern",
    "hardly|rarely|seldom|barely|scarcely",
    "unlikely",
    "only|few clients|callers|users affected|concerned",
    "mostly|largely",
    "usually|generally|typically|normally not",
    // Nothing is to be done.
    "no action|actions",
    "no change|changes",
    "no * change|changes",
    "no impact|effect|consequence|consequences",
    "no need",
    "no problem|problems|issue|issues|worries|hurry|rush",
    "not|never change|changing|touch|adapt|adjust|update|modify|edit anything|something|code|your|it|the|a|any",
    "keep|leave|leaves|keeps your|the|existing|this|that|all|everything code|client|clients|program|programs|integration|app|application|requests|request|way|the|as",
    "the way it|they is|are|was|were",
    "as it|they is|are|was|were",
    "retry|retries|repeat|resend until",
    "until * request|call|it succeeds|works|passes|goes",
    "nothing has|have|needs|need|must|is|to|changes|changed|breaks|else",
    "not need|have to",
    "not needed|necessary",
    "need not",
    "not worry",
    "worry",
    "ignore this|the|it",
    "can|may|could|safely ignore",
    "can|may|could be ignored",
    "not required to",
    // It goes on.
    "continue|continues|continued|keep|keeps|go|goes on|to working|work|function|be",
    "continue|continues|keep|keeps working|functioning|accepting|being|sending|reading|using|calling",
    "still work|works|working|accepted|accepts|valid|supported|supports|available|there|possible|allowed|fine|exists",
    "still be accepted|used|sent|called|read|valid|supported",
    "remain|remains|stay|stays accepted|valid|supported|available|compatible|possible|unchanged|the",
    "unchanged",
    "as before|usual",
    "for now",
    "for the moment",
    "for the time",
    "soon be|come|follow|return",
    "back|again|available soon",
    "will|may|should soon",
    "temporary|temporarily",
    "compatible",
    "compatibility",
    "backward|backwards",
    // It is little.
    "minor|slight|slightly|tiny|cosmetic|trivial|harmless|painless|effortless|effortlessly|easy|easily|easier",
    "straightforward|seamless|seamlessly|smooth|smoothly",
    "safe|safely",
    "simply|just",
    "simple|small|little|quick|quickly change|changes|adjustment|update|fix|step|effort|work|matter",
    "simple|small|little|quick * change|changes|adjustment|update|fix|step",
    "only a|an small|minor|slight|little|simple|question|matter|formality|detail",
    "good news",
    "not break|breaking clients|callers|anything|anyone|existing|your",
    "not a break|breaking|problem|big|real",
    "not breaking",
    "never breaks|break|fails|fail",
    // Whenever it suits.
    "when|whenever|where|wherever|if convenient|possible|practical|time",
    "when|whenever|as|if you can|like|want|wish|prefer",
    "where|when|whenever you need it|them|to",
    "at your convenience|leisure|own",
    "in your own time",
    "take your time",
    "is|are voluntary|recommended|advisable",
    "consider|considered",
    "change|update|upgrade|migration|step|this is optional",
    "later on",
    "will be restored|back|reverted|undone|fixed",
    "will return|come",
    "will * be back|restored|fixed",
    "next release|version",
    "or later",
    "not urgent|serious|critical|severe|important|significant",
    "not * urgent|serious|critical|severe|important|significant",
    "please",
    // The server does it, or does it for few.
    "api|server|service cuts|truncates|pads|shortens|fills|converts|assumes|chooses|picks|adds|corrects|guesses",
    "cut|filled|converted|handled|done|added|set|chosen for you",
    "done|handled|converted|adjusted automatically",
    "rely|relies|count on the|a default",
    "as usual|always|normal",
    "whenever it suits",
    "for some|certain|selected|particular|few",
    "nothing can",
    "only the first|last|next",
    "only when|if|for|on|during|after",
    "for * only",
    "is|are|became|becomes read|write only",
    "the only",
    "avoid|avoids the|a warning|warnings",
    "logged|reported as",
    "accepted as",
    "if that|it|this helps",
];

/// Holds that nothing softens a change which asks something of callers.
pub(super) fn check_tone(prose: &Prose, level: Level) -> Result<(), RefusalReason> {
    match level {
        // There nothing has to change, and may be said to.
        Level::Additive | Level::Docs => return Ok(()),
        Level::Breaking | Level::Risky | Level::Unproved | Level::Unclassified => {}
    }
    let found = SOFTENING.iter().find_map(|phrase| Some((find_phrase(&prose.words, phrase)?, *phrase)));
    match found.map(|(at, phrase)| quote_words(&prose.words, at, phrase)) {
        Some(words) => Err(RefusalReason::Softened(words)),
        None => Ok(()),
    }
}

//! What a text may claim of a change, in phrases (see `find_phrase`): each list is false of some changes.

/// That a thing may be left out.
pub(super) const OPTIONAL: &[&str] = &[
    "optional",
    "voluntary",
    "not required|needed|mandatory|necessary|compulsory",
    "no longer required|needed|requires|needs|need|mandatory|necessary|insists",
    "not have|need to",
    "may|can|could leave|omit|skip|drop",
    "may|can|could be left|omitted|missing|absent|empty|skipped",
    "without * are|is|still accepted|allowed|valid|fine",
    "without * return|returns|work|works|succeed|succeeds|give|gives|use|uses|default|defaults|list|lists|show|shows",
    "accepts|allows|accept|allow requests|calls without",
    "is|are accepted|supported|allowed|available|welcome",
    "can|may now",
    "stop sending|including|passing",
    "if you like|want|wish|have",
    "where you know|have",
];

/// What is said of a thing that may be there or not.
pub(super) const SOMETIMES: &[&str] = &[
    "may|can|could|might come|comes|arrive|arrives without",
    "may|can|could|might be missing|absent|empty|left",
    "sometimes",
    "some|few shipments|responses|answers|cases",
    "optional",
    "not always",
];

/// What happens to other things than these: each is said only where the change says so.
pub(super) const OTHER_EVENTS: &[(&str, &str)] = &[
    ("deprecated", "deprecated|deprecation|obsolete"),
    ("moved", "moved|relocated"),
    ("replaced", "renamed|replaces|replaced|superseded"),
    ("redirected", "redirect|redirects|redirected"),
    ("removed", "will be removed|deleted|withdrawn|retired"),
    ("default", "new default"),
    ("wait", "wait for|until"),
    ("ended", "ended|expired"),
    ("ignore", "is|are|be|gets|get ignored"),
    ("cut", "is|are|be|gets|get truncated|cut|shortened|padded|rounded|converted|filled|processed|filtered|sorted"),
    ("cut", "is|are|be silently|automatically *"),
    ("path", "in|into|of|to|from the|a path"),
    ("body", "in|into|of|to the|a body"),
    ("merged", "is|are|was|were|been merged|combined|split|joined|converted|renamed"),
    ("renamed", "now called|named"),
    ("disabled", "disabled|enabled"),
    (
        "replaced",
        "new|other|another|different endpoint|property|parameter|field|object|header|method|operation|name|call",
    ),
    (
        "replaced",
        "new|other|another|different * endpoint|property|parameter|field|object|header|method|operation|name|call",
    ),
    ("optional", "is|are|became|becomes|now optional"),
];

/// That a limit is a lower one.
pub(super) const AT_LEAST: &[&str] = &[
    "at least *",
    "minimum of|is *",
    "no less|fewer than *",
    "or more|longer|above|higher",
    "until there are *",
    "exactly *",
];

/// That a limit is an upper one.
pub(super) const AT_MOST: &[&str] =
    &["exactly *", "at most *", "maximum of|is *", "no more than *", "or less|fewer|shorter|below|lower"];

/// What loosens who may call.
pub(super) const WITHOUT_CREDENTIALS: &[&str] = &[
    "no login|sign|credential|credentials|authentication|authorisation|authorization|key|token",
    "without credentials|authentication|login|signing|authorisation|authorization|a|any|key|token",
    "public",
    "anyone|everyone|everybody",
];

/// That a thing is always there.
pub(super) const REQUIRED: &[&str] = &[
    "is|are|now|became|becomes required|mandatory|compulsory|obligatory|guaranteed",
    "always there|present|included|set|sent|returned|available",
    "always|must contain|contains|has|have|be|include|includes|hold|holds",
    "never missing|absent|empty|omitted",
    "every time",
];

/// That a thing is there now.
pub(super) const GAIN: &[&str] = &[
    "was|were|been|is|are|be added|introduced|restored|reinstated",
    "is|are|now available",
    "now exists|exist|accepts|accepted|returns|returned|offers|supports|allows|allowed|supported|sent|valid",
    "can|may now be|send|use|call|read",
    "now be sent|used|called|read",
    "now also",
    "is|are accepted|allowed|supported|valid|possible|welcome",
    "is|are new",
    "works|work with|again|now",
    "keep|continue using|sending|reading|calling|to",
    "gained",
];

/// That a thing was taken away.
pub(super) const PASSIVE_LOSS: &[&str] = &[
    "was|were|been|is|are|be removed|deleted|dropped|withdrawn|discontinued|retired|gone",
    "has|have gone|disappeared|vanished",
    "api|server|service|endpoint dropped|removed|deleted|withdrew|drops|removes|deletes",
];

/// That a thing is no longer there.
pub(super) const LOSS: &[&str] = &[
    "no longer exists|exist|available|sent|returned|accepted|supported|possible|valid|there|appears",
    "stop expecting|sending|reading|using|handling|passing",
    "no longer be|a|an|the|is|are|has|have|can|send|sends|return|returns",
    "lost",
];

/// That more is allowed.
pub(super) const LOOSENED: &[&str] = &[
    "relaxed|loosened|widened|broadened|lifted|unlimited|lenient",
    "no limit",
    "less strict",
    "now also",
    "ones are|is accepted|allowed|valid|fine",
    "more values|options|choices",
    "longer|larger|more|other are|is accepted|allowed",
    "as well as",
    "any value|length|number|type|text",
];

/// That a server asks less than it did.
pub(super) const LENIENT: &[&str] = &[
    "lenient|permissive|tolerant|forgiving|relaxed",
    "less strict",
    "take|takes|accept|accepts|allow|allows everything|anything|whatever|all",
];

/// That less is allowed.
pub(super) const TIGHTENED: &[&str] = &[
    "tightened|narrowed|stricter|restricted|shortened",
    "fewer",
    "no longer accepts|accepted|allowed|sent|returned|be",
    "become|became|becomes|are|is shorter|smaller|fewer",
];

/// That a number went up.
pub(super) const RAISED: &[&str] = &[
    "raised|increased|risen|rose|grew|grown|extended|lengthened|doubled",
    "become|became|becomes longer|larger|higher|bigger",
    "went up",
];

/// That a number went down.
pub(super) const LOWERED: &[&str] = &[
    "lowered|reduced|decreased|shrunk|shortened|fell|fallen|halved",
    "become|became|becomes shorter|smaller|lower",
    "went down",
];

/// What is said of what callers receive.
pub(super) const RECEIVED: &[&str] = &[
    "the|in|each|every response|responses|reply|replies",
    "stop|stops reading|parsing",
    "finds|find nothing",
    "when you parse|read|receive",
];

/// What is said of what callers send.
pub(super) const SENT: &[&str] = &[
    "you send",
    "before sending",
    "is|are|be|get|gets refused|rejected",
    "turned|turns down|away",
    "stop|stops sending|calling",
    "call|calls to it",
    "calling it",
    "every call",
    "requests|calls that|with|without",
    "your request|requests|call|calls",
];

/// What is said of an operation that went, and of nothing else.
pub(super) const NOT_CALLED: &[&str] = &[
    "stop calling",
    "call|calls to it fail|fails",
    "calling it fails",
    "endpoint|operation|path is|was|has gone|removed|been",
];

/// What is said of values, and not of an operation.
pub(super) const NOT_READ: &[&str] =
    &["finds|find nothing", "stop reading|sending", "in|from the response|request|body"];

/// That a thing which may be missing is never sent.
pub(super) const NO_LONGER_SENT: &[&str] =
    &["no longer exists|exist|available|sent|returned|accepted|supported|called"];

/// That what went is still there.
pub(super) const STILL: &[&str] = &["may|can|could|will|should|must still"];

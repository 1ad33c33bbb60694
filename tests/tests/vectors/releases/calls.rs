//! Each call of a vector, made of core's functions, with arguments and results as the npm package has them.

use serde_json::{Value, json};
use waybill_core::error::Error;
use waybill_core::http::{FailureKind, TransportFailure};
use waybill_core::openapi::{Limits, remove_operations};
use waybill_core::release::{Bump, Date, Tag, Version, keep_hand_written, next_version};
use waybill_core::render::comment::{CommentOptions, CommentState, MAX_COMMENT_CHARS, SourceLinks, failed_comment};
use waybill_core::render::{ChangelogOptions, Detail, FrontMatter, Release};
use waybill_core::rewrite::{
    AttemptLimits, BatchLimits, CheckedWording, ModelAnswer, ModelEndpoint, ModelProvider, NextStep, RequestAttempts,
    RewriteBatch, check_answers, facts_to_word, split_into_batches,
};
use waybill_core::{CompareError, Report, ResponseHead, Timestamp};

/// What one call gives.
pub(super) fn call(name: &str, report: &[u8], with: &Value) -> Result<Value, Error> {
    Ok(match name {
        "readTag" => Tag::named_by(text(&with["text"]))?.to_string().into(),
        "findPreviousTag" => {
            let names: Vec<&str> = with["names"].as_array().expect("names").iter().map(text).collect();
            json!(Tag::named_by(text(&with["tag"]))?.find_previous(names).map(|tag| tag.to_string()))
        }
        "requiredBump" => json!(Report::from_json(report)?.verdict.required_bump.map(Bump::name)),
        "nextVersion" => {
            let bumps = with["bumps"].as_array().expect("bumps").iter().map(bump);
            next_version(text(&with["previous"]).parse::<Version>()?, bumps).to_string().into()
        }
        "writeChangelog" => {
            let release = release(&with["release"])?;
            let report = Report::from_json(report)?.released_as(release.previous, release.version);
            report.changelog(&release, &options(&with["options"])).into()
        }
        "keepHandWritten" => keep_hand_written(text(&with["previous"]), text(&with["generated"]))?.into(),
        "removeOperations" => {
            let removed = remove_operations("description", text(&with["description"]).as_bytes(), &Limits::default());
            let removed = removed.map_err(|error| {
                let CompareError { code, message } = error.into();
                Error::new(code, message)
            })?;
            String::from_utf8(removed).expect("text").into()
        }
        "writeComment" => {
            let (options, _) = comment_options(with)?;
            Report::from_json(report)?.comment(&options).into()
        }
        "writeFailedComment" => {
            let (options, last) = comment_options(&with["options"])?;
            failed_comment(last, &options, text(&with["reason"])).into()
        }
        "readCommentState" => json!(CommentState::read(text(&with["text"])).ok().map(|state| {
            json!({"description": state.description, "head": state.head, "breaking": state.breaking})
        })),
        "writeModelRequests" => {
            let (endpoint, limits) = model(with)?;
            let (batches, too_large) = split_into_batches(facts_to_word(&Report::from_json(report)?), limits);
            let requests: Vec<Value> = batches.iter().map(|batch| request(&endpoint, batch)).collect();
            let too_large: Vec<String> = too_large.into_iter().map(|fact| fact.id).collect();
            json!({"model": endpoint.model(), "requests": requests, "tooLarge": too_large})
        }
        "readModelResponse" => {
            let ResponseArguments { provider, head, body } = response(with)?;
            let (mut attempts, now) = attempt(&with["attempt"]);
            let step = attempts.on_response(provider, &head, body.as_bytes(), now);
            next_step(step, &attempts, now)
        }
        "readModelFailure" => {
            let (mut attempts, now) = attempt(&with["attempt"]);
            let failure = TransportFailure { kind: FailureKind::Unknown, detail: text(&with["reason"]).to_owned() };
            let step = attempts.on_failure(&failure, now);
            next_step(step, &attempts, now)
        }
        "checkModelAnswer" => {
            let checked = answer(with).check(&Report::from_json(report)?)?;
            let wording = checked.used();
            let wording = wording.map(|(id, it)| json!({"id": id, "reason": it.reason, "action": it.action}));
            json!({"wording": wording.collect::<Vec<_>>(), "refusals": refusals(&checked)})
        }
        "writeRewrittenChangelog" => {
            let release = release(&with["release"])?;
            let report = Report::from_json(report)?.released_as(release.previous, release.version);
            let answers: Vec<ModelAnswer> = with["answers"].as_array().expect("answers").iter().map(answer).collect();
            let wording = check_answers(&report, &answers)?;
            let text = report.rewritten_changelog(&release, &wording, text(&with["model"]), &options(&with["options"]));
            json!({"text": text, "worded": wording.count(), "refusals": refusals(&wording)})
        }
        other => panic!("no vector can call {other}"),
    })
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn size(value: &Value) -> Option<usize> {
    value.as_u64().map(|number| usize::try_from(number).unwrap())
}

fn bump(value: &Value) -> Option<Bump> {
    [Bump::Major, Bump::Minor, Bump::Patch].into_iter().find(|bump| *value == bump.name())
}

fn date(value: &Value) -> Result<Option<Date>, Error> {
    Ok(value.as_str().map(str::parse).transpose()?)
}

fn release(value: &Value) -> Result<Release, Error> {
    let version = |name: &str| text(&value[name]).parse::<Version>();
    let date = date(&value["date"])?;
    Ok(Release::after(version("previous")?, version("version")?, date)?)
}

fn options(value: &Value) -> ChangelogOptions {
    let detail = if value["detail"] == "all" { Detail::All } else { Detail::Short };
    let front_matter = match value["frontMatter"].as_str() {
        Some("starlight") => FrontMatter::Starlight,
        Some("none") => FrontMatter::None,
        _ => FrontMatter::Docusaurus,
    };
    ChangelogOptions { name: value["name"].as_str().map(ToOwned::to_owned), detail, front_matter }
}

fn comment_options(value: &Value) -> Result<(CommentOptions, Option<&str>), Error> {
    let member = |value: &Value, name: &str| text(&value[name]).to_owned();
    let links = value.get("links");
    let last = value["last"].as_str();
    let options = CommentOptions {
        description: member(value, "description"),
        base: member(value, "base"),
        head: member(value, "head"),
        links: links.map(|links| SourceLinks { base: member(links, "base"), head: member(links, "head") }),
        previous: last.and_then(|last| CommentState::read(last).ok()),
        expires: date(&value["expires"])?,
        max_chars: size(&value["maxChars"]).unwrap_or(MAX_COMMENT_CHARS),
    };
    options.check()?;
    Ok((options, last))
}

fn provider(value: &Value) -> ModelProvider {
    let known = [ModelProvider::Anthropic, ModelProvider::OpenAi];
    known.into_iter().find(|provider| *value == provider.name()).expect("a provider")
}

fn model(value: &Value) -> Result<(ModelEndpoint, BatchLimits), Error> {
    let provider = provider(&value["provider"]);
    let base_url = value["baseUrl"].as_str().unwrap_or(provider.base_url());
    let endpoint = ModelEndpoint::new(provider, base_url, value["model"].as_str().unwrap_or(provider.model()))?;
    let BatchLimits { bytes, changes } = BatchLimits::default();
    let limits = BatchLimits {
        bytes: size(&value["maxBytes"]).unwrap_or(bytes),
        changes: size(&value["maxChanges"]).unwrap_or(changes),
    };
    Ok((endpoint, limits))
}

/// A request, with the length of its body in place of it: the instructions are long, and no vector's business.
fn request(endpoint: &ModelEndpoint, batch: &RewriteBatch) -> Value {
    let request = endpoint.request(&batch.prompt());
    let changes: Vec<&str> = batch.facts().iter().map(|fact| fact.id.as_str()).collect();
    json!({
        "changes": changes,
        "method": request.method,
        "url": request.url,
        "headers": request.headers,
        "keyHeader": {"name": request.key_header.name, "prefix": request.key_header.prefix},
        "bodyBytes": request.body.len(),
        "cacheKey": batch.cache_key(endpoint.model()),
    })
}

struct ResponseArguments {
    provider: ModelProvider,
    head: ResponseHead,
    body: String,
}

fn response(with: &Value) -> Result<ResponseArguments, Error> {
    let response = &with["response"];
    let headers = response["headers"].as_array().expect("headers");
    let headers = headers.iter().map(|header| (text(&header[0]), text(&header[1])));
    let status = u16::try_from(response["status"].as_u64().expect("a status")).expect("a status");
    let head = ResponseHead::new(status, headers)?;
    Ok(ResponseArguments { provider: provider(&with["provider"]), head, body: text(&response["body"]).to_owned() })
}

fn attempt(value: &Value) -> (RequestAttempts, Timestamp) {
    let AttemptLimits { attempts, longest_wait } = AttemptLimits::default();
    let number = |name: &str| value[name].as_u64().map(|number| u32::try_from(number).unwrap());
    let limits = AttemptLimits {
        attempts: number("maxAttempts").unwrap_or(attempts),
        longest_wait: value["longestWaitMs"].as_i64().unwrap_or(longest_wait),
    };
    let now = Timestamp::from_millis(value["now"].as_i64().expect("a time"));
    (RequestAttempts::resume(limits, number("failed").unwrap_or(0)), now)
}

fn next_step(step: NextStep, attempts: &RequestAttempts, now: Timestamp) -> Value {
    match step {
        NextStep::Answered(text) => json!({"type": "answered", "text": text}),
        NextStep::SendAt(time) => {
            let after = time.as_millis() - now.as_millis();
            json!({"type": "retry", "afterMs": after, "failed": attempts.failed()})
        }
        NextStep::GiveUp { reason, is_final } => json!({"type": "gave-up", "reason": reason, "isFinal": is_final}),
    }
}

fn answer(value: &Value) -> ModelAnswer {
    let changes = value["changes"].as_array().expect("changes").iter().map(|id| text(id).to_owned()).collect();
    let text = value["text"].as_str().map(str::to_owned).ok_or_else(|| text(&value["failure"]).to_owned());
    ModelAnswer { changes, text }
}

fn refusals(checked: &CheckedWording) -> Vec<Value> {
    let refusals = checked.refusals().iter();
    refusals.map(|refusal| json!({"id": refusal.id, "reason": refusal.reason.to_string()})).collect()
}

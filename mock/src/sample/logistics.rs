//! What a value looks like in logistics, where the name of its leaf says what it is.

use super::dates::Date;
use super::random::Random;

/// What a name says; the first rule whose words are all in it decides. `#` is a digit that follows from the seed.
const RULES: &[(&[&str], &[&str])] = &[
    (&["tracking", "url"], &["https://example.com/track/########"]),
    (&["tracking"], &["############"]),
    (&["waybill"], &["############"]),
    (&["awb"], &["###########"]),
    (&["barcode"], &["############"]),
    (&["sscc"], &["##################"]),
    (&["container"], &["MSKU#######"]),
    (&["postal"], POSTAL),
    (&["postcode"], POSTAL),
    (&["zip"], POSTAL),
    (&["zipcode"], POSTAL),
    (&["plz"], POSTAL),
    (&["country"], COUNTRY),
    (&["countrycode"], COUNTRY),
    (&["currency"], CURRENCY),
    (&["currencycode"], CURRENCY),
    (&["weight", "unit"], &["KG", "kg"]),
    (&["weight", "units"], &["KG", "kg"]),
    (&["weight", "uom"], &["KG", "kg"]),
    (&["dimension", "unit"], &["CM", "cm"]),
    (&["dimension", "units"], &["CM", "cm"]),
    (&["dimensions", "unit"], &["CM", "cm"]),
    (&["uom"], &["KG", "EA"]),
    (&["unit"], &["KG", "EA"]),
    (&["units"], &["KG", "EA"]),
    (&["weight"], &["2.5", "2", "2.5 kg"]),
    (&["kg"], &["2.5", "2"]),
    (&["length"], &["30", "30.0"]),
    (&["width"], &["20", "20.0"]),
    (&["height"], &["15", "15.0"]),
    (&["depth"], &["15", "15.0"]),
    (&["volume"], &["0.009", "1"]),
    (&["latitude"], &["52.52"]),
    (&["lat"], &["52.52"]),
    (&["longitude"], &["13.405"]),
    (&["lng"], &["13.405"]),
    (&["lon"], &["13.405"]),
    (&["email"], &["jane.doe@example.com"]),
    (&["mail"], &["jane.doe@example.com"]),
    (&["phone"], PHONE),
    (&["telephone"], PHONE),
    (&["mobile"], PHONE),
    (&["fax"], PHONE),
    (&["url"], &["https://example.com/"]),
    (&["uri"], &["https://example.com/"]),
    (&["link"], &["https://example.com/"]),
    (&["first", "name"], &["Jane"]),
    (&["firstname"], &["Jane"]),
    (&["last", "name"], &["Doe"]),
    (&["lastname"], &["Doe"]),
    (&["surname"], &["Doe"]),
    (&["person"], &["Jane Doe"]),
    (&["contact"], &["Jane Doe"]),
    (&["signed"], &["Jane Doe"]),
    (&["company"], COMPANY),
    (&["city"], &["Berlin"]),
    (&["town"], &["Berlin"]),
    (&["street"], &["Hauptstrasse 1"]),
    (&["address", "line"], &["Hauptstrasse 1"]),
    (&["addressline"], &["Hauptstrasse 1"]),
    (&["address"], &["Hauptstrasse 1"]),
    (&["house"], &["1"]),
    (&["state"], &["BE"]),
    (&["province"], &["BE"]),
    (&["port"], &["DEHAM"]),
    (&["locode"], &["DEBER"]),
    (&["incoterm"], &["DAP"]),
    (&["incoterms"], &["DAP"]),
    (&["tariff"], &["610910"]),
    (&["harmonized"], &["610910"]),
    (&["hs"], &["610910"]),
    (&["vat"], &["DE123456789"]),
    (&["language"], &["en", "eng"]),
    (&["locale"], &["en_GB", "en"]),
    (&["service"], &["EXPRESS"]),
    (&["status", "description"], &["Delivered"]),
    (&["status", "code"], &["DL", "0", "OK"]),
    (&["status"], &["DELIVERED", "DL"]),
    (&["carrier"], &["Example Express"]),
    (&["version"], &["1", "1.0"]),
    (&["amount"], MONEY),
    (&["price"], MONEY),
    (&["charge"], MONEY),
    (&["charges"], MONEY),
    (&["cost"], MONEY),
    (&["fee"], MONEY),
    (&["total"], MONEY),
    (&["rate"], MONEY),
    (&["percent"], &["10", "10.0"]),
    (&["quantity"], ONE),
    (&["qty"], ONE),
    (&["count"], ONE),
    (&["pieces"], ONE),
    (&["packages"], ONE),
    (&["sequence"], ONE),
    (&["days"], &["2"]),
    (&["reference"], &["REF-######", "######"]),
    (&["message"], &["OK"]),
    (&["description"], &["Parcel"]),
    (&["content"], &["Parcel"]),
    (&["contents"], &["Parcel"]),
    (&["goods"], &["Parcel"]),
    (&["name"], &["Jane Doe"]),
    (&["number"], IDENTIFIER),
    (&["no"], IDENTIFIER),
    (&["id"], IDENTIFIER),
    (&["identifier"], IDENTIFIER),
];

const POSTAL: &[&str] = &["10115", "10115-0001", "SW1A 1AA"];
const COUNTRY: &[&str] = &["DE", "DEU", "276", "Germany"];
const CURRENCY: &[&str] = &["EUR", "978", "Euro"];
const PHONE: &[&str] = &["+4930#######", "030#######", "4930#######"];
const COMPANY: &[&str] = &["Example Logistics GmbH", "Example"];
const MONEY: &[&str] = &["12.50", "12", "12.5"];
const ONE: &[&str] = &["1"];
const IDENTIFIER: &[&str] = &["########", "######", "####"];

/// Values that a leaf of such a name may have, the likeliest first.
pub(super) fn values(words: &[String], date: Date, random: &mut Random) -> Vec<String> {
    let has = |word: &str| words.iter().any(|own| own == word);
    if has("date") || has("day") {
        return vec![date.text(), date.text().replace('-', "")];
    }
    let rule = RULES.iter().find(|(said, _)| said.iter().all(|word| has(word)));
    rule.map(|(_, values)| values.iter().map(|value| fill(value, random)).collect()).unwrap_or_default()
}

/// How many days from today a leaf of such a name is about.
pub(super) fn days_ahead(words: &[String]) -> i64 {
    let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
    if has(&["birth", "born"]) {
        -12_000
    } else if has(&["expiry", "expires", "expiration", "valid", "until", "expire"]) {
        365
    } else if has(&["delivery", "arrival", "eta", "estimated", "delivered", "due", "commit"]) {
        2
    } else {
        0
    }
}

/// What a good answer says where it can choose: 0 for what it would say, 2 for what it would not.
pub(super) fn badness(value: &str) -> u8 {
    const GOOD: [&str; 9] =
        ["success", "successful", "succeeded", "ok", "delivered", "accepted", "true", "valid", "normal"];
    const BAD: [&str; 18] = [
        "abort",
        "aborted",
        "cancelled",
        "canceled",
        "denied",
        "error",
        "errors",
        "exception",
        "exceptions",
        "fail",
        "failed",
        "failure",
        "fault",
        "invalid",
        "rejected",
        "unknown",
        "warning",
        "unsuccessful",
    ];
    let words = super::words::words(value);
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if any(&BAD) { 2 } else { u8::from(!any(&GOOD)) }
}

/// Whether a name is of something that an answer has only when it is no good.
pub(super) fn is_trouble(name: &str) -> bool {
    const TROUBLE: [&str; 13] = [
        "alert",
        "alerts",
        "error",
        "errors",
        "exception",
        "exceptions",
        "failure",
        "fault",
        "faults",
        "notice",
        "notices",
        "warning",
        "warnings",
    ];
    super::words::words(name).iter().any(|word| TROUBLE.contains(&word.as_str()))
}

/// Whether a yes-or-no of such a name is no where all is well.
pub(super) fn is_denied(words: &[String]) -> bool {
    const NO: [&str; 16] = [
        "cancelled",
        "canceled",
        "dangerous",
        "deleted",
        "duplicate",
        "error",
        "errors",
        "exception",
        "failed",
        "fault",
        "hazardous",
        "more",
        "not",
        "test",
        "truncated",
        "void",
    ];
    words.iter().any(|word| NO.contains(&word.as_str()))
}

/// A template with its digits.
fn fill(template: &str, random: &mut Random) -> String {
    let count = template.matches('#').count();
    let digits = random.digits(count);
    let mut digits = digits.chars();
    template.chars().map(|character| if character == '#' { digits.next().unwrap_or('0') } else { character }).collect()
}

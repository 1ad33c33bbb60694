//! Realistic values for logistics, chosen by the names of leaves.

use super::dates::Date;
use super::random::Random;
use super::words::{LeafName, has_any, words};

/// Values by words. The first rule whose words are all in a name applies. `#` is a digit that depends on the seed.
const RULES: &[(&[&str], &[&str])] = &[
    (&["response", "status", "code"], &["OK", "0"]),
    (&["notification", "code"], &["OK", "0"]),
    (&["notifications", "code"], &["OK", "0"]),
    (&["response", "status", "description"], &["Success"]),
    (&["url"], URL),
    (&["uri"], URL),
    (&["status", "type"], &["DELIVERED", "DL"]),
    (&["service", "type"], SERVICE),
    (&["type"], &["STANDARD"]),
    (&["tracking"], &["############"]),
    (&["waybill"], &["############"]),
    (&["awb"], &["###########"]),
    (&["barcode"], &["############"]),
    (&["sscc"], &["##################"]),
    (&["container"], &["MSKU#######"]),
    (&["country", "name"], &["Germany", "DE"]),
    (&["country"], COUNTRY),
    (&["countrycode"], COUNTRY),
    (&["currency", "name"], &["Euro"]),
    (&["currency"], CURRENCY),
    (&["currencycode"], CURRENCY),
    (&["locode"], &["DEBER"]),
    (&["un", "number"], UN),
    (&["un", "no"], UN),
    (&["un", "id"], UN),
    (&["unnumber"], UN),
    (&["unno"], UN),
    (&["airport"], &["BER"]),
    (&["scac"], &["EXEX"]),
    (&["carrier", "code"], &["EXPR", "EX"]),
    (&["vat"], &["DE123456789"]),
    (&["language"], &["en", "eng"]),
    (&["locale"], &["en_GB", "en"]),
    (&["reference"], &["REF-######", "######"]),
    (&["email"], MAIL),
    (&["id"], IDENTIFIER),
    (&["identifier"], IDENTIFIER),
    (&["mail"], MAIL),
    (&["extension"], &["12"]),
    (&["phone"], PHONE),
    (&["telephone"], PHONE),
    (&["mobile"], PHONE),
    (&["fax"], PHONE),
    (&["contact", "number"], PHONE),
    (&["link"], URL),
    (&["web"], URL),
    // From the ranges for documentation (RFC 5737, RFC 9542).
    (&["ip"], &["192.0.2.1"]),
    (&["mac"], &["00:00:5E:00:53:01"]),
    (&["postal"], POSTAL),
    (&["postalcode"], POSTAL),
    (&["postcode"], POSTAL),
    (&["zip"], POSTAL),
    (&["zipcode"], POSTAL),
    (&["plz"], POSTAL),
    (&["pobox"], &["PO Box 1234"]),
    (&["image", "format", "code"], &["PDF"]),
    (&["image", "format"], &["PDF"]),
    (&["label", "format"], &["PDF"]),
    (&["resolution"], &["300"]),
    (&["file", "name"], &["label.pdf"]),
    (&["weight", "unit"], &["KG", "kg"]),
    (&["weight", "units"], &["KG", "kg"]),
    (&["weight", "uom"], &["KG", "kg"]),
    (&["dimension", "unit"], &["CM", "cm"]),
    (&["dimension", "units"], &["CM", "cm"]),
    (&["dimensions", "unit"], &["CM", "cm"]),
    (&["dimensions", "units"], &["CM", "cm"]),
    (&["length", "unit"], &["CM", "cm"]),
    (&["length", "units"], &["CM", "cm"]),
    (&["length", "uom"], &["CM", "cm"]),
    (&["distance", "unit"], &["KM", "km"]),
    (&["distance", "units"], &["KM", "km"]),
    (&["unit", "number"], ONE),
    (&["line", "number"], ONE),
    (&["uom"], &["KG", "EA"]),
    (&["weight"], WEIGHT),
    (&["mass"], WEIGHT),
    (&["kg"], WEIGHT),
    (&["kilograms"], WEIGHT),
    (&["length"], &["30", "30.0"]),
    (&["width"], &["20", "20.0"]),
    (&["height"], &["15", "15.0"]),
    (&["depth"], &["15", "15.0"]),
    (&["volume"], &["0.009", "1"]),
    (&["unit"], &["KG", "EA"]),
    (&["units"], &["KG", "EA"]),
    (&["coordinates"], &["+52.5200+013.4050/"]),
    (&["latitude"], &["52.52"]),
    (&["lat"], &["52.52"]),
    (&["longitude"], &["13.405"]),
    (&["lng"], &["13.405"]),
    (&["lon"], &["13.405"]),
    (&["nick"], &["Jane"]),
    (&["nickname"], &["Jane"]),
    (&["given", "name"], &["Jane"]),
    (&["first", "name"], &["Jane"]),
    (&["firstname"], &["Jane"]),
    (&["family", "name"], &["Doe"]),
    (&["last", "name"], &["Doe"]),
    (&["lastname"], &["Doe"]),
    (&["surname"], &["Doe"]),
    (&["person"], NAME),
    (&["contact"], NAME),
    (&["signed"], NAME),
    (&["company"], COMPANY),
    (&["city", "code"], &["BER"]),
    (&["city"], &["Berlin"]),
    (&["town"], &["Berlin"]),
    (&["street", "number"], ONE),
    (&["street", "name"], &["Hauptstrasse"]),
    (&["address", "state"], &["BE"]),
    (&["house"], ONE),
    (&["street"], STREET),
    (&["address"], STREET),
    (&["addressline"], STREET),
    (&["shipment", "state"], STATUS),
    (&["parcel", "state"], STATUS),
    (&["package", "state"], STATUS),
    (&["delivery", "state"], STATUS),
    (&["tracking", "state"], STATUS),
    (&["event", "state"], STATUS),
    (&["state"], &["BE"]),
    (&["province"], &["BE"]),
    (&["port"], &["DEHAM"]),
    (&["incoterm"], &["DAP"]),
    (&["incoterms"], &["DAP"]),
    (&["tariff"], &["610910"]),
    (&["harmonized"], &["610910"]),
    (&["harmonised"], &["610910"]),
    (&["hs"], &["610910"]),
    (&["service", "area"], &["BER"]),
    (&["service", "description"], SERVICE),
    (&["service"], SERVICE),
    (&["status", "description"], &["Delivered"]),
    (&["status", "code"], &["DL", "0", "OK"]),
    (&["status"], STATUS),
    (&["carrier"], &["Example Express"]),
    (&["version"], &["1", "1.0"]),
    (&["zone", "offset"], &["+01:00"]),
    (&["time", "zone"], &["Europe/Berlin"]),
    (&["timezone"], &["Europe/Berlin"]),
    (&["zone"], &["A"]),
    (&["transit"], &["2 days", "TWO_DAYS", "2"]),
    (&["amount"], MONEY),
    (&["price"], MONEY),
    (&["charge"], MONEY),
    (&["charges"], MONEY),
    (&["surcharge"], MONEY),
    (&["cost"], MONEY),
    (&["fee"], MONEY),
    (&["monetary"], MONEY),
    (&["rate"], MONEY),
    (&["percent"], &["10", "10.0"]),
    (&["quantity"], ONE),
    (&["qty"], ONE),
    (&["count"], ONE),
    (&["pieces"], ONE),
    (&["packages"], ONE),
    (&["results"], ONE),
    (&["sequence"], ONE),
    (&["total"], MONEY),
    (&["days"], &["2"]),
    (&["message"], &["OK"]),
    (&["content"], GOODS),
    (&["contents"], GOODS),
    (&["goods"], GOODS),
    (&["number"], IDENTIFIER),
    (&["no"], IDENTIFIER),
    (&["code"], &["A##", "##"]),
];

const POSTAL: &[&str] = &["10115", "10115-0001", "SW1A 1AA"];
const COUNTRY: &[&str] = &["DE", "DEU", "276", "Germany"];
const CURRENCY: &[&str] = &["EUR", "978", "Euro"];
const UN: &[&str] = &["UN1263", "1263"];
const URL: &[&str] = &["https://example.com/"];
const MAIL: &[&str] = &["jane.doe@example.com"];
const PHONE: &[&str] = &["+4930#######", "030#######", "4930#######"];
const NAME: &[&str] = &["Jane Doe"];
const COMPANY: &[&str] = &["Example Logistics GmbH", "Example"];
const STREET: &[&str] = &["Hauptstrasse 1"];
const STATUS: &[&str] = &["DELIVERED", "DL"];
const SERVICE: &[&str] = &["EXPRESS"];
const GOODS: &[&str] = &["Parcel"];
const WEIGHT: &[&str] = &["2.5", "2", "2.5 kg"];
const MONEY: &[&str] = &["12.50", "12", "12.5"];
const ONE: &[&str] = &["1"];
const IDENTIFIER: &[&str] = &["########", "######", "####"];

/// Words in the name of the surrounding element that determine a value, a number or a code.
const MEASURED: [&str; 14] = [
    "amount", "charge", "country", "currency", "fax", "height", "length", "mass", "mobile", "phone", "price", "weight",
    "width", "tracking",
];
/// Words for things that have a name but are not persons.
const THINGS: [&str; 24] = [
    "area",
    "attribute",
    "attributes",
    "category",
    "class",
    "depot",
    "display",
    "document",
    "event",
    "holiday",
    "holidays",
    "label",
    "location",
    "option",
    "options",
    "packaging",
    "parameter",
    "parameters",
    "product",
    "region",
    "report",
    "station",
    "system",
    "tax",
];
/// Words for goods that have a description.
const DESCRIBED: [&str; 12] = [
    "article",
    "content",
    "contents",
    "commodities",
    "commodity",
    "goods",
    "item",
    "items",
    "package",
    "packages",
    "parcel",
    "shipment",
];

/// Words for the start of a shipment.
const STARTS: [&str; 7] = ["collection", "departure", "dispatch", "pickup", "ready", "ship", "shipping"];

/// Returns values for a leaf of this name, the most likely first.
pub(super) fn values(name: &LeafName, date: Date, random: &mut Random) -> Vec<String> {
    let compact = date.text().replace('-', "");
    let is_week = name.has(&["week", "weekday"]);
    if is_week || name.has(&["day"]) {
        let mut values = date.weekday();
        if !is_week {
            values.push(date.day_of_month());
        }
        values.extend([date.text(), compact]);
        return values;
    }
    if name.has(&["date", "timestamp"]) {
        return vec![date.text(), compact];
    }
    if let Some(values) = rule_within(name).or_else(|| rule(name, |_| true)) {
        return values.iter().map(|value| fill(value, random)).collect();
    }
    if name.has(&["time"]) {
        let hour = hour(name);
        return vec![hour.to_owned(), format!("{hour}:00")];
    }
    describe(name).into_iter().collect()
}

/// Returns the values of the first rule whose words are all in a name.
fn rule(name: &LeafName, admits: impl Fn(&[&str]) -> bool) -> Option<&'static [&'static str]> {
    let mut rules = RULES.iter();
    let found = rules.find(|(named, _)| admits(named) && named.iter().all(|word| name.has(&[word])));
    found.map(|(_, values)| *values)
}

/// Returns the values for a leaf with one general word as its name, from the name of the surrounding element.
fn rule_within(name: &LeafName) -> Option<&'static [&'static str]> {
    let [own] = name.own.as_slice() else { return None };
    let whole = name.with_parent();
    rule(&whole, |named| named.len() > 1 && named.contains(&own.as_str())).or_else(|| {
        let is_measure = name.has(&["code", "number", "value"]) && has_any(&name.parent, &MEASURED);
        is_measure.then(|| rule(&whole, |named| named.len() == 1)).flatten()
    })
}

/// Returns the value of a name or description: a person's name, goods, or the name of the thing itself.
fn describe(name: &LeafName) -> Option<String> {
    let whole = name.with_parent();
    let is_name = name.has(&["name"]);
    if !is_name && !name.has(&["description"]) {
        return None;
    }
    let rest = |words: &[String]| {
        let words: Vec<&str> =
            words.iter().map(String::as_str).filter(|word| !matches!(*word, "name" | "description")).collect();
        words.join(" ")
    };
    let words = [rest(&name.own), rest(&name.parent)].into_iter().find(|words| !words.is_empty());
    // `recipientName` of an event belongs to the recipient, and `Name` of a product belongs to the product.
    let named = if name.own.len() > 1 { name } else { &whole };
    let is_thing = if is_name { named.has(&THINGS) } else { !named.has(&DESCRIBED) };
    let usual = if is_name { "Jane Doe" } else { "Parcel" };
    Some(words.filter(|_| is_thing).unwrap_or_else(|| usual.to_owned()))
}

/// Returns the time of day for a leaf of this name.
pub(super) fn hour(name: &LeafName) -> &'static str {
    if name.has(&["close", "closes", "closing", "cutoff", "end", "ends", "latest", "to", "until"]) {
        "17:00"
    } else if name.has(&["begin", "begins", "earliest", "from", "open", "opening", "opens", "ready", "start", "starts"])
    {
        "09:00"
    } else {
        "10:30"
    }
}

/// Returns the number of days from today for a leaf of this name.
pub(super) fn days_ahead(name: &LeafName) -> i64 {
    if name.has(&["birth", "born"]) {
        -12_000
    } else if name.has(&["actual", "from", "since", "start"]) {
        0
    } else if name.has(&[
        "delivery",
        "arrival",
        "eta",
        "estimated",
        "due",
        "commit",
        "commitment",
        "promise",
        "promised",
    ]) {
        2
    } else if name.has(&["expiry", "expires", "expiration", "valid", "expire"]) {
        365
    } else if name.has(&["until"]) {
        7
    } else {
        0
    }
}

/// True if a date of this name is the start of a shipment.
pub(super) fn is_start(name: &LeafName) -> bool {
    let whole = name.with_parent();
    (whole.has(&STARTS) || name.has(&["shipment"])) && days_ahead(&whole) == 0 && hour(name) != "17:00"
}

/// True if a date of this name is not before the start of a shipment.
pub(super) fn follows_start(name: &LeafName) -> bool {
    days_ahead(name) > 0 || name.has(&STARTS) || name.has(&["actual", "arrived", "delivered", "shipment"])
}

/// True if a name is about a main result of carriers, such as a label or a tracking number.
pub(super) fn is_central(name: &str) -> bool {
    const CENTRAL: [&str; 6] = ["awb", "barcode", "label", "status", "tracking", "waybill"];
    has_any(&words(name), &CENTRAL)
}

/// Replaces each `#` of a template with a digit.
fn fill(template: &str, random: &mut Random) -> String {
    let count = template.matches('#').count();
    let digits = random.digits(count);
    let mut digits = digits.chars();
    template.chars().map(|character| if character == '#' { digits.next().unwrap_or('0') } else { character }).collect()
}

//! The requests that are sent to every server.

use serde_json::{Value, json};

/// Number of packages in a shipment of 70 KB, in a SOAP envelope.
const IN_ENVELOPE: usize = 151;
/// The same in JSON.
const IN_JSON: usize = 290;

/// Paths of the services at the SOAP servers, and the action of an operation.
const HELLO: &str = "/soap/HelloService/1.0";
const SHIP: &str = "/soap/ShipService/1.0";
const PROCESS_SHIPMENT: &str = "http://fedex.com/ws/ship/v23/processShipment";

/// A request, with the path and action that select its operation.
pub(super) struct Body {
    pub(super) path: String,
    /// SOAP action, for a SOAP request.
    pub(super) action: Option<&'static str>,
    pub(super) media_type: &'static str,
    pub(super) text: String,
}

/// A small request and a large one, sent one after another.
pub(super) struct Bodies {
    pub(super) small: Body,
    pub(super) large: Body,
}

impl Bodies {
    /// Creates requests to the services of [`super::HELLO`] and of `FedEx`.
    pub(super) fn soap() -> Bodies {
        Bodies { small: hello(), large: shipment(IN_ENVELOPE) }
    }

    /// Creates requests to the service of [`super::SHIPPING`], with this base path.
    pub(super) fn rest(base: &str) -> Bodies {
        let body = |path: &str, value: &Value| Body {
            path: format!("{base}{path}"),
            action: None,
            media_type: "application/json",
            text: value.to_string(),
        };
        Bodies {
            small: body("/greetings", &json!({ "firstName": "A" })),
            large: body("/shipments", &json_shipment(IN_JSON)),
        }
    }
}

/// Returns a SOAP request of little more than a hundred bytes.
pub(super) fn hello() -> Body {
    let text = "<E:Envelope xmlns:E=\"http://schemas.xmlsoap.org/soap/envelope/\"><E:Body>\
                <sayHello xmlns=\"http://hello.example/ws/v1\"><firstName>A</firstName></sayHello></E:Body></E:Envelope>";
    soap(HELLO, "sayHello", text.to_owned())
}

/// Returns a `FedEx` label request for this many packages.
pub(super) fn shipment(packages: usize) -> Body {
    let address = |person: &str, city: &str| {
        format!(
            "<Contact><PersonName>{person}</PersonName></Contact><Address><StreetLines>1 Main St</StreetLines><City>{city}</City>\
             <PostalCode>38115</PostalCode><CountryCode>US</CountryCode></Address>"
        )
    };
    let items: String = (1..=packages).map(package).collect();
    let text = format!(
        "<E:Envelope xmlns:E=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns=\"http://fedex.com/ws/ship/v23\"><E:Body>\
         <ProcessShipmentRequest><WebAuthenticationDetail><UserCredential><Key>k</Key><Password>p</Password></UserCredential>\
         </WebAuthenticationDetail><ClientDetail><AccountNumber>510087000</AccountNumber><MeterNumber>100001</MeterNumber>\
         </ClientDetail><Version><ServiceId>ship</ServiceId><Major>23</Major><Intermediate>0</Intermediate><Minor>0</Minor>\
         </Version><RequestedShipment><ShipTimestamp>2026-03-01T10:00:00Z</ShipTimestamp>\
         <DropoffType>REGULAR_PICKUP</DropoffType><ServiceType>FEDEX_GROUND</ServiceType>\
         <PackagingType>YOUR_PACKAGING</PackagingType><Shipper>{}</Shipper><Recipient>{}</Recipient>\
         <LabelSpecification><LabelFormatType>COMMON2D</LabelFormatType><ImageType>PDF</ImageType></LabelSpecification>\
         <PackageCount>{packages}</PackageCount>{items}</RequestedShipment></ProcessShipmentRequest></E:Body></E:Envelope>",
        address("Ada", "Memphis"),
        address("Bob", "Austin"),
    );
    soap(SHIP, PROCESS_SHIPMENT, text)
}

fn soap(path: &str, action: &'static str, text: String) -> Body {
    Body { path: path.to_owned(), action: Some(action), media_type: "text/xml; charset=utf-8", text }
}

fn package(number: usize) -> String {
    format!(
        "<RequestedPackageLineItems><SequenceNumber>{number}</SequenceNumber><GroupPackageCount>1</GroupPackageCount>\
         <Weight><Units>LB</Units><Value>12.5</Value></Weight><Dimensions><Length>10</Length><Width>5</Width>\
         <Height>4</Height><Units>IN</Units></Dimensions><ItemDescription>books and maps</ItemDescription>\
         <CustomerReferences><CustomerReferenceType>CUSTOMER_REFERENCE</CustomerReferenceType><Value>{number}</Value>\
         </CustomerReferences></RequestedPackageLineItems>"
    )
}

/// Returns the same shipment as JSON.
fn json_shipment(packages: usize) -> Value {
    let address = |person: &str, city: &str| json!({ "person": person, "street": ["1 Main St"], "city": city, "postalCode": "38115", "countryCode": "US" });
    let package = |number: usize| {
        json!({
            "sequenceNumber": number,
            "groupPackageCount": 1,
            "weight": { "units": "LB", "value": 12.5 },
            "dimensions": { "length": 10, "width": 5, "height": 4, "units": "IN" },
            "itemDescription": "books and maps",
            "customerReferences": [{ "type": "CUSTOMER_REFERENCE", "value": number.to_string() }],
        })
    };
    json!({
        "shipTimestamp": "2026-03-01T10:00:00Z",
        "serviceType": "GROUND",
        "shipper": address("Ada", "Memphis"),
        "recipient": address("Bob", "Austin"),
        "packageCount": packages,
        "packages": (1..=packages).map(package).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::Bodies;

    #[test]
    fn a_large_body_has_seventy_kilobytes() {
        for bodies in [Bodies::soap(), Bodies::rest("")] {
            let length = bodies.large.text.len();
            assert!((68_000..72_000).contains(&length), "{length}");
        }
    }
}

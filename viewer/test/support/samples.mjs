// Small descriptions for the viewer's tests.

export const describe = (version, { required = "[weight]", maximum = 70, summary = "Send a parcel", more = "" } = {}) => `openapi: 3.1.0
info: { title: Parcels, version: ${version} }
paths:
  /parcels:
    post:
      summary: ${summary}
      tags: [parcels]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: ${required}
              properties:
                weight: { type: number, maximum: ${maximum} }
                incoterm: { type: string }
      responses:
        "201": { description: The parcel is on its way }
${more}`;

const tracking = `  /parcels/{id}:
    get:
      summary: Find a parcel
      tags: [tracking]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses:
        "200": { description: The parcel }
`;

/** Two breaking changes of a request, a new operation, and a changed summary. */
export const breaking = [describe("1.4.0"), describe("1.5.0", { required: "[weight, incoterm]", maximum: 31.5, summary: "Send one parcel", more: tracking })];

/** A reference to a missing file. */
export const partly = [describe("1.4.0"), describe("1.5.0", { more: '  /labels: { $ref: "labels.yaml" }\n' })];

/** A breaking change, and references to files that are missing on both sides. */
export const missing = breaking.map((text) => `${text}  /labels: { $ref: "paths/labels.yaml" }\n  /depots: { $ref: "paths/depots.yaml#/all" }\n`);

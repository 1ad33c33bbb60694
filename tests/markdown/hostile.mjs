// Two malicious descriptions, whose names and texts try to leave their places in a changelog: MDX expressions and tags, code
// spans, headings, front matter, tables, imports and line ends.

const texts = [
  "{domain}", "<script>alert(1)</script>", "`", "``", "```", "`{a}`", "<!-- -->", "<https://example.com>", "{#id}", "${x}",
  "import x from 'y'", "export const x = 1", "line one\nline two", "line one\r\n\r\n# Title", "---", "\n---\ntitle: x\n---",
  "a|b", "[a](javascript:alert(1))", "![a](b)", "*a* _b_ ~c~", "\\", "\\`{x}\\`", "&lt;b&gt;", "a\tb", "\u001b[2J", "\u202egnp",
  " leading", "trailing ", ":::danger", ":smile[x]{y}", "a` :smile b", "::leaf[x]{y}", "😀", "שלום", "$$", "</details>", "</summary>{x}", "{/*", "*/}", "'\"", "@someone", "a` www.evil.example", "a`b` https://evil.example/x_y", "a` me@evil.example `b", "~~x~~", "[^1]", "| a |\n|---|\n| b |", "\u0000", "",
];

const operation = (text, extra = {}) => ({
  summary: text,
  description: text,
  operationId: text,
  tags: [text],
  parameters: [{ name: `p${text}`, in: "query", schema: { type: "string", enum: [text] }, ...extra }],
  requestBody: { content: { [`application/${text}`]: { schema: { $ref: "#/components/schemas/Shared" } } } },
  responses: {
    200: { description: text, content: { "application/json": { schema: { $ref: "#/components/schemas/Shared" } } } },
    404: { description: text, content: { "text/plain": { schema: { type: "string", default: text } } } },
  },
});

const schema = (word) => ({
  type: "object",
  description: word,
  required: texts.filter((_, index) => word === "new" && index % 2 === 0),
  properties: Object.fromEntries(
    texts.map((text, index) => [text, { type: word === "new" && index % 3 === 0 ? "integer" : "string", title: word + text }]),
  ),
});

/** A breaking request. The value of its property is in the example's code. */
const example = (word) => ({
  requestBody: {
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: word === "new" ? ["name"] : [],
          properties: { name: { type: "string", enum: ["```` </code></pre><b>{x}</b> :smile[x]{y} ${x} www.evil.example"] } },
        },
      },
    },
  },
  responses: { 200: { description: "done" } },
});

const description = (version, word, gone) => ({
  openapi: "3.0.3",
  info: { title: `<b>{x}</b> ${word}`, version, description: `\`\`\`\n{${word}}\n\`\`\`` },
  paths: Object.fromEntries([
    ...texts.map((text) => [`/kept/${text}/{id}`, { get: operation(text + word, { required: word === "new" }) }]),
    ...texts.map((text) => [`/${gone}/${text}`, { post: operation(text) }]),
    ["/example", { post: example(word) }],
  ]),
  components: { schemas: { Shared: schema(word), [`{a}<${word}>`]: { type: "string" } } },
});

/** The previous and the current description, as JSON strings. */
export const hostile = [
  JSON.stringify(description("1.4.0", "old", "went")),
  JSON.stringify(description("1.5.0", "new", "came")),
];

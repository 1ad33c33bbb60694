// The smallest Docusaurus that shows changelogs. A link or an anchor that leads nowhere ends the build.
export default {
  title: "Changelogs",
  url: "https://docs.example",
  baseUrl: "/",
  onBrokenLinks: "throw",
  onBrokenAnchors: "throw",
  markdown: { hooks: { onBrokenMarkdownLinks: "throw", onBrokenMarkdownImages: "throw" } },
  plugins: [["@docusaurus/plugin-content-docs", { path: "docs", routeBasePath: "/" }]],
  themes: ["@docusaurus/theme-classic"],
};

// A minimal Docusaurus site for changelogs. A broken link or anchor fails the build.
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

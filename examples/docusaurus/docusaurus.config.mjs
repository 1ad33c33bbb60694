// A site of pages alone, as small as Docusaurus makes one. It needs no setting for the changes: only the style is named here.
export default {
  title: "Parcels",
  url: "https://docs.example",
  baseUrl: "/",
  onBrokenLinks: "throw",
  plugins: [["@docusaurus/plugin-content-docs", { path: "docs", routeBasePath: "/" }]],
  themeConfig: { navbar: { title: "Parcels" } },
  themes: [["@docusaurus/theme-classic", { customCss: "./src/css/api-changes.css" }]],
};

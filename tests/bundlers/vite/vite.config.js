// Settings of Vite: workers are modules, as the package starts them.
export default {
  base: "./",
  worker: { format: "es" },
};

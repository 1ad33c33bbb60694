// Caches the page's own files, so that it opens offline. Files of other origins and releases are never cached.
const CACHE = "waybill-viewer-__VERSION__";
const FILES = "__FILES__";
const own = new Set(FILES.map((file) => new URL(file, self.location.href).href));
/** Files that the first visit fetches anyway. The others are cached on first use. */
const FIRST = FILES.filter((file) => !file.endsWith(".wasm"));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("waybill-viewer-") && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const address = event.request.url.replace(/[?#].*$/, "");
  if (event.request.method === "GET" && own.has(address)) event.respondWith(answer(event.request, address));
});

async function answer(request, address) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address);
  // The page itself may be newer on the server and refer to other file names.
  if (kept && !request.mode.startsWith("navigate")) return kept;
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(address, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

// Compares screenshots with stored ones. A few pixels may differ, because fonts are rendered differently on other systems.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../screenshots/", import.meta.url);
/** Maximum share of visibly different pixels. */
const MAX_PART = 0.02;

/** Compares the page with the stored picture of that name. `WAYBILL_BLESS` overwrites the picture. */
export async function compareScreenshot(page, name) {
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  const file = new URL(`${name}.png`, folder);
  if (process.env.WAYBILL_BLESS) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, picture);
    return;
  }
  assert.ok(existsSync(file), `there is no ${fileURLToPath(file)}: look at the page, and keep it with WAYBILL_BLESS=1`);
  const tools = await page.context().newPage();
  const part = await tools.evaluate(differingPart, [picture.toString("base64"), readFileSync(file).toString("base64")]);
  await tools.close();
  if (part > MAX_PART) {
    const seen = process.env.WAYBILL_SCREENSHOTS ?? "/tmp";
    writeFileSync(`${seen}/${name}.seen.png`, picture);
    assert.fail(`${name}: ${(part * 100).toFixed(1)} % of the pixels differ from the kept picture; the page is in ${seen}/${name}.seen.png`);
  }
}

/** Runs in a page. Returns the share of visibly different pixels of two pictures; 1 if their sizes differ. */
async function differingPart(pictures) {
  const [one, other] = await Promise.all(
    pictures.map(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      canvas.drawImage(bitmap, 0, 0);
      return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  if (one.width !== other.width || one.height !== other.height) return 1;
  let differing = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const distance = Math.abs(one.data[at] - other.data[at]) + Math.abs(one.data[at + 1] - other.data[at + 1]) + Math.abs(one.data[at + 2] - other.data[at + 2]);
    if (distance > 60) differing += 1;
  }
  return differing / (one.data.length / 4);
}

// Runs the given release vectors. The page compares nothing, because the vectors contain the reports.
import * as releases from "waybill/releases";
import { runReleaseVector } from "../../support/release-calls.mjs";

const vectors = await (await fetch("/vectors.json")).json();
window.result = Object.fromEntries(vectors.map((vector) => [vector.id, runReleaseVector(releases, vector)]));

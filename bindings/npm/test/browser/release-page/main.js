// Takes the steps of every release vector that it is given. The page compares nothing: reports come with the vectors.
import * as releases from "waybill/releases";
import { runReleaseVector } from "../../support/release-calls.mjs";

const vectors = await (await fetch("/vectors.json")).json();
window.result = Object.fromEntries(vectors.map((vector) => [vector.id, runReleaseVector(releases, vector)]));

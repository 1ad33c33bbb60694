// What changed between two descriptions in `static/`. The element needs a browser: it is loaded once the page is there.
import useBaseUrl from "@docusaurus/useBaseUrl";
import { useEffect } from "react";

export default function ApiChanges({ previous, current }) {
  useEffect(() => {
    import("waybill/viewer").catch((error) => console.error(error));
  }, []);
  return <waybill-changelog previous={useBaseUrl(previous)} current={useBaseUrl(current)} />;
}

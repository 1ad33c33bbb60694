// The page itself, made while the site is built.
import { Changes } from "./changes";

export default function Page() {
  return (
    <main>
      <h1>Changes</h1>
      <Changes previous="/old.yaml" current="/new.yaml" />
    </main>
  );
}

// Folded parts. In browsers with support, their own search finds text in folded parts and unfolds them.

/** Shows or hides an element. `unfold` is called when the browser's search finds text in it. */
export function fold(element: HTMLElement | null, isOpen: boolean, unfold: () => void): void {
  if (!element) return;
  if (isOpen) element.removeAttribute("hidden");
  else element.setAttribute("hidden", "until-found");
  element.onbeforematch = unfold;
}

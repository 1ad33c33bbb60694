// Folding: a part that is hidden until the browser's own search finds something in it, where browsers can.

/** Shows or hides an element; `unfold` is called when the browser has found something in it. */
export function fold(element: HTMLElement | null, isOpen: boolean, unfold: () => void): void {
  if (!element) return;
  if (isOpen) element.removeAttribute("hidden");
  else element.setAttribute("hidden", "until-found");
  element.onbeforematch = unfold;
}

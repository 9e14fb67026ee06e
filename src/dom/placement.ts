/** Where the list stands: under its input or, where there is more room, above it; and how it follows the input. */
import { createLifetime } from './lifetime.js';

const gap = 2;
const margin = 4;
const leastHeight = 48;
/** How far above its input a label may begin and still be seen as its own. */
const labelReach = 120;
/** Room for a list to be of use, if not for all of it: it shrinks to that rather than cover the label. */
const enough = 180;

const cap = 'var(--mcp-completion-max-height, 20rem)';

function set(
  element: HTMLElement,
  name: 'left' | 'top' | 'minWidth' | 'maxWidth' | 'maxHeight' | 'visibility',
  value: string,
): void {
  if (element.style[name] !== value) element.style[name] = value;
}

/** What is in sight: less than the window while an on-screen keyboard is up, or fingers have zoomed in. */
function visibleArea(view: Window): { left: number; top: number; right: number; bottom: number } {
  const viewport: Partial<VisualViewport> = view.visualViewport ?? {};
  const { offsetLeft: left = 0, offsetTop: top = 0 } = viewport;
  const { width = view.innerWidth, height = view.innerHeight } = viewport;
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * Where the input begins together with the label over it, and the hint between them: a list that covers those hides
 * which argument it is for.
 */
function topWithLabel(anchor: HTMLElement, box: DOMRect): number {
  let top = box.top;
  for (const label of (anchor as HTMLInputElement).labels ?? []) {
    const at = label.getBoundingClientRect();
    const over = label.contains(anchor) || (at.bottom <= box.top && at.width > 1);
    if (over && at.left < box.right && at.right > box.left && at.top > box.top - labelReach) {
      top = Math.min(top, at.top);
    }
  }
  return top < box.top ? top - margin : top;
}

/** A popup that follows its input. */
export interface Following {
  /** Looks again: the popup's content changed. */
  place(): void;
  stop(): void;
}

/**
 * Places `popup` beside `anchor` and keeps it there until stopped. Whatever the popup's containing block is (the top
 * layer, a transformed ancestor, a zoomed one), one rule holds: see where it landed, and move it by the difference in
 * its own units. `scroller` is the part of the popup that shrinks. `onSight` is told, again and again, whether enough of
 * the anchor is to be seen for the popup to stand beside it.
 */
export function follow(
  anchor: HTMLElement,
  popup: HTMLElement,
  scroller: HTMLElement,
  onSight: (inSight: boolean) => void,
): Following {
  const document = anchor.ownerDocument;
  const view = document.defaultView!;
  const lifetime = createLifetime();
  let left = 0;
  let top = 0;
  let above = false;
  let moves: IntersectionObserver | undefined;

  function place(): void {
    const box = anchor.getBoundingClientRect();
    const area = visibleArea(view);
    const scale = popup.getBoundingClientRect().width / popup.offsetWidth;
    // Nothing is laid out: hidden by an ancestor, or a page without a screen.
    if (!(scale > 0)) return;
    const { scrollTop } = scroller;
    const widest = area.right - area.left - 2 * margin;
    set(popup, 'minWidth', `${Math.min(box.width, widest) / scale}px`);
    set(popup, 'maxWidth', `${widest / scale}px`);
    set(scroller, 'maxHeight', cap);

    const needed = popup.getBoundingClientRect().height;
    const overLabel = topWithLabel(anchor, box);
    const covers = overLabel - area.top - gap - margin < Math.min(needed, enough);
    const ceiling = covers ? box.top : overLabel;
    const room = {
      below: area.bottom - box.bottom - gap - margin,
      above: ceiling - area.top - gap - margin,
    };
    // A list that still fits stays on its side: one that jumps while it is read is worse than a short one.
    if (needed > (above ? room.above : room.below)) above = room.above > room.below;
    const excess = needed - Math.max(above ? room.above : room.below, leastHeight);
    if (excess > 0) {
      set(scroller, 'maxHeight', `${(scroller.getBoundingClientRect().height - excess) / scale}px`);
      scroller.scrollTop = scrollTop;
    }

    const rtl = view.getComputedStyle(anchor).direction === 'rtl';
    // Twice, since offsetWidth is a rounded number, and the scale with it.
    for (let step = 0; step < 2; step++) {
      const landed = popup.getBoundingClientRect();
      const start = rtl ? box.right - landed.width : box.left;
      const x = Math.max(area.left + margin, Math.min(start, area.right - margin - landed.width));
      const y = above ? ceiling - gap - landed.height : box.bottom + gap;
      left += (x - landed.left) / scale;
      top += (y - landed.top) / scale;
      set(popup, 'left', `${left}px`);
      set(popup, 'top', `${top}px`);
    }
    watch(box);
  }

  /** Notices a move that neither a scroll nor a resize announced, and an input that its scroller clips away. */
  function watch(box: DOMRect, threshold = 1): void {
    moves?.disconnect();
    if (!view.IntersectionObserver) return;
    const { width, scale } = view.visualViewport ?? { width: view.innerWidth, scale: 1 };
    const edges = [box.top, width * scale - box.right, view.innerHeight - box.bottom, box.left];
    const rootMargin = edges.map((edge) => `${-Math.floor(edge)}px`).join(' ');
    let first = true;
    moves = new view.IntersectionObserver(
      ([entry]) => {
        if (!first) return place();
        first = false;
        const { intersectionRatio, intersectionRect: seen } = entry!;
        const inSight = Math.min(seen.width, seen.height) > margin;
        set(popup, 'visibility', inSight ? '' : 'hidden');
        // A part of many inputs is always clipped: from there it is watched for more and for less.
        if (intersectionRatio < threshold) watch(box, intersectionRatio);
        onSight(inSight);
      },
      { root: document, rootMargin, threshold: [threshold, 1] },
    );
    moves.observe(anchor);
  }

  const scrolled = (event: Event) => {
    if (event.target !== scroller) place();
  };
  lifetime.listen(view, 'resize', place);
  lifetime.listen(view, 'scroll', scrolled, { capture: true, passive: true });
  // A scroll inside of a shadow tree is not heard outside of it.
  for (let root = anchor.getRootNode(); 'host' in root; root = (root as ShadowRoot).host.getRootNode()) {
    lifetime.listen(root, 'scroll', scrolled, { capture: true, passive: true });
  }
  if (view.visualViewport) lifetime.listen(view.visualViewport, 'resize scroll', place);
  if (view.ResizeObserver) {
    const sizes = new view.ResizeObserver(place);
    sizes.observe(anchor);
    lifetime.add(() => sizes.disconnect());
  }
  lifetime.add(() => moves?.disconnect());
  place();
  return { place, stop: lifetime.end };
}
